"""The one door for moves: people, AI seats, clocks and moderators all come through `play_move`."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games import broadcast
from games.engine import (
    Event,
    Move,
    Setup,
    State,
    apply,
    deal,
    draw_first,
    draw_studios,
    start,
    undoable,
)
from games.engine.moves import to_entry
from games.engine.state import OVER
from games.models import Match, PlayedMove
from games.services.history import state_after
from games.services.results import CONCLUDED, conclude
from games.signals import result_changed

_chance = SystemRandom()

# What every entry changes of a match.
KEPT = ("number", "state", "turn_seat", "ai_due_at", "changed_at")


class TableMoved(Exception):
    """The move was meant for a table that has moved on; nothing was played."""


class NotAllowed(Exception):
    """The seat may not do that now; the message says why."""


@dataclass(frozen=True, slots=True)
class Played:
    """The answer to a move: its number, and whether it had been played before with the same key."""

    number: int
    again: bool = False


def begin_match(*, match: Match) -> None:
    """Deals the tiles and opens the first auction. The caller holds the lock on the match."""
    setup = _set_up(match)
    events: list[Event] = []
    state = start(setup, events)
    match.status = Match.Status.RUNNING
    match.started_at = timezone.now()
    match.opening = [event.to_json() for event in events]
    _keep(match, state)
    match.save(update_fields=[*KEPT, "status", "started_at", "opening"])
    broadcast.announce_table(match)


def play_move(
    *,
    match_id: int,
    seat: int,
    move: Move,
    number: int,
    key: str = "",
    by_ai: bool = False,
    why: dict[str, Any] | None = None,
) -> Played:
    """Plays entry `number` of a match, or refuses with everything as it was."""
    return play_moves(match_id=match_id, seat=seat, moves=[move], number=number, key=key, by_ai=by_ai, why=why)


def play_moves(
    *,
    match_id: int,
    seat: int,
    moves: Sequence[Move],
    number: int,
    key: str = "",
    by_ai: bool = False,
    why: dict[str, Any] | None = None,
) -> Played:
    """Plays moves of one seat as entries `number` and following: all of them, or none.

    Raises TableMoved when another entry has taken the number, and the engine's Refused when the rules say no.
    """
    with transaction.atomic():
        match = _lock(match_id)
        if _was_played(match, key, to_entry(seat, moves[0])):
            return Played(match.number, again=True)
        _expect_running(match, number)
        state = match.read_state()
        for position, move in enumerate(moves):
            state, events = apply(state, seat, move)
            _enter(match, seat, to_entry(seat, move), events, key if position == 0 else "", by_ai, why)
        _settle(match, state)
        return Played(match.number)


def undo(*, match_id: int, seat: int, number: int, key: str = "") -> Played:
    """Takes back the seat's latest take or placing: itself an entry, so that numbers never fall."""
    with transaction.atomic():
        match = _lock(match_id)
        entry = [seat, "undo", 1]
        if _was_played(match, key, entry):
            return Played(match.number, again=True)
        _expect_running(match, number)
        may = undoable(match.read_state())
        if may is None or may.seat != seat:
            raise NotAllowed("There is nothing of yours to take back.")
        before = state_after(match, undone=1)
        _enter(match, seat, entry, [], key, by_ai=False)
        _settle(match, before)
        return Played(match.number)


def _lock(match_id: int) -> Match:
    return Match.objects.select_for_update().get(pk=match_id)


def _was_played(match: Match, key: str, entry: list[Any]) -> bool:
    """Whether this very move came before with this key: a second click, or a retry after a lost answer."""
    earlier = match.moves.filter(key=key).first() if key else None
    return earlier is not None and earlier.entry == entry


def _expect_running(match: Match, number: int) -> None:
    if match.status != Match.Status.RUNNING or number != match.number + 1:
        raise TableMoved


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
    by_ai: bool,
    why: dict[str, Any] | None = None,
) -> None:
    """Writes the next entry of the history."""
    match.number += 1
    PlayedMove.objects.create(
        match=match,
        number=match.number,
        seat=seat,
        entry=entry,
        events=[event.to_json() for event in events],
        key=key,
        by_ai=by_ai,
        why=why,
    )


def _settle(match: Match, state: State) -> None:
    """Stores where the match stands now, then tells who looks on."""
    _keep(match, state)
    if state.phase == OVER:
        _finish(match, state)
    match.save(update_fields=[*KEPT, *CONCLUDED])
    broadcast.announce_table(match)


def _keep(match: Match, state: State) -> None:
    """The state, who acts in it, and when an AI is due."""
    match.write_state(state)
    match.ai_due_at = None
    if match.turn_seat is not None and match.seats.get(number=match.turn_seat).brain_level:
        # People like to see an AI think; the pause is drawn without regard to the state of play.
        pause = 0.0 if match.fast_ai else _chance.uniform(*settings.AI_PAUSE_SECONDS)
        match.ai_due_at = timezone.now() + timedelta(seconds=pause)


def _finish(match: Match, state: State) -> None:
    conclude(match=match, state=state)
    broadcast.announce_lobby()
    transaction.on_commit(partial(result_changed.send_robust, sender=Match, match_id=match.pk), robust=True)
