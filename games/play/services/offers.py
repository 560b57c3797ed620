"""Seats whose people stay away: after a while they are there for a substitute."""

from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games import broadcast
from games.engine.state import KNOWN_RULES
from games.models import Match, Seat, TableEvent
from games.play.selectors.rest import rest_at
from games.play.services.agreements import follow_agreement
from games.play.services.attempts import attempt
from games.play.services.locking import lock_table, seats_of
from games.play.services.table_events import show, write_event
from games.play.working_time import add_working

# So many times the time for a decision somebody may stay away before their seat is offered.
PATIENCE: Final = 2
SWEPT_AT_ONCE: Final = 100


def offered_from(match: Match, seat: Seat, away_since: datetime) -> datetime | None:
    """Return when the seat of somebody who stays away is offered: never at a live table, and not in their rest.

    In a tournament an AI plays for whoever vanishes, so that nobody comes to a deal or to points by another's seat.
    """
    if match.pace != Match.Pace.SLOW or match.in_tournament:
        return None
    return add_working(away_since, timedelta(seconds=PATIENCE * match.decision_seconds), rest_at(match, seat))


def offer_seats() -> int:
    """Offer every seat whose person has stayed away for long enough; several may sweep at once."""
    due = _due().order_by("offer_at").values_list("match", "pk")[:SWEPT_AT_ONCE]
    return sum(attempt(_offer, match_id, seat_id=seat_id) for match_id, seat_id in list(due))


def _due() -> QuerySet[Seat]:
    playable = {"match__status": Match.Status.RUNNING, "match__paused_at": None, "match__rules__in": KNOWN_RULES}
    return Seat.objects.filter(offer_at__lte=timezone.now(), is_offered=False, **playable)


@transaction.atomic
def _offer(match_id: int, seat_id: int) -> bool:
    """Asked again once nobody can change it: the owner may have come back in the same moment."""
    match = lock_table(match_id)
    seat = _due().filter(pk=seat_id).first()
    if seat is None:
        return False
    seat.is_offered = True
    seat.save(update_fields=["is_offered"])
    write_event(match, TableEvent.Kind.OFFERED, seat=seat.number)
    show(match)
    broadcast.announce_lobby()
    follow_agreement(match, seats_of(match))
    return True
