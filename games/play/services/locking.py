"""What all services at a table share: the lock on it, and what must hold before anything is changed there."""

from typing import Any

from django.db.models import F, QuerySet
from django.utils import timezone

from accounts.models import User
from config.prepared import Prepared, PreparedUpdate
from games import broadcast
from games.models import Match, Seat
from games.play.refusals import DamagedMatch, NotHost, NotSeated, TableGone, TableStarted, UnknownRules

_tables_to_lock = Prepared(lambda pk: Match.objects.select_for_update().filter(pk=pk))
_store_look = PreparedUpdate(Seat, "seen_number", "looked_at")
_seats_in_order = Prepared(lambda match: Seat.objects.filter(match=match).order_by("number"))


def lock_table(match_id: int) -> Match:
    """Return the table, locked until the end of the transaction: whoever else wants to change it waits."""
    match = _tables_to_lock.first(match_id)
    if match is None:
        raise Match.DoesNotExist
    return match


def lock_tables(tables: QuerySet[Match]) -> list[int]:
    """Lock several tables in the order of their numbers, as everybody does, against deadlocks; return the numbers."""
    return list(tables.select_for_update().order_by("pk").values_list("pk", flat=True))


def lock_open_table(match_id: int) -> Match:
    """Return the table, if it still waits for players."""
    match = lock_table(match_id)
    expect_open(match)
    return match


def lock_table_of(match_id: int, host: User) -> Match:
    """Return the table, if it still waits for players and this is its host."""
    match = lock_open_table(match_id)
    if match.host_id != host.pk:
        raise NotHost
    return match


def expect_open(match: Match) -> None:
    if match.status == Match.Status.DISSOLVED:
        raise TableGone
    if match.status != Match.Status.OPEN:
        raise TableStarted


def expect_known_rules(match: Match) -> None:
    if not match.has_known_rules:
        raise UnknownRules


def expect_playable(match: Match) -> None:
    """Refuse what needs to know how a match stands, where that cannot be read."""
    expect_known_rules(match)
    if match.status == Match.Status.RUNNING and not match.is_readable:
        raise DamagedMatch


def seats_of(match: Match) -> list[Seat]:
    """Return all seats in order, with who sits there. The lock on the table covers them."""
    return list(match.seats.select_related("user").order_by("number"))


def seats_in_play(match: Match) -> list[Seat]:
    """Return the same for a move, which asks for people only where one may be written to."""
    if match.pace == Match.Pace.SLOW:
        return seats_of(match)
    seats = _seats_in_order(match.pk)
    for seat in seats:
        seat.match = match
    return seats


def note_looking(seat: Seat, number: int) -> None:
    """Note that whoever has a seat has seen their table up to its latest number. The caller holds the lock."""
    seat.seen_number, seat.looked_at = number, timezone.now()
    _store_look(seat)


def seat_of(match: Match, user: User) -> Seat:
    """Return the person's seat; refuse where there is none."""
    seat = match.seats.filter(user=user).first()
    if seat is None:
        raise NotSeated
    return seat


def newer() -> dict[str, Any]:
    """Return what an update writes that changes what a table shows: the version, and when that was."""
    return {"version": F("version") + 1, "changed_at": timezone.now()}


def announce(match: Match) -> None:
    """Raise the table's version and, once that is committed, tell those who look at it or at the lobby."""
    # In the database, since the caller may have read the row before others raised the version.
    Match.objects.filter(pk=match.pk).update(**newer())
    match.version += 1
    broadcast.announce_table(match)
    broadcast.announce_lobby()
