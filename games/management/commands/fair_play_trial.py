"""Measures how well foul play is found: planted helpers and copies among honest players, on deals kept apart."""

import json
from argparse import ArgumentParser
from collections.abc import Iterable
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.engine import edition_files, load_edition
from games.fair_play import feeding_trial, likeness_trial
from games.fair_play.figures import PATH, SEATS

COMMAND = "manage.py fair_play_trial --publish"


class Command(BaseCommand):
    """`manage.py fair_play_trial [--signal feeding] [--seats N] [--scale 1.0] [--publish] [--json]`."""

    help = "Measure how many planted colluders and copies of our AIs are found, and how many honest people look so."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for what is measured, and how thoroughly."""
        parser.add_argument("--signal", choices=sorted(TRIALS), help="one signal (default: all)")
        parser.add_argument("--seats", type=int, choices=SEATS, help="one number of seats (default: all)")
        parser.add_argument("--scale", type=float, default=1.0, help="so many times as many tables (default 1)")
        parser.add_argument("--publish", action="store_true", help="keep the figures: the site then goes by them")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Measure what was asked for."""
        if not 0 < options["scale"] <= 100:
            raise CommandError("--scale must be above 0 and at most 100")
        if options["publish"] and options["seats"]:
            raise CommandError("figures are kept of all numbers of seats together")
        editions = [load_edition(edition) for edition in sorted(edition_files())]
        seats = [options["seats"]] if options["seats"] else list(SEATS)
        wanted = [options["signal"]] if options["signal"] else sorted(TRIALS)
        found = {signal: TRIALS[signal](editions, options["scale"], _watched, seats) for signal in wanted}
        if options["publish"]:
            kept = json.loads(PATH.read_text()) if PATH.exists() else {}
            for signal, measured in found.items():
                measured["command"] = f"{COMMAND} --signal {signal} --scale {options['scale']:g}"
            PATH.write_text(json.dumps({**kept, **found}, indent=1) + "\n")
        self.stdout.write(json.dumps(found) if options["json"] else _table(found))


TRIALS = {
    "feeding": feeding_trial.run_trial,
    "likeness": likeness_trial.run_trial,
    "timing": likeness_trial.run_timing_trial,
}


def _watched(numbers: Iterable[int], words: str) -> Iterable[int]:
    return tqdm(numbers, desc=words, leave=False, disable=None)


def _table(found: dict[str, Any]) -> str:
    lines = []
    for signal, measured in found.items():
        lines.append(f"{signal:10} seats matches   found (95 %)          false alarms (95 %)")
        for row in measured.get("results", [{**measured, "seats": "any", "matches": ""}]):
            hits, alarms = row["found"], row["false_alarms"]
            lines.append(
                f"{'':10} {row['seats']:>5} {row['matches']:>7}   "
                f"{hits['share']:5.1%} ({hits['low']:.1%} to {hits['high']:.1%}) of {hits['count']:4}   "
                f"{alarms['share']:5.2%} ({alarms['low']:.2%} to {alarms['high']:.2%}) of {alarms['count']}"
            )
    return "\n".join(lines)
