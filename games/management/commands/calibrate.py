"""Measures how far forecasts of who wins can be believed, and finds how to correct them."""

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.ai.calibration import Position, fit, judge, positions_of
from games.ai.deals import CHECKING, PUBLISHED
from games.ai.forecast import FIGURES, Correction
from games.engine import edition_files, load_edition

SEATS = (2, 3, 4, 5)


class Command(BaseCommand):
    """`manage.py calibrate [--edition E] [--seats N] [--positions P] [--fit] [--publish] [--json]`."""

    help = "Measure how far forecasts of who wins can be believed, on deals kept apart from those they were fitted on."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for what is measured, and how long."""
        parser.add_argument("--edition", choices=edition_files(), help="one edition (default: all)")
        parser.add_argument("--seats", type=int, choices=SEATS, help="one number of seats (default: all)")
        parser.add_argument("--positions", type=int, default=200, help="positions for each (default 200)")
        parser.add_argument(
            "--fit", action="store_true", help="first find the corrections anew, on other deals, and keep them"
        )
        parser.add_argument("--publish", action="store_true", help="keep the figures for the page about the AIs")
        parser.add_argument("--json", action="store_true", help="print one JSON object")

    def handle(self, **options: Any) -> None:
        """Measure every edition and number of seats that was asked for."""
        if options["positions"] < 1:
            raise CommandError("--positions must be 1 or more")
        kept = json.loads(FIGURES.read_text()) if FIGURES.exists() else {"corrections": {}, "results": []}
        results = []
        for edition_id, seats in _wanted(options):
            key = f"{edition_id}-{seats}"
            if options["fit"]:
                kept["corrections"][key] = fit(_look(edition_id, seats, CHECKING, options["positions"]))
            corrections = [Correction(*row) for row in kept["corrections"].get(key, [(4.0, 0.2)] * 4)]
            positions = _look(edition_id, seats, PUBLISHED, options["positions"])
            about = {"edition": edition_id, "seats": seats, "positions": len(positions)}
            results.append({**about, **judge(positions, corrections)})
        if options["publish"]:
            others = [row for row in kept["results"] if (row["edition"], row["seats"]) not in set(_wanted(options))]
            kept["results"] = sorted([*others, *results], key=lambda row: (row["edition"], row["seats"]))
        if options["fit"] or options["publish"]:
            FIGURES.write_text(json.dumps(kept, indent=1) + "\n")
        self.stdout.write(json.dumps({"results": results}) if options["json"] else _table(results))


def _wanted(options: dict[str, Any]) -> list[tuple[str, int]]:
    editions = [options["edition"]] if options["edition"] else sorted(edition_files())
    return [(edition, seats) for edition in editions for seats in ([options["seats"]] if options["seats"] else SEATS)]


def _look(edition_id: str, seats: int, label: str, count: int) -> list[Position]:
    found = positions_of(load_edition(edition_id), seats, label, count)
    return list(tqdm(found, total=count, desc=f"{edition_id}, {seats} seats, {label}", leave=False, disable=None))


def _table(results: list[dict[str, Any]]) -> str:
    lines = [f"{'edition':22} seats positions   ours  score   even"]
    for row in results:
        brier = row["brier"]
        lines.append(
            f"{row['edition']:22} {row['seats']:5} {row['positions']:9} "
            f"{brier['ours']:6.3f} {brier['score']:6.3f} {brier['even']:6.3f}"
        )
    return "\n".join(lines)
