"""From a table to a match: by itself when complete, by everybody being ready, or by the host."""

from enum import StrEnum

from django.db import transaction

from accounts.models import User
from games.ai.levels import OFFERED_LEVELS
from games.models import Match, Seat
from games.play.refusals import NotComplete, TooFewSeats, UnknownChoice
from games.play.services.locking import announce, lock_open_table, lock_table_of, seat_of, seats_of
from games.play.services.moves import begin_match


class FreeSeats(StrEnum):
    """What the host does with seats that nobody took."""

    FILL = "fill"
    REMOVE = "remove"


def set_ready(*, match_id: int, user: User, ready: bool = True) -> Match:
    """Answer the ready check of a live table; the last answer starts the match."""
    with transaction.atomic():
        match = lock_open_table(match_id)
        seat = seat_of(match, user)
        if any(other.is_free for other in seats_of(match)):
            raise NotComplete
        seat.ready = ready
        seat.save(update_fields=["ready"])
        begin_if_complete(match)
        announce(match)
        return match


def start_table(*, match_id: int, host: User, free_seats: FreeSeats = FreeSeats.REMOVE, level: str = "") -> Match:
    """Close the table for the host: seats nobody took go to AIs or away. A live table then asks who is ready."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        if free_seats is FreeSeats.FILL:
            _fill(match, level)
        else:
            _remove_free(match)
        match.seats.filter(user=host).update(ready=True)
        begin_if_complete(match, asked_by_host=True)
        announce(match)
        return match


def fill_with_ai(*, match_id: int, host: User, seat_number: int, level: str) -> Match:
    """Put an AI on one free seat for the host, or free a seat that an AI has."""
    with transaction.atomic():
        match = lock_table_of(match_id, host)
        if level and level not in OFFERED_LEVELS:
            raise UnknownChoice
        match.seats.filter(number=seat_number, user=None).update(ai_level=level, studio=None)
        forget_ready(match)
        begin_if_complete(match)
        announce(match)
        return match


def begin_if_complete(match: Match, *, asked_by_host: bool = False) -> bool:
    """Start a table that lacks nothing. The caller holds the lock; the answer tells whether it began."""
    seats = seats_of(match)
    if any(seat.is_free for seat in seats) or not _agreed(match, seats, asked_by_host):
        return False
    begin_match(match=match)
    return True


def forget_ready(match: Match) -> None:
    """Whoever said yes to one group is asked again for another one."""
    match.seats.filter(ready=True).update(ready=False)


def _agreed(match: Match, seats: list[Seat], asked_by_host: bool) -> bool:
    people = [seat for seat in seats if seat.user_id is not None]
    # Someone alone with AIs keeps nobody waiting.
    if len(people) == 1:
        return asked_by_host or match.starts_when_full
    if match.pace == Match.Pace.LIVE and match.ready_check:
        return all(seat.ready for seat in people)
    return asked_by_host or match.starts_when_full


def _fill(match: Match, level: str) -> None:
    if level not in OFFERED_LEVELS:
        raise UnknownChoice
    match.seats.filter(user=None, ai_level="").update(ai_level=level)


def _remove_free(match: Match) -> None:
    """Take away the free seats; the others move together. Ascending, so that no number is ever taken twice."""
    seats = seats_of(match)
    taken = [seat for seat in seats if not seat.is_free]
    if len(taken) < 2:
        raise TooFewSeats
    match.seats.filter(user=None, ai_level="").delete()
    for number, seat in enumerate(taken):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
    if match.size != len(taken):
        match.size = len(taken)
        match.save(update_fields=["size"])
