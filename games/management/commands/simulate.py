"""Plays whole matches between AI levels, without a database, and writes their records."""

import json
import re
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.ai.levels import LEVELS
from games.ai.simulation import LevelTotals, SimulationPlan, report, simulate
from games.engine import EditionError, edition_files, load_edition

MOST_WORKERS = 64


class Command(BaseCommand):
    """`manage.py simulate --edition E --seats random,trainee --games N --seed S --export DIR [--json]`."""

    help = "Play whole matches between AI levels and print what came of them."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask what to play, and where the records go."""
        parser.add_argument("--edition", required=True, help=f"one of: {', '.join(edition_files())}")
        parser.add_argument("--seats", required=True, help=f"a level for each seat; levels: {', '.join(LEVELS)}")
        parser.add_argument("--games", type=int, default=100, help="how many matches (default 100)")
        parser.add_argument("--seed", default="1", help="game i of a seed always has the same deal (default 1)")
        parser.add_argument("--export", type=Path, help="a folder that receives one record for each match")
        parser.add_argument("--workers", type=int, default=1, help="how many processes play (default 1)")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")

    def handle(self, **options: Any) -> None:
        """Play, then print the figures."""
        plan = _read_plan(options)
        if not 1 <= options["workers"] <= MOST_WORKERS:
            raise CommandError(f"--workers must be 1 to {MOST_WORKERS}")
        started = time.perf_counter()
        try:
            tally = _play(plan, options["workers"])
        except OSError as problem:
            raise CommandError(f"cannot go on: {problem}") from problem
        figures = report(plan, tally, time.perf_counter() - started)
        self.stdout.write(json.dumps(figures) if options["json"] else _table(plan, figures))


def _read_plan(options: dict[str, Any]) -> SimulationPlan:
    levels = tuple(options["seats"].split(","))
    unknown = [level for level in levels if level not in LEVELS]
    if unknown:
        raise CommandError(f"unknown level: {unknown[0]} (levels: {', '.join(LEVELS)})")
    if options["games"] < 1:
        raise CommandError("--games must be 1 or more")
    if not re.fullmatch(r"[\w.-]{1,64}", options["seed"]):
        raise CommandError("--seed takes letters, digits, '.', '_' and '-' (64 at most)")
    try:
        edition = load_edition(options["edition"])
    except EditionError as problem:
        raise CommandError(str(problem)) from problem
    if len(levels) not in edition.money:
        raise CommandError(f"{edition.id} is played by {min(edition.money)} to {max(edition.money)} seats")
    return SimulationPlan(edition.id, levels, options["games"], options["seed"], options["export"])


def _play(plan: SimulationPlan, workers: int) -> LevelTotals:
    """Count all matches, with a progress bar where somebody looks on."""
    total = LevelTotals.for_seats(len(plan.levels))
    with tqdm(total=plan.games, unit=" matches", disable=not sys.stderr.isatty(), leave=False) as progress:
        for tally in simulate(plan, workers):
            total.add(tally)
            progress.update(tally.games)
    return total


def _table(plan: SimulationPlan, figures: dict[str, Any]) -> str:
    lines = [
        f"{plan.edition}, seed {plan.seed}: {figures['games']} matches in {figures['seconds']} s, "
        f"{figures['matches_per_second']} a second, {figures['moves_per_match']} moves each",
        f"{'seat':>4}  {'level':<12}{'wins':>8}{'mean score':>12}{'movies':>8}",
    ]
    for number, seat in enumerate(figures["seats"]):
        lines.append(f"{number:>4}  {seat['level']:<12}{seat['wins']:>8}{seat['mean_score']:>12}{seat['movies']:>8}")
    return "\n".join(lines)
