"""Looks at a match afterwards: chances, what lots were worth, which decisions cost something."""

import json
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.ai.analysis import analyse
from games.analysis.services import content_of, make_next
from games.edition_words import words_of
from games.engine import RecordRefused
from games.engine import replay as check
from games.history.timeline import timeline_of_record
from games.management.commands.replay import read_file


class Command(BaseCommand):
    """`manage.py analyse FILE [--json]`, or `manage.py analyse --due` for what people asked for on the site."""

    help = "Look at a match record: everybody's chance to win, what lots were worth, which decisions cost something."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for the record."""
        parser.add_argument("file", type=Path, metavar="FILE", nargs="?")
        parser.add_argument("--json", action="store_true", help="print one JSON object")
        parser.add_argument("--due", action="store_true", help="make every analysis that was asked for, then end")

    def handle(self, *, file: Path | None, due: bool, **options: Any) -> None:
        """Print what is found in a file, or make what is due."""
        if due and (file is not None or options["json"]):
            raise CommandError("--due makes what people asked for: it takes no file and prints nothing")
        if due:
            while make_next():
                pass
            return
        if file is None:
            raise CommandError("name a match record, or say --due")
        record = _read(file)
        found = analysis_of(record)
        self.stdout.write(json.dumps(found) if options["json"] else _text(found))


def analysis_of(record: dict[str, Any]) -> dict[str, Any]:
    """Return everything that is found in a record; the same record gives the same findings."""
    timeline = timeline_of_record(record)
    seed = json.dumps(record["deal"], sort_keys=True)
    found = list(analyse(timeline.states, timeline.standing_entries(), seed=seed))
    names = [seat["name"] for seat in record["seats"]]
    return {"edition": record["edition"], "seats": names, **content_of(found)}


def _read(file: Path) -> dict[str, Any]:
    try:
        record = read_file(file)
        check(record)
    except RecordRefused as refusal:
        raise CommandError(f"{file}: refused at {refusal.where}: {refusal.why}") from refusal
    assert isinstance(record, dict), "nothing else could be played"
    return record


def _answer(entry: list[Any]) -> str:
    return " ".join(map(str, entry[1:]))


def _text(found: dict[str, Any]) -> str:
    words, names = words_of(found["edition"]), found["seats"]
    lines = []
    for chance in found["chances"]:
        shares = "  ".join(f"{name} {share:4.0%}" for name, share in zip(names, chance["win"], strict=True))
        lines.append(f"{chance['number']:4}  {chance['quarter']}  {words.location(chance['location']):24} {shares}")
    for mistake in found["mistakes"]:
        best, played = mistake["answers"][0]["entry"], next(one for one in mistake["answers"] if one["is_played"])
        worth = f", worth {mistake['worth']}" if mistake["kind"] in ("passed", "overpaid") else ""
        lines.append(
            f"move {mistake['number']}: {names[mistake['seat']]}: {_answer(played['entry'])}{worth}; "
            f"better: {_answer(best)} (cost {mistake['cost']:.0%})"
        )
    return "\n".join(lines)
