"""Plays whole slow matches in simulated time, and prints how long they take and how often they need people."""

import json
import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.slow_play.figures import Figures, figures_of, play_all, tasks_for
from games.slow_play.match import Mode


class Command(BaseCommand):
    """`manage.py slow_play --matches N [--modes in_turn,together] [--seed S] [--workers N] [--json]`."""

    help = "Play slow matches between four simulated people; nothing is written into the site's database."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask how many matches, and how people play them."""
        parser.add_argument("--matches", type=int, default=40, help="how many matches in each mode (default 40)")
        parser.add_argument("--modes", default=",".join(Mode), help=f"some of: {', '.join(Mode)} (default all)")
        parser.add_argument("--seed", default="1", help="match i of a seed always has the same deal (default 1)")
        parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="how many processes play")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, **options: Any) -> None:
        """Play, then print the figures."""
        modes = options["modes"].split(",")
        if options["matches"] < 1 or options["workers"] < 1:
            raise CommandError("--matches and --workers must be 1 or more")
        unknown = [mode for mode in modes if mode not in set(Mode)]
        if unknown:
            raise CommandError(f"unknown mode: {unknown[0]} (modes: {', '.join(Mode)})")
        tasks = tasks_for(options["matches"], [Mode(mode) for mode in modes], options["seed"])
        playing = play_all(tasks, options["workers"])
        played = list(tqdm(playing, total=len(tasks), unit=" matches", disable=not sys.stderr.isatty(), leave=False))
        figures = figures_of(played)
        self.stdout.write(json.dumps({"modes": figures}) if options["json"] else _table(figures))


def _table(figures: Figures) -> str:
    lines = [f"{'mode':<14}{'days':>8}{'p90':>8}{'decisions':>12}{'p90':>8}"]
    for mode, found in figures.items():
        days, decisions = found["days"], found["human_decisions"]
        lines.append(f"{mode:<14}{days['median']:>8}{days['p90']:>8}{decisions['median']:>12}{decisions['p90']:>8}")
    return "\n".join(lines)
