"""Fills an empty database with a demonstration."""

from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.demo.matches import DEMO_NAME, DEMO_PASSWORD, make_demo


class Command(BaseCommand):
    """`manage.py demo`: players, matches at telling moments, finished ones. Only in development."""

    help = "Make a demonstration in an empty database, for development."

    def handle(self, **options: Any) -> None:
        """Refuse outside development: everybody knows these passwords."""
        if not settings.DEBUG:
            raise CommandError("The demonstration has known passwords: it is made in development only.")
        if not make_demo():
            raise CommandError("There are people in this database already: nothing was changed.")
        self.stdout.write(f"Made. Log in as {DEMO_NAME} with the password {DEMO_PASSWORD}.")
