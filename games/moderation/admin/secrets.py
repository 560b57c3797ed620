"""Reading what is hidden in a match: never without a trace, and never by who plays there."""

from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied

from accounts.models import User
from accounts.staff.services.trace import trace
from games.models import Match
from games.play.selectors.visibility import has_played, plays_same_deal


def plays_in(user: User | AnonymousUser, match: Match) -> bool:
    """Tell whether somebody has a seat in a match that is not over; who gave theirs up had it, or lost it, too."""
    if not isinstance(user, User):
        return False
    if match.status != Match.Status.RUNNING:
        return plays_same_deal(match, user)
    return match.seats.filter(user=user).exists() or has_played(match, user) or plays_same_deal(match, user)


def read_secrets(*, actor: User | AnonymousUser, match: Match, why: str) -> dict[str, Any]:
    """Return the whole state, written down before it is shown."""
    if not isinstance(actor, User) or plays_in(actor, match):
        raise PermissionDenied
    trace(actor=actor, verb="read secrets", why=why, target=match, after={"number": match.number})
    assert match.state is not None
    return dict(match.state)
