"""Confirm the second factor of the first administrator, for whom nobody else can."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from accounts.people.selectors import who_logs_in
from accounts.staff.services.factors import CannotConfirm, confirm_factors, waiting_factors


class Command(BaseCommand):
    """`manage.py confirm_factor NAME`: what NAME has set up opens the admin from now on."""

    help = __doc__ or ""

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, and why."""
        parser.add_argument("name")
        parser.add_argument("--why", default="by command")

    def handle(self, *args: Any, **options: Any) -> None:
        """Confirm all that wait, and say which."""
        user = who_logs_in(options["name"])
        if user is None:
            raise CommandError(f"Nobody is called {options['name']}.")
        factors = list(waiting_factors(user))
        if not factors:
            raise CommandError(f"{user} has no second factor that waits. It is set up at /account/2fa/.")
        try:
            confirm_factors(actor=None, user=user, factors=[factor.pk for factor in factors], why=options["why"])
        except CannotConfirm as refusal:
            raise CommandError(str(refusal)) from refusal
        for factor in factors:
            self.stdout.write(f"Confirmed for {user}: {factor}, set up {factor.created_at:%Y-%m-%d %H:%M} UTC.")
