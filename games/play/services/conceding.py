"""Leaving a match for good: an AI plays the seat to the end, and whoever gave it up looks on."""

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.models import Match, TableEvent
from games.play.refusals import ActionRefused, NotSeated
from games.play.services.deadlines import hand_to_ai
from games.play.services.locking import expect_known_rules, lock_table, seats_of


class NothingToLeave(ActionRefused):
    reason = _("This match is over, so you cannot leave it any more.")


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
    hand_to_ai(match, seats, seat, TableEvent.Kind.CONCEDED, for_good=True)
