"""Put a backup in the place of the database."""

from argparse import ArgumentParser
from datetime import timedelta
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from config.backups import BackupRefused, restore_backup
from games.models import Heartbeat, Match
from games.operations.ledger import begin_ledger_anew

# So many sweeps without a heartbeat, and nobody is at work any more.
QUIET_SWEEPS = 5


class Command(BaseCommand):
    """`manage.py restore FILE`: bring a backup back, migrate it to this version and check every match in it."""

    help = "Replace the database by what a backup holds, migrate it and verify every match. Stop the site first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Which one, and in the place of what."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="throw away the matches that the database holds now")

    def handle(self, *, file: Path, replace: bool, **options: Any) -> None:
        """Refuse where something would be lost unasked; otherwise restore, migrate and verify."""
        self.expect_quiet()
        if not replace and self.has_matches():
            raise CommandError("The database holds matches. Say --replace to put the backup in their place.")
        try:
            figures = restore_backup(file)
        except BackupRefused as problem:
            raise CommandError(str(problem)) from problem
        self.stdout.write(f"Restored: {', '.join(f'{count} {what}' for what, count in figures.items())}")
        call_command("migrate", interactive=False, verbosity=0)
        begin_ledger_anew()
        call_command("verify", "--all", stdout=self.stdout)

    def expect_quiet(self) -> None:
        """Refuse while the site runs: its processes would go on with what they remember."""
        awake = timezone.now() - timedelta(seconds=QUIET_SWEEPS * settings.SWEEP_SECONDS)
        try:
            is_awake = Heartbeat.objects.filter(beat_at__gt=awake).exists()
        except DatabaseError:  # an empty database, or one that is beyond reading
            return
        if is_awake:
            raise CommandError("The site is running, or stopped a moment ago. Stop all its processes, then try again.")

    def has_matches(self) -> bool:
        """Tell whether there is anything to lose."""
        try:
            return Match.objects.exists()
        except DatabaseError:
            return False
