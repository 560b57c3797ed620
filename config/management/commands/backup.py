"""Write the whole database into one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from config.backups import BackupRefused, make_backup


class Command(BaseCommand):
    """`manage.py backup [FOLDER]`: a consistent copy, made while the site runs."""

    help = "Write a backup into FOLDER (by default var/backups) and print where it is; the site may run meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Where to."""
        parser.add_argument("folder", nargs="?", type=Path, default=settings.BASE_DIR / "var" / "backups")

    def handle(self, *, folder: Path, **options: Any) -> None:
        """Make it."""
        try:
            self.stdout.write(str(make_backup(folder)))
        except (BackupRefused, OSError) as problem:
            raise CommandError(f"No backup was made. {problem}") from problem
