"""Compute all ratings anew from the history: `manage.py recompute_ratings [--check]`."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from leaderboard.services.audit import Wrong, audit, recompute

SHOWN = 20


class Command(BaseCommand):
    """Puts right what differs; what is as it should be stays as it is."""

    help = "Computes all ratings anew from the finished matches and puts right what differs."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--check", action="store_true", help="only tell what differs, and exit 1 if anything does")

    def handle(self, *args: Any, **options: Any) -> None:
        if options["check"]:
            self.tell(wrong := audit())
            if wrong:
                raise CommandError("The ratings differ from their recomputation.")
            return
        matches, wrong = recompute()
        self.tell(wrong)
        self.stdout.write(f"{matches} matches count; {len(wrong)} differences were put right.")

    def tell(self, wrong: list[Wrong]) -> None:
        """Print the first differences, a line each."""
        for difference in wrong[:SHOWN]:
            about = f"match {difference.match_id}: " if difference.match_id else ""
            self.stdout.write(f"{about}{difference.words}")
