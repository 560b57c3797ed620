"""Playing again with the same people."""

from dataclasses import fields

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.people.selectors import ids_blocked_either_way
from accounts.people.services.locking import lock_person
from games.ai.levels import OFFERED_LEVELS
from games.lobby.services.seating import sit_down
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match, Seat
from games.play.refusals import ActionRefused
from games.play.services.locking import announce, lock_table, seat_of, seats_of


class NotOverYet(ActionRefused):
    reason = _("Finish this match first.")


def play_again(*, match_id: int, user: User) -> Match:
    """Open a table like that of a finished match and ask its people; who comes later sits down at the same one."""
    with transaction.atomic():
        user = lock_person(user)
        # The lock on the finished match makes two who ask at once come one after the other.
        over = lock_table(match_id)
        seat_of(over, user)
        if over.status != Match.Status.FINISHED:
            raise NotOverYet
        again = Match.objects.filter(rematch_of=over).exclude(status=Match.Status.DISSOLVED).first()
        return _open_again(over, user) if again is None else _join_again(again, user)


def _join_again(again: Match, user: User) -> Match:
    """Lead to the table that is open already, and to a seat there while it waits for players."""
    again = lock_table(again.pk)
    if again.status == Match.Status.OPEN:
        sit_down(again, user)
    return again


def _open_again(over: Match, user: User) -> Match:
    Match.objects.filter(rematch_of=over).update(rematch_of=None)  # one that was dissolved stands in nobody's way
    seats = seats_of(over)
    again = open_table(
        host=user, options=_options_of(over), ai_levels=_levels(seats), invited=tuple(_others(seats, user))
    )
    again.rematch_of = over
    again.save(update_fields=["rematch_of"])
    announce(over)
    return again


def _options_of(match: Match) -> TableOptions:
    return TableOptions(**{field.name: getattr(match, field.name) for field in fields(TableOptions)})


def _levels(seats: list[Seat]) -> tuple[str, ...]:
    """Return the AIs that can still be had; a seat whose level is gone is free for somebody else."""
    return tuple(seat.ai_level for seat in seats if seat.ai_level in OFFERED_LEVELS)


def _others(seats: list[Seat], user: User) -> list[User]:
    """Return those who played and can be asked: who left for good, or is kept apart, is passed over in silence."""
    apart = {user.pk, *ids_blocked_either_way(user)}
    people = [seat.user for seat in seats if seat.user is not None]
    return [person for person in people if person.pk not in apart and person.is_active and person.left_at is None]
