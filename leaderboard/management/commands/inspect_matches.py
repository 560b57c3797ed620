"""Reads rated matches that are over for fair play, and shows moderators what stands out."""

from typing import Any

from django.core.management.base import BaseCommand

from leaderboard.services.inspecting import inspect_next


class Command(BaseCommand):
    """`manage.py inspect_matches`: read what is due, then end. The worker starts it by itself."""

    help = "Read rated matches that are over and have not been read yet, for the moderators."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        """Read one match after the other."""
        while inspect_next():
            pass
