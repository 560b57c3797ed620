"""Measures AI levels against each other: paired deals, seats in rotation, intervals by the bootstrap."""

import json
import subprocess
import sys
from argparse import ArgumentParser
from dataclasses import asdict
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone
from tqdm import tqdm

from games.ai.arena.blocks import DealBlock
from games.ai.arena.chart import draw
from games.ai.arena.checks import verdicts
from games.ai.arena.contenders import CHEAT, GUESSER, STRANGERS
from games.ai.arena.ledger import BlockLedger
from games.ai.arena.publishing import publish
from games.ai.arena.runner import ArenaPlan, pairs_of, run
from games.ai.arena.summary import pairings, times
from games.ai.arena.table import lines
from games.ai.deals import PUBLISHED, SETS
from games.ai.levels import LEVELS
from games.engine import edition_files

MOST_WORKERS = 64


class Command(BaseCommand):
    """`manage.py arena --levels director,producer --seats 2..5 --blocks 100 --workers 2 [--json] [--publish]`."""

    help = "Measure AI levels against each other. Stopped, it goes on where it was when called again."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Who plays, where, how often, and what becomes of the figures."""
        parser.add_argument("--levels", default="", help="each is measured against those named before it")
        parser.add_argument("--pairs", default="", help="instead: hero:rival pairs, `mogul/director,mogul/producer`")
        parser.add_argument("--check", action="store_true", help="also measure the arena: a level v itself, a cheat")
        parser.add_argument("--seats", default="2..5", help="numbers of seats, `4` or `2..5` (default 2..5)")
        parser.add_argument("--editions", default=",".join(edition_files()), help="default: all")
        parser.add_argument(
            "--blocks", type=int, default=20, help="deals for each pairing, each played from every seat"
        )
        parser.add_argument("--deals", choices=SETS, default=PUBLISHED, help="which set of deals (default published)")
        parser.add_argument("--workers", type=int, default=1, help="how many processes play (default 1)")
        parser.add_argument("--ledger", type=Path, default=settings.BASE_DIR / "var" / "arena.jsonl")
        parser.add_argument("--chart", type=Path, default=settings.BASE_DIR / "var" / "arena.svg")
        parser.add_argument("--known", action="store_true", help="play nothing: tell what the ledger knows already")
        parser.add_argument("--json", action="store_true", help="print the figures as one JSON object")
        parser.add_argument("--publish", action="store_true", help="write the figures where the site shows them")

    def handle(self, **options: Any) -> None:
        """Play, then tell."""
        ledger = BlockLedger(options["ledger"])
        known = list(ledger.read().values()) if options["known"] else []
        blocks = known or _play(_read_plan(options), ledger, options["workers"])
        shares, taken = pairings(blocks), times(blocks)
        options["chart"].write_text(draw(shares), encoding="utf-8")
        if options["publish"]:
            publish(shares, taken, measured_on=timezone.now().date().isoformat(), commit=_commit())
        checks = list(verdicts(blocks))
        if options["json"]:
            told = {"pairings": [asdict(one) for one in shares], "times": [asdict(one) for one in taken]}
            self.stdout.write(json.dumps({**told, "checks": dict(checks), "commit": _commit()}))
        else:
            said = [f"{sentence}: {'yes' if holds else 'NO'}" for sentence, holds in checks]
            self.stdout.write("\n".join([*lines(shares, taken), "", *said]))


def _read_plan(options: dict[str, Any]) -> ArenaPlan:
    levels = tuple(filter(None, options["levels"].split(",")))
    pairs = [*pairs_of(levels), *(_pair(text) for text in filter(None, options["pairs"].split(",")))]
    if options["check"]:
        pairs += [*((level, level) for level in levels), (CHEAT, GUESSER)]
    unknown = [name for pair in pairs for name in pair if name not in (*LEVELS, *STRANGERS)]
    if unknown:
        raise CommandError(f"unknown level: {unknown[0]} (levels: {', '.join(LEVELS)})")
    if not pairs:
        raise CommandError("--levels names two levels or more, or --pairs some pairs")
    editions = tuple(options["editions"].split(","))
    strange = [edition for edition in editions if edition not in edition_files()]
    if strange:
        raise CommandError(f"unknown edition: {strange[0]} (editions: {', '.join(edition_files())})")
    if options["blocks"] < 1 or not 1 <= options["workers"] <= MOST_WORKERS:
        raise CommandError(f"--blocks must be 1 or more, --workers 1 to {MOST_WORKERS}")
    return ArenaPlan(tuple(pairs), editions, _read_seats(options["seats"]), options["blocks"], options["deals"])


def _pair(text: str) -> tuple[str, str]:
    hero, slash, rival = text.partition("/")
    if not slash:
        raise CommandError("--pairs takes hero/rival, several with commas")
    return hero, rival


def _read_seats(text: str) -> tuple[int, ...]:
    first, _, last = text.partition("..")
    try:
        seats = tuple(range(int(first), int(last or first) + 1))
    except ValueError as problem:
        raise CommandError("--seats takes a number or a range like 2..5") from problem
    if not seats or not set(seats) <= {2, 3, 4, 5}:
        raise CommandError("--seats must be between 2 and 5")
    return seats


def _play(plan: ArenaPlan, ledger: BlockLedger, workers: int) -> list[DealBlock]:
    """Return all blocks, with a progress bar where somebody looks on."""
    blocks = []
    with tqdm(total=len(plan.tasks()), unit=" blocks", disable=not sys.stderr.isatty(), leave=False) as progress:
        for block in run(plan, ledger, workers):
            blocks.append(block)
            progress.update()
    return blocks


def _commit() -> str:
    """Return the commit that was measured, as far as git tells."""
    done = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],  # noqa: S607
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout.strip()
