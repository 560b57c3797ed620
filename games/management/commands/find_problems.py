"""Looks for the problems of days that are due."""

from typing import Any

from django.core.management.base import BaseCommand

from games.problems.services import find_due, prepare_days


class Command(BaseCommand):
    """`manage.py find_problems`: see to today's problem, look for tomorrow's in matches that are over, then end."""

    help = "Look through public matches that are over for the problem of the day."
    requires_system_checks = ()

    def handle(self, **options: Any) -> None:
        """Do all that is due."""
        prepare_days()
        while find_due():
            pass
