"""Leaving a match for good: an AI plays the seat to the end, and whoever gave it up looks on."""

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, TableEvent
from games.play.refusals import ActionRefused, NotSeated
from games.play.services.clocks import TIMED, ask, stop_if_alone
from games.play.services.locking import expect_known_rules, lock_table, seats_of
from games.play.services.table_events import show, write_event


class NothingToLeave(ActionRefused):
    reason = _("This match is over, so there is nothing left to leave.")


def concede(*, match_id: int, user: User) -> None:
    """Give up one's seat in a match that is played."""
    with transaction.atomic():
        match = lock_table(match_id)
        if match.status != Match.Status.RUNNING:
            raise NothingToLeave
        expect_known_rules(match)
        give_up(match, user)


def give_up(match: Match, user: User) -> None:
    """Hand somebody's seat to an AI for good. The caller holds the lock on a match that is played.

    A match that all its people have left is played to its end by AIs: its record, and the others' result, stay whole.
    """
    seats = seats_of(match)
    seat = next((seat for seat in seats if seat.user_id == user.pk and seat.conceded_at is None), None)
    if seat is None:
        raise NotSeated
    seat.conceded_at, seat.stood_in_since = timezone.now(), None
    seat.save(update_fields=["conceded_at", "stood_in_since"])
    write_event(match, TableEvent.Kind.CONCEDED, seat=seat.number)
    if match.turn_seat == seat.number:
        ask(match, seats)  # the AI that has the seat now, which would otherwise wait for the person's deadline
    stop_if_alone(match, seats)
    show(match, *TIMED)
