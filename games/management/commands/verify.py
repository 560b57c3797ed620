"""Checks that what must hold for every match holds."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from tqdm import tqdm

from games.engine.state import KNOWN_RULES
from games.models import Match
from games.play.verification import Broken, verify_site, verify_stored


class Command(BaseCommand):
    """`manage.py verify [MATCH…|--all]`: a line for everything that is broken; exit 1 where anything is."""

    help = "Check the invariants of matches: numbers, moves, money, tiles, turns, and with --all those of the site."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which matches."""
        parser.add_argument("matches", nargs="*", type=int, metavar="MATCH")
        parser.add_argument("--all", action="store_true", help="every match, and the site as a whole")

    def handle(self, *, matches: list[int], **options: Any) -> None:
        """Check each match and go on to the next, whatever it finds."""
        if bool(matches) == options["all"]:
            raise CommandError("Name matches by their numbers, or say --all.")
        checked = broken = 0
        unknown = self.count_unknown(matches)
        for match_id, problems in self.look_at(matches):
            checked += 1
            broken += bool(problems)
            for problem in problems:
                self.stdout.write(f"match {match_id}: {problem.invariant}: {problem.words}")
        site = verify_site() if options["all"] else []
        for problem in site:
            self.stdout.write(f"site: {problem.invariant}: {problem.words}")
        said = f"{checked} checked, {broken} broken" + (f", {len(site)} on the site" if site else "")
        self.stdout.write(said + (f", {unknown} by rules that are not known here" if unknown else ""))
        if broken or site:
            sys.exit(1)

    def count_unknown(self, wanted: list[int]) -> int:
        """Return how many of them can be checked in part only."""
        matches = Match.objects.filter(pk__in=wanted) if wanted else Match.objects.all()
        return matches.exclude(rules__in=KNOWN_RULES).exclude(status=Match.Status.OPEN).count()

    def look_at(self, wanted: list[int]) -> Iterator[tuple[int, list[Broken]]]:
        """Yield every match with what is wrong with it, one at a time in memory."""
        ids = wanted or list(Match.objects.order_by("pk").values_list("pk", flat=True))
        for match_id in tqdm(ids, unit=" matches", disable=not sys.stderr.isatty(), leave=False):
            broken = verify_stored(match_id)
            missing = [Broken("none", "there is no such match")] if wanted else []
            yield match_id, missing if broken is None else broken
