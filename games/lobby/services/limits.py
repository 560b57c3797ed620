"""How many tables one person may have, and who may play for ratings.

Two requests at once cannot pass a limit: whoever asks here holds the lock on the person.
"""

from django.conf import settings

from accounts.models import Sanction, User
from accounts.sanctions.selectors import sanction_on
from games.models import Match, Seat
from games.play.refusals import BarredFromRated, GuestsPlayUnrated, TooManyOpenTables, TooManyTables

UNDER_WAY = (Match.Status.OPEN, Match.Status.RUNNING)


def expect_room_to_host(user: User) -> None:
    """Refuse one more open table of the same host. The caller holds the lock on the person."""
    limit = settings.GUEST_OPEN_TABLES if user.is_guest else settings.OPEN_TABLES
    if Match.objects.filter(host=user, status=Match.Status.OPEN).count() >= limit:
        raise TooManyOpenTables


def expect_room_to_sit(user: User) -> None:
    """Refuse one more seat to who has very many. The caller holds the lock on the person."""
    limit = settings.GUEST_TABLES if user.is_guest else settings.TABLES
    if Seat.objects.filter(user=user, conceded_at=None, match__status__in=UNDER_WAY).count() >= limit:
        raise TooManyTables


def expect_may_be_rated(user: User, *, rated: bool) -> None:
    """Ratings are for people who are known: a guest could lose under one name and win under the next."""
    if rated and (user.is_guest or not user.is_confirmed):
        raise GuestsPlayUnrated
    if rated and sanction_on(user, Sanction.Kind.UNRATED):
        raise BarredFromRated
