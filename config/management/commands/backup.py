"""Write the whole database into one file."""

import logging
import threading
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backups import forget_older_backups, make_backup

LONGEST_WAIT: Final = 30.0  # seconds; a mail server that is silent is given up sooner (EMAIL_TIMEOUT)

logger = logging.getLogger(__name__)


class Command(BaseCommand):
    """`manage.py backup [FOLDER] [--keep N]`: a consistent copy, made while the site runs."""

    help = "Write a backup into FOLDER (by default var/backups) and print where it is; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to, and how many stay there."""
        parser.add_argument("folder", nargs="?", type=Path, default=settings.BASE_DIR / "var" / "backups")
        parser.add_argument("--keep", type=int, metavar="N", help="then leave only the newest N backups in FOLDER")

    def handle(self, *, folder: Path, keep: int | None, **options: Any) -> None:
        """Make it, and only then remove others."""
        if keep is not None and keep < 1:
            raise CommandError("--keep wants at least 1.")
        with self.telling("No backup was made."):
            self.stdout.write(str(make_backup(folder)))
        if keep is not None:
            with self.telling("It was made, but an older one could not be removed."):
                forget_older_backups(folder, keep)

    @contextmanager
    def telling(self, words: str) -> Iterator[None]:
        """Have operators told of whatever fails here: a timer has nobody who reads what it prints."""
        try:
            yield
        except Exception as problem:
            logger.exception("%s %s", words, problem)
            wait_for_alarms()
            raise CommandError(f"{words} {problem}") from problem


def wait_for_alarms() -> None:
    """Let mails to administrators go out, which are sent in threads that would end with this process."""
    for thread in threading.enumerate():
        if thread.name == "alarm":
            thread.join(LONGEST_WAIT)
