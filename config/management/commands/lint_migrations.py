"""Check that the code of the version before survives each new migration."""

import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.db.migrations.loader import MigrationLoader

from config.survivable import OURS, problems_of


class Command(BaseCommand):
    """`make check` runs it: during an upgrade old processes still run on the new tables."""

    help = "Tell which migrations since the baseline would break processes of the version before."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Take the names of apps."""
        parser.add_argument("apps", nargs="*", default=sorted(OURS))

    def handle(self, *, apps: list[str], **options: Any) -> None:
        """Print a line for each thing that is wrong."""
        loader = MigrationLoader(None)
        wrong = [line for app in apps for line in problems_of(loader, app)]
        for line in wrong:
            self.stderr.write(line)
        if wrong:
            sys.exit(1)
