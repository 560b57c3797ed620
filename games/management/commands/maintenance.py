"""Begin or end maintenance from the shell, for a deployment: all clocks stop and go on together."""

from argparse import ArgumentParser
from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.play.services.maintenance import AlreadySo, begin_maintenance, end_maintenance


class Command(BaseCommand):
    """`manage.py maintenance on --minutes 10`, `manage.py maintenance off`."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """On or off, for how long about, and why."""
        parser.add_argument("state", choices=["on", "off"])
        parser.add_argument("--minutes", type=int, help="when it is expected to end")
        parser.add_argument("--why", default="by command")

    def handle(self, *args: Any, **options: Any) -> None:
        """Switch."""
        minutes = options["minutes"]
        until = timezone.now() + timedelta(minutes=minutes) if minutes else None
        try:
            if options["state"] == "on":
                begin_maintenance(actor=None, why=options["why"], expected_until=until)
            else:
                end_maintenance(actor=None, why=options["why"])
        except AlreadySo as refusal:
            raise CommandError(str(refusal)) from refusal
        self.stdout.write(f"Maintenance is {options['state']}.")
