"""Giving orders, and playing what was ordered: through the same door as every other move."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.db import transaction

from games import broadcast
from games.models import Match, OrderSheet, Seat
from games.orders.values import NO_ORDERS, Changes
from games.play.order_checks import check_changes
from games.play.refusals import MatchOver, NotSeated, OrdersMoved, TooLateToTakeBack
from games.play.selectors.orders import answer_by_order, is_fresh_lot, sheet_of
from games.play.services import clocks
from games.play.services.deadlines import give_back
from games.play.services.locking import expect_playable, lock_table, seats_of
from games.play.services.moves import PlayedNumber, TableMoved, play_moves
from games.play.services.order_sheets import write_changes
from games.play.services.table_events import show

# Whoever has answered takes that back only while there is so much time to answer anew.
TIME_TO_ANSWER: Final = timedelta(seconds=10)


@dataclass(frozen=True, slots=True)
class GivenOrders:
    """The answer to an edit: the sheet's number now, whether it came before with the same key, and what was played."""

    number: int
    again: bool = False
    played: PlayedNumber | None = None


def give_orders(
    *, match_id: int, seat: int, changes: Changes, number: int, key: str = "", user_id: int | None = None
) -> GivenOrders:
    """Change what a seat orders, made on a page that showed the sheet's `number`; or refuse with everything as it was.

    Whatever answers the question that the seat is asked just now is played at once, as if by hand. Whoever names a
    person has it refused where the seat is no longer theirs.
    """
    with transaction.atomic():
        match = lock_table(match_id)
        sheet = sheet_of(match_id, seat)
        if key and sheet.key == key:
            return GivenOrders(sheet.number, again=True)
        _expect_played(match)
        if sheet.number != number:
            raise OrdersMoved
        check_changes(match.read_state(), seat, sheet.orders, changes)
        return _write_and_act(match, sheet, changes, key, user_id)


def revoke_orders(*, match_id: int, seat: int, number: int, key: str = "", user_id: int | None = None) -> GivenOrders:
    """Take back everything that a seat has ordered: from here on it is asked."""
    with transaction.atomic():
        match = lock_table(match_id)
        sheet = sheet_of(match_id, seat)
        if key and sheet.key == key:
            return GivenOrders(sheet.number, again=True)
        _expect_played(match)
        if sheet.number != number:
            raise OrdersMoved
        sheet.orders = NO_ORDERS
        return _write_and_act(match, sheet, Changes(match.read_state().quarter), key, user_id)


def play_ordered(*, match_id: int, number: int) -> PlayedNumber | None:
    """Play entry `number` as the acting seat has ordered it, if it has; asked again under the lock.

    Orders go on while their owner is away: they were theirs, and whoever stands in decides only what they left open.
    """
    with transaction.atomic():
        match = lock_table(match_id)
        if match.number + 1 != number or match.ai_due_at is None or match.turn_seat is None or match.awaited:
            raise TableMoved
        seat = seats_of(match)[match.turn_seat]
        said = answer_by_order(match, match.read_state(), seat)
        if said is None:
            return None
        # In the log it looks like all else that is played while its owner is away.
        by_ai = bool(seat.brain_level)
        return play_moves(
            match_id=match_id, seat=seat.number, moves=said.moves, number=number, by_order=True, by_ai=by_ai
        )


def _expect_played(match: Match) -> None:
    if match.status != Match.Status.RUNNING:
        raise MatchOver
    expect_playable(match)


def _write_and_act(match: Match, sheet: OrderSheet, changes: Changes, key: str, user_id: int | None) -> GivenOrders:
    """Write an edit down and do what follows from it: nothing that others see, as long as it answers no question."""
    write_changes(sheet, changes, key=key)
    seats = seats_of(match)
    seat = seats[sheet.seat]
    if seat.conceded_at is not None or seat.user_id is None or user_id not in (None, seat.user_id):
        raise NotSeated
    if seat.stood_in_since is not None:
        give_back(match, seats, seat)
    played = _act(match, seats, seat)
    broadcast.announce_own(match.pk, [seat.user_id])
    return GivenOrders(sheet.number, played=played)


def _act(match: Match, seats: Sequence[Seat], seat: Seat) -> PlayedNumber | None:
    if match.turn_seat == seat.number and not match.awaited:
        return _answer_now(match, seats, seat)
    if match.auctions == Match.Auctions.TOGETHER and is_fresh_lot(match.read_state()):
        _ask_again(match, seats, seat)
    return None


def _answer_now(match: Match, seats: Sequence[Seat], seat: Seat) -> PlayedNumber | None:
    """Whoever is asked and gives an order has answered; an order that was revoked in time leaves it to them."""
    said = answer_by_order(match, match.read_state(), seat) if match.paused_at is None else None
    if said is not None:
        return play_moves(match_id=match.pk, seat=seat.number, moves=said.moves, number=match.number + 1)
    _ask_again(match, seats, seat)
    return None


def _ask_again(match: Match, seats: Sequence[Seat], seat: Seat) -> None:
    """Find out who is asked after an edit. That somebody has answered is for everybody, what they said for nobody."""
    before, asked_at, deadline_at = match.awaited, match.asked_at, match.deadline_at
    was_asked = _is_asked(match, seat)
    clocks.ask(match, seats, anew=False)
    if match.turn_seat == seat.number and not match.awaited and match.ai_due_at is None and deadline_at:
        # Whoever changes their orders again and again does not get new time for it.
        match.asked_at, match.deadline_at = asked_at or clocks.match_time(match), deadline_at
    if _is_asked(match, seat) and not was_asked:
        _expect_time_to_answer(match)
    if match.awaited != before:
        match.version += 1
        show(match, *clocks.TIMED)
    else:
        match.save(update_fields=[*clocks.TIMED])


def _is_asked(match: Match, seat: Seat) -> bool:
    """Tell whether a seat is asked and nothing of its own answers for it."""
    return match.asks(seat.number) and match.ai_due_at is None


def _expect_time_to_answer(match: Match) -> None:
    """Whoever had answered is not asked once more when there is no time to: a slip would have an AI play for them.

    They get no new time for it either, which would keep everybody waiting as often as they liked.
    """
    if match.deadline_at is not None and match.deadline_at - clocks.match_time(match) < TIME_TO_ANSWER:
        raise TooLateToTakeBack


def leave_to_owner(*, match_id: int, number: int) -> None:
    """Ask a person whose turn was due to be answered for, where nothing answers any more: nobody is left waiting."""
    with transaction.atomic():
        match = lock_table(match_id)
        if match.number + 1 != number or match.ai_due_at is None or match.turn_seat is None or match.paused_at:
            return
        seats = seats_of(match)
        if not seats[match.turn_seat].brain_level:
            clocks.ask(match, seats, anew=False)
            match.save(update_fields=[*clocks.TIMED])
