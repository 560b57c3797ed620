"""The one way to play a move: people, AI seats, clocks and moderators all come through `play_move`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from config.after_commit import after_commit
from config.prepared import Prepared, PreparedUpdate
from games import broadcast
from games.engine import Event, Move, Setup, State, apply, deal, draw_first, draw_studios, forced, start
from games.engine.moves import to_entry
from games.engine.state import OVER, RULES_VERSION
from games.models import Match, PlayedMove, Seat
from games.models.played_move import BY_STAFF
from games.play.selectors.orders import is_fresh_lot
from games.play.selectors.visibility import undo_at
from games.play.services import clocks
from games.play.services.admission import (
    MatchPaused,
    NotAllowed,
    TableMoved,
    expect_owner,
    expect_running,
    take_in_hand,
    was_played,
)
from games.play.services.locking import expect_playable, lock_table, note_looking, seats_in_play, seats_of
from games.play.services.notices import tell_ended, tell_started
from games.play.services.positions import first_undo, moves_in_force, state_after
from games.play.services.results import CONCLUDED, conclude
from games.signals import entries_played, result_changed

__all__ = [
    "KEPT",
    "MatchPaused",
    "NotAllowed",
    "PlayedNumber",
    "TableMoved",
    "begin_match",
    "play_forced",
    "play_move",
    "play_moves",
    "take_back_for_all",
    "undo",
]

# What every entry changes of a match.
KEPT = ("number", "version", "state", "turn_seat", "changed_at", *clocks.TIMED)

# Nothing else of it is written: whoever changes options meanwhile is not overwritten.
_store = PreparedUpdate(Match, *KEPT, *CONCLUDED)
_entries_since = Prepared(lambda match, number: PlayedMove.objects.filter(match=match, number__gte=number))


@dataclass(frozen=True, slots=True)
class PlayedNumber:
    """The answer to a move: its number, and whether it had been played before with the same key."""

    number: int
    again: bool = False


def begin_match(*, match: Match) -> None:
    """Deal the tiles and open the first auction. The caller holds the lock on the match."""
    match.rules = RULES_VERSION  # a table may have been opened before this program came
    setup = _set_up(match)
    events: list[Event] = []
    state = start(setup, events)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    match.opening = [event.to_json() for event in events]
    match.write_state(state)
    clocks.fill_banks(match)
    seats = seats_of(match)
    clocks.ask(match, seats)
    match.save(update_fields=[*KEPT, "rules", "status", "started_at", "opening"])
    tell_started(match)
    broadcast.announce_table(match)
    broadcast.announce_own(match.pk, _people(seats))


def play_move(
    *,
    match_id: int,
    seat: int,
    move: Move,
    number: int,
    key: str = "",
    by_ai: bool = False,
    why: dict[str, Any] | None = None,
) -> PlayedNumber:
    """Play entry `number` of a match, or refuse with everything as it was."""
    return play_moves(match_id=match_id, seat=seat, moves=[move], number=number, key=key, by_ai=by_ai, why=why)


def play_moves(
    *,
    match_id: int,
    seat: int,
    moves: Sequence[Move],
    number: int,
    key: str = "",
    by_ai: bool = False,
    by_order: bool = False,
    why: dict[str, Any] | None = None,
    user_id: int | None = None,
    looks: bool = False,
) -> PlayedNumber:
    """Play moves of one seat as entries `number` and following: all of them, or none.

    `looks` says that they are played from a page that follows the table. Raises TableMoved when another entry has taken
    the number, another the seat of `user_id`, or a lot still waits for answers; the engine's Refused when the rules say
    no.
    """
    with transaction.atomic():
        match = lock_table(match_id)
        if was_played(match, number, key, to_entry(seat, moves[0])):
            return PlayedNumber(match.number, again=True)
        expect_running(match, number)
        if match.awaited:
            raise TableMoved
        seats = seats_in_play(match)
        expect_owner(seats[seat], user_id)
        if not by_order:
            take_in_hand(match, seats[seat], by_ai)
        before = state = match.read_state()
        entered = []
        for position, move in enumerate(moves):
            no_choice = bool(forced(state))
            state, events = apply(state, seat, move)
            # A key is unique, and the first entry is the one that is looked for.
            written = key if position == 0 else ""
            said = {"by_ai": by_ai, "by_order": by_order and not no_choice, "forced": no_choice, "why": why}
            entered.append(_enter(match, seat, to_entry(seat, move), events, written, **said))
        _settle(match, seats, before, state, entered)
        if looks:
            note_looking(seats[seat], match.number)
        return PlayedNumber(match.number)


def play_forced(*, match_id: int, number: int) -> PlayedNumber:
    """Play entry `number` and all that is forced with it, for whoever has that seat now: nobody decided anything.

    Raises TableMoved where the seat answered itself, took back what led here, or is left to press the button.
    """
    with transaction.atomic():
        match = lock_table(match_id)
        expect_running(match, number)
        moves = forced(match.read_state())
        # Looked at again under the lock: since the task was sent, the seat may have answered or been given more time.
        if match.ai_due_at is None or match.turn_seat is None or not moves:
            raise TableMoved
        seat = match.seats.get(number=match.turn_seat)
        by_ai = bool(seat.brain_level)
        return play_moves(match_id=match_id, seat=seat.number, moves=moves, number=number, by_ai=by_ai)


def undo(
    *, match_id: int, seat: int, number: int, key: str = "", user_id: int | None = None, looks: bool = False
) -> PlayedNumber:
    """Take back the seat's latest take or placing: itself an entry, so that numbers never fall.

    What was forced after it goes with it: alone it would only be played again.
    """
    with transaction.atomic():
        match = lock_table(match_id)
        if was_played(match, number, key, [seat, "undo"]):
            return PlayedNumber(match.number, again=True)
        expect_running(match, number)
        state = match.read_state()
        may = undo_at(match, state)
        if may is None or may.seat != seat:
            raise NotAllowed("There is nothing of yours to take back.")
        if match.awaited and first_undo(match, may) is not None:
            raise NotAllowed("What was laid down once more stands: the others are being asked.")
        seats = seats_of(match)
        expect_owner(seats[seat], user_id)
        take_in_hand(match, seats[seat], by_ai=False)
        # Played again from the deal: no rule has to know how to undo itself.
        earlier, since = state_after(match, undone=may.count), first_undo(match, may)
        entered = _enter(match, seat, [seat, "undo", may.count], [], key)
        _settle(match, seats, state, earlier, [entered], since=since)
        if looks:
            note_looking(seats[seat], match.number)
        return PlayedNumber(match.number)


def take_back_for_all(*, match_id: int, count: int) -> PlayedNumber:
    """Take back the latest `count` moves for moderators, whoever made them: one entry, and the log keeps everything."""
    with transaction.atomic():
        match = lock_table(match_id)
        expect_playable(match)
        moves = moves_in_force(match)
        if match.status != Match.Status.RUNNING or not 1 <= count <= len(moves) - (match.copied or 0):
            raise NotAllowed("There are not so many moves to take back.")
        before, earlier = match.read_state(), state_after(match, undone=count)
        seat, _move = moves[-count]
        entered = _enter(match, seat, [seat, "undo", count], [], f"{BY_STAFF}{match.number}")
        _settle(match, seats_of(match), before, earlier, [entered])
        return PlayedNumber(match.number)


def _set_up(match: Match) -> Setup:
    """Studios and first player as chosen, the rest drawn from the match's secret."""
    secret, edition = bytes(match.secret), match.edition
    seats = list(match.seats.select_for_update().order_by("number"))
    chosen = {seat.studio for seat in seats}
    drawn = (studio for studio in draw_studios(edition, secret, len(edition.studios)) if studio not in chosen)
    for seat in seats:
        if seat.studio is None:
            seat.studio = next(drawn)
            seat.save(update_fields=["studio"])
    hosts = [seat.number for seat in seats if match.host_begins and seat.user_id == match.host_id]
    first = hosts[0] if hosts else draw_first(secret, len(seats))
    studios = tuple(seat.studio for seat in seats if seat.studio is not None)
    return Setup(edition, studios, first, deal(edition, secret), match.open_money, match.rules)


