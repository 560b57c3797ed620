"""Who plays what at a table that is in play."""

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.models import Match


def seat_number_of(match: Match, user: User | AnonymousUser) -> int | None:
    """The seat of a person; None for whoever only looks on, also for having given theirs up."""
    if not isinstance(user, User):
        return None
    return match.seats.filter(user=user, conceded_at=None).values_list("number", flat=True).first()
