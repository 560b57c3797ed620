"""Makes the problems that come with the site, from simulated matches."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.problems.shipping import SEED, SHIPPED, simulated_problems


class Command(BaseCommand):
    """`manage.py ship_problems --count N [--seed S]`: adds them to those there are, in about half a minute for each."""

    help = "Look for problems in simulated matches and write them where a site without matches finds them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask how many."""
        parser.add_argument("--count", type=int, default=30, help="how many problems (default 30)")
        parser.add_argument("--to", type=Path, default=SHIPPED, metavar="FILE", help="where they go")
        parser.add_argument("--seed", default=SEED, help="the same seed gives the same problems")

    def handle(self, *, count: int, seed: str, to: Path, **options: Any) -> None:
        """Write them down one by one: whoever stops it keeps what was found."""
        if count < 1:
            raise CommandError("--count must be 1 or more")
        made = _made_before(to)
        for problem in tqdm(simulated_problems(count, seed, besides={one["source"] for one in made}), total=count):
            made.append(problem)
            text = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in made)
            to.write_text(f"[\n{text}\n]\n", encoding="utf-8")


def _made_before(to: Path) -> list[dict[str, Any]]:
    """Return what the file holds already; where anything else is, nothing is written over it."""
    if not to.parent.is_dir():
        raise CommandError(f"{to}: there is no such folder")
    try:
        made = json.loads(to.read_text(encoding="utf-8")) if to.exists() else []
    except (OSError, ValueError) as problem:
        raise CommandError(f"{to}: {problem}") from problem
    if not isinstance(made, list) or not all(isinstance(one, dict) and "source" in one for one in made):
        raise CommandError(f"{to}: holds no problems")
    return made
