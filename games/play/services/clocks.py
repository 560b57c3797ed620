"""Clocks: a person who is asked has until a deadline, an AI that is asked is due. Both are rows, in UTC."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from math import ceil
from random import SystemRandom
from typing import Final

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine import State, forced
from games.engine.state import AUCTION
from games.models import Match, Seat, TableEvent
from games.play.selectors.guide import is_guided
from games.play.selectors.maintenance import maintenance_now
from games.play.selectors.orders import answer_by_order, awaited_seats, is_fresh_lot, seats_ahead
from games.play.selectors.rest import deadline_for, put_off, rest_at
from games.play.selectors.visibility import undo_at
from games.play.services.downtime import put_off_offers, silence
from games.play.services.locking import lock_table, seats_of
from games.play.services.notices import tell_ahead, tell_turn
from games.play.services.table_events import show, write_event
from games.play.working_time import working_between

# What asking somebody changes of a match.
TIMED: Final = ("asked_at", "deadline_at", "ai_due_at", "awaited", "is_skipping")
# What a pause changes of it.
PAUSED: Final = ("paused_at", "paused_by")
# At a live table everybody has, besides the time for each decision, a bank of so many times that for the whole match.
BANK: Final = 4
# Where everybody is away nobody is hurried: those who stand in take a share of the time a person would have had.
EMPTY_TABLE_SHARE: Final = 24
# What is forced waits so many times as long while a person may still take back what led to it.
UNDO_PATIENCE: Final = 4
# Alone with fast AIs, it waits for so much less.
FAST_SHARE: Final = 4

_chance = SystemRandom()


def fill_banks(match: Match) -> None:
    """Give everybody their bank of time, where the table has one. The caller holds the lock."""
    bank = BANK * match.decision_seconds if match.pace == Match.Pace.LIVE else match.bank_seconds
    if bank:
        match.seats.exclude(user=None).update(bank_seconds=bank)


def ask(match: Match, seats: Sequence[Seat], *, anew: bool = True, since: datetime | None = None) -> None:
    """Ask whoever is to act: an AI is due, a person's clock runs, or runs on. The caller saves TIMED.

    `since` is when it began to run, where that was not now.
    An answer that is forced, or ordered, is due by itself, a person's too. Their clock runs beside it, for whatever
    they take back. Where an auction is held together, all who have not answered are asked at once.
    """
    # One that cannot be read forces nobody, and may still be left.
    seat, state = acting(match, seats), match.read_state() if match.is_readable else None
    awaited = [] if state is None else awaited_seats(match, state, seats)
    if awaited:
        _ask_together(match, seats, awaited, anew=anew, since=since)
        return
    match.ai_due_at = None if seat is None else _answered_at(match, state, seat, seats)
    match.is_skipping = match.is_skipping and match.ai_due_at is not None
    was_together, match.awaited = bool(match.awaited), 0
    # Whoever is left to answer alone, after all have, has time of their own for it.
    anew = anew or (was_together and match.ai_due_at is None)
    if was_together and match.ai_due_at is not None:
        match.asked_at = None  # the time that all had is not charged to whoever happens to act first
    elif seat is None or seat.brain_level:
        match.asked_at = match.deadline_at = None
    elif anew or match.asked_at is None:
        match.asked_at = since or match_time(match)
        match.deadline_at = deadline_for(match, [seat], match.asked_at) if keeps_time(match, seats) else None
        if match.ai_due_at is None:
            tell_turn(match, seat)
            tell_ahead(match, [] if state is None else seats_ahead(match, state, seats))


def _ask_together(
    match: Match, seats: Sequence[Seat], awaited: Sequence[Seat], *, anew: bool, since: datetime | None
) -> None:
    """Ask everybody whose limit is missing, all with the same time: nobody bids or passes before all have answered."""
    asked = 0 if anew else match.awaited
    match.ai_due_at, match.awaited, match.is_skipping = None, sum(1 << seat.number for seat in awaited), False
    if anew or match.deadline_at is None:
        match.asked_at = asked_at = since or match_time(match)
        everybody = on_the_clock(match, seats)
        match.deadline_at = (
            deadline_for(match, everybody, asked_at, with_banks=False) if keeps_time(match, seats) else None
        )
    match.asked_at = match.asked_at or match_time(match)
    for seat in awaited:
        if not asked >> seat.number & 1:
            tell_turn(match, seat)


def charge(match: Match, seats: Sequence[Seat]) -> None:
    """Take from the bank of whoever was asked what they used beyond the time for a decision."""
    seat = None if match.awaited else acting(match, seats)
    if seat is None or match.asked_at is None or match.deadline_at is None:
        return
    if match.pace == Match.Pace.SLOW:
        _charge_days(match, seat, match.deadline_at)
        return
    beyond = match_time(match) - match.asked_at - timedelta(seconds=match.decision_seconds)
    if beyond <= timedelta(0):
        return
    # Right after a start the sweep may not have given back our own downtime yet.
    used = ceil((beyond - silence()).total_seconds())
    seat.bank_seconds = max(0, seat.bank_seconds - max(0, used))
    seat.save(update_fields=["bank_seconds"])


def _charge_days(match: Match, seat: Seat, deadline: datetime) -> None:
    """Leave in a bank of days what was left until the deadline: what somebody spares fills it up again."""
    if not match.bank_seconds:
        return
    left = working_between(match_time(match) - silence(), deadline, rest_at(match, seat))
    seat.bank_seconds = min(match.bank_seconds, int(left.total_seconds()))
    seat.save(update_fields=["bank_seconds"])


def stop_if_alone(match: Match, seats: Sequence[Seat]) -> None:
    """Stop the clock where somebody is left alone with AIs. The caller saves TIMED."""
    if not keeps_time(match, seats):
        match.deadline_at = None


def keeps_time(match: Match, seats: Sequence[Seat]) -> bool:
    """Tell whether somebody could keep somebody else waiting: alone with AIs nobody is hurried.

    In a tournament the people of other tables wait too.
    """
    return match.in_tournament or sum(seat.user_id is not None and seat.conceded_at is None for seat in seats) > 1


def acting(match: Match, seats: Sequence[Seat]) -> Seat | None:
    """Return the seat that is asked; nobody once the match is over."""
    return None if match.turn_seat is None else seats[match.turn_seat]


def on_the_clock(match: Match, seats: Sequence[Seat]) -> list[Seat]:
    """Return those whose time the deadline is: who acts, or, where a lot gathers answers, everybody who is there.

    Also those who have answered: a deadline that were not theirs would tell that they have.
    """
    if match.awaited:
        return [seat for seat in seats if seat.user_id is not None and not seat.brain_level]
    seat = acting(match, seats)
    return [] if seat is None else [seat]


def match_time(match: Match) -> datetime:
    """Return what the clock of a match shows: it stands still while the match is paused."""
    return match.paused_at or timezone.now()


def pause(*, match: Match, note: str = "", by: str = Match.PausedBy.STAFF) -> bool:
    """Stop a match for a while: nobody plays, no AI answers, no deadline passes. The answer tells whether it ran."""
    with transaction.atomic():
        match = lock_table(match.pk)
        if match.status != Match.Status.RUNNING or match.paused_at is not None:
            return False
        match.paused_at, match.paused_by = timezone.now(), by
        write_event(match, TableEvent.Kind.PAUSED, note=note)
        show(match, *PAUSED)
        return True


def resume(*, match: Match, note: str = "") -> bool:
    """Let a match go on, with as much time for everybody as they had. The answer tells whether it goes on.

    During maintenance nothing does: clocks that stopped together go on together.
    """
    with transaction.atomic():
        match = lock_table(match.pk)
        if match.paused_at is None or maintenance_now() is not None:
            return False
        since, now = match.paused_at, timezone.now()
        asked = on_the_clock(match, seats_of(match))
        match.paused_at, match.paused_by = None, ""
        match.asked_at = match.asked_at and match.asked_at + (now - since)
        match.deadline_at = put_off(match, asked, since, now)
        match.ai_due_at = match.ai_due_at and now
        put_off_offers([match.pk], now - since)
        write_event(match, TableEvent.Kind.RESUMED, note=note)
        show(match, *PAUSED, *TIMED)
        return True


def _answered_at(match: Match, state: State | None, seat: Seat, seats: Sequence[Seat]) -> datetime | None:
    """Return when the seat is answered for, if it is not a person who is to decide."""
    is_forced = state is not None and bool(forced(state))
    if seat.brain_level:
        return timezone.now() + timedelta(seconds=_pause(match, seat, seats, is_forced=is_forced))
    if state is None:
        return None
    # Nobody waits for whoever plays with the guide, and it has something to say about this: they press the button.
    comes_by_itself = is_forced and not is_guided(match, seat.user_id)
    if not comes_by_itself and answer_by_order(match, state, seat) is None:
        return None
    return timezone.now() + timedelta(seconds=_moment(match, state, seats))


def _moment(match: Match, state: State, seats: Sequence[Seat]) -> float:
    """Return how long a person's only answer waits, in seconds: enough to read why, and to take back a slip."""
    # Ruling R10: a purse that cannot outbid passes after the same drawn moment, seen or not. Everybody can work it out
    # from the prices, so the moment tells no more than the pass; the log does not point it out either (table/log.py).
    # What was ordered comes after a moment that is drawn in the same way, whatever was ordered and by whom.
    if match.is_skipping or _is_resolved(match, state):
        return 0.0
    moment = _chance.uniform(*settings.FORCED_PAUSE_SECONDS)
    if match.fast_ai and not keeps_time(match, seats):
        moment /= FAST_SHARE  # nobody but its owner waits for it, or could learn anything from it
    undo = undo_at(match, state)
    may_regret = undo is not None and not seats[undo.seat].brain_level
    return moment * UNDO_PATIENCE if may_regret else moment


def _is_resolved(match: Match, state: State) -> bool:
    """Tell whether the bids of an auction held together are being opened: all that is left is to count."""
    return match.auctions == Match.Auctions.TOGETHER and state.phase == AUCTION and not is_fresh_lot(state)


def _pause(match: Match, seat: Seat, seats: Sequence[Seat], *, is_forced: bool) -> float:
    """Return for how many seconds an AI lets people see it think, whatever the state of play."""
    stands_in = seat.user_id is not None and seat.conceded_at is None
    is_empty = match.pace == Match.Pace.SLOW and all(other.brain_level for other in seats)
    if stands_in and is_empty and not is_forced:
        return match.decision_seconds / EMPTY_TABLE_SHARE
    return 0.0 if match.fast_ai or match.is_skipping else _chance.uniform(*settings.AI_PAUSE_SECONDS)
