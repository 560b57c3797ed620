"""Make a token for a program, and an account for it where there is none."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from accounts.api_tokens.services import TooManyTokens, make_token
from accounts.models import ApiToken, User
from accounts.names import validate_spelling


class Command(BaseCommand):
    """`manage.py api_token NAME --scopes read,play,tables [--bot]`: print a new token alone on a line."""

    help = "Print a new API token of an account; the account is made if there is none, with --bot as a bot's."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whose, and for what."""
        parser.add_argument("name")
        parser.add_argument("--scopes", default="read,play,tables", help="separated by commas")
        parser.add_argument("--bot", action="store_true", help="the account belongs to a program")

    @transaction.atomic
    def handle(self, *, name: str, scopes: str, bot: bool, **options: Any) -> None:
        """Find or make the account, then the token."""
        wanted = scopes.split(",")
        if not set(wanted) <= set(ApiToken.Scope.values):
            raise CommandError(f"The scopes are {', '.join(ApiToken.Scope.values)}.")
        user = self.find(name, is_bot=bot)
        if bot and not user.is_bot:
            raise CommandError(f"{name} is the account of a person, and is not turned into a bot's.")
        try:
            self.stdout.write(make_token(user=user, name="api_token", scopes=wanted))
        except TooManyTokens as refusal:
            raise CommandError(f"{name} has ten tokens already. Revoke one in the settings.") from refusal

    def find(self, name: str, *, is_bot: bool) -> User:
        """Return the account of this name, or a new one that nobody can log in to by a password."""
        try:
            return User.objects.get_by_natural_key(name)
        except User.DoesNotExist:
            pass
        try:
            validate_spelling(name)
        except ValidationError as problem:
            raise CommandError(f"{name} cannot be the name of an account: {problem}") from problem
        return User.objects.create_user(name, is_bot=is_bot)
