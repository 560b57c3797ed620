"""How somebody stands before a host who has set limits."""

from django.db.models import Count, Q

from accounts.models import User
from games.lobby.services.join_limits import Reputation
from leaderboard.elo import START, shown
from leaderboard.ladders import Ladder, table_of
from leaderboard.models import Appearance, Rating


def reputation_of(user: User, seats: int) -> Reputation:
    """Return the overall rating at tables of this size, and the reliability; a newcomer has the usual of both."""
    slug = Ladder(table_of(seats)).slug
    value = Rating.objects.filter(user=user, ladder=slug).values_list("value", flat=True).first()
    return Reputation(shown(START if value is None else value), reliability_of(user))


def reliability_of(user: User) -> int:
    """Return how many matches of a hundred somebody neither gave up nor left to the AI."""
    absent = Q(has_quit=True) | Q(was_away=True)
    figures = Appearance.objects.filter(user=user).aggregate(played=Count("pk"), absent=Count("pk", filter=absent))
    return reliability(**figures)


def reliability(played: int, absent: int) -> int:
    """Return the share of matches in which somebody was there, of a hundred; nobody begins with a bad name."""
    return round(100 * (played - absent) / played) if played else 100
