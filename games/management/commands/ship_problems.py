"""Makes the problems that come with the site, from simulated matches."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand
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
        made: list[dict[str, Any]] = json.loads(to.read_text()) if to.exists() else []
        for problem in tqdm(simulated_problems(count, seed, besides={one["source"] for one in made}), total=count):
            made.append(problem)
            text = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in made)
            to.write_text(f"[\n{text}\n]\n", encoding="utf-8")
