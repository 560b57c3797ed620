"""Making, finding and revoking tokens."""

import secrets
from collections.abc import Collection
from datetime import timedelta
from hashlib import sha256
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import ApiToken, User
from accounts.people.services.locking import lock_person
from accounts.sanctions.selectors import ban_on

MOST_TOKENS: Final = 10
# When a token was last used is told to the minute; writing it down at every request would be dear.
NOTED_EVERY: Final = timedelta(minutes=1)


class TooManyTokens(Exception):
    """Nothing was made; the message says what to do instead."""

    def __str__(self) -> str:
        return str(_("You have ten tokens already. Revoke one that you no longer need."))


def make_token(*, user: User, name: str, scopes: Collection[str]) -> str:
    """Make a token and return its text: the only time that anybody reads it."""
    text = f"df_{secrets.token_urlsafe(32)}"
    with transaction.atomic():
        lock_person(user)
        if user.api_tokens.filter(revoked_at=None).count() >= MOST_TOKENS:
            raise TooManyTokens
        known = [scope for scope in ApiToken.Scope.values if scope in scopes]
        ApiToken.objects.create(user=user, name=name, digest=_digest(text), scopes=known)
    return text


def find_token(text: str) -> ApiToken | None:
    """Return the token with this text, with whoever it belongs to; None where it is unknown or was revoked."""
    token = ApiToken.objects.select_related("user").filter(digest=_digest(text), revoked_at=None).first()
    if token is None or not token.user.is_active:
        return None
    now = timezone.now()
    if token.used_at is None or now - token.used_at > NOTED_EVERY:
        ApiToken.objects.filter(pk=token.pk).update(used_at=now)
    return token


def is_good(token: ApiToken) -> bool:
    """Tell whether a token that was good when somebody came with it still is."""
    found = ApiToken.objects.select_related("user").filter(pk=token.pk, revoked_at=None, user__is_active=True).first()
    return found is not None and ban_on(found.user) is None


def revoke_token(*, user: User, pk: int) -> bool:
    """Take a token from whoever has it, at once; the answer tells whether there was one."""
    return bool(user.api_tokens.filter(pk=pk, revoked_at=None).update(revoked_at=timezone.now()))


def may_become_bot(user: User) -> bool:
    """Tell whether nobody has played with this account: nobody is deceived about whom they played."""
    return not (user.is_bot or user.is_staff or user.seats.exists())


def become_bot(*, user: User) -> bool:
    """Mark an account as a bot's, for good; the answer tells whether that was possible."""
    with transaction.atomic():
        user = lock_person(user)
        if not may_become_bot(user):
            return False
        user.is_bot = True
        user.save(update_fields=["is_bot"])
        return True


def _digest(text: str) -> str:
    # 256 random bits need no slow hash: nobody can try them all.
    return sha256(text.encode()).hexdigest()
