"""Write the whole database into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backups import BackupRefused, forget_older_backups, make_backup


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
        try:
            self.stdout.write(str(make_backup(folder)))
        except (BackupRefused, OSError) as problem:
            raise CommandError(f"No backup was made. {problem}") from problem
        if keep is not None:
            try:
                forget_older_backups(folder, keep)
            except OSError as problem:
                raise CommandError(f"It was made, but an older one could not be removed. {problem}") from problem