def _enter(
    match: Match,
    seat: int,
    entry: list[Any],
    events: list[Event],
    key: str,
    **said: Any,
) -> PlayedMove:
    """Write the next entry of the history; `said` is what else is known of it."""
    match.number += 1
    try:
        return PlayedMove.objects.create(
            match=match,
            number=match.number,
            seat=seat,
            entry=entry,
            events=[event.to_json() for event in events],
            key=key,
            **said,
        )
    except IntegrityError as used:  # the lock keeps the number free, so it is the key that was used before
        raise TableMoved from used


def _settle(
    match: Match,
    seats: Sequence[Seat],
    before: State,
    state: State,
    entered: Sequence[PlayedMove],
    *,
    since: datetime | None = None,
) -> None:
    """Store where the match stands now, ask whoever is next, then tell who looks on."""
    same, gathered = _is_same_question(match, before, state), match.awaited
    if not same:
        clocks.charge(match, seats)
    match.write_state(state)
    clocks.ask(match, seats, anew=not same, since=since)
    if state.phase == OVER:
        _finish(match, state)
    _store(match)
    after_commit(entries_played.send_robust, sender=Match, match=match, seats=seats, moves=entered)
    broadcast.announce_table(match)
    everybody = state.phase == OVER or bool(match.awaited) or bool(gathered)
    broadcast.announce_own(match.pk, _people(seats) if everybody else _turned(seats, before, state))


def _people(seats: Sequence[Seat]) -> set[int]:
    """Return those who play for themselves."""
    return {seat.user_id for seat in seats if seat.user_id is not None and not seat.brain_level}


def _turned(seats: Sequence[Seat], before: State, state: State) -> set[int]:
    """Return those whose turn came or went: nobody else's lobby need be looked at."""
    return _people([seats[before.turn], seats[state.turn]]) if before.turn != state.turn else set()


def _is_same_question(match: Match, before: State, state: State) -> bool:
    """Tell whether the same seat is still asked the same: whoever takes back gets no new time for it."""
    if before.turn != state.turn:
        return False
    if (before.phase, before.location) == (state.phase, state.location):
        return True
    if match.auctions == Match.Auctions.TOGETHER and is_fresh_lot(state):
        return False  # a lot asks everybody, with time of their own
    return any(move.is_undo for move in _entries_since(match.pk, match.number - 1))


def _finish(match: Match, state: State) -> None:
    conclude(match=match, state=state)
    tell_ended(match)
    broadcast.announce_lobby()
    after_commit(result_changed.send_robust, sender=Match, match_id=match.pk)
