"""Taking back what led to a forced answer: there is time for it, and what was forced goes along."""

from datetime import timedelta
from random import Random

import pytest

from games.engine import Move, State, apply, forced, legal_moves, undoable
from games.engine.state import PLACING
from games.models import Match
from games.play.selectors.visibility import undo_at
from games.play.services.ai_turns import run_due_turns
from games.play.services.moves import NotAllowed, undo
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.play.test_forced import (
    MOMENT,
    NOON,
    PATIENCE,
    act,
    clock,
    dealt,
    has_last_tile,
    last_entry,
    play_until,
)

__all__ = ["clock"]
pytestmark = pytest.mark.django_db


def stranding(state: State) -> Move | None:
    """A placing that leaves a hand of which nothing fits, and that may be taken back to the last, if there is one."""
    if state.phase != PLACING or len(state.hand) < 2 or forced(state):
        return None
    return next((move for move in legal_moves(state) if strands(state, move)), None)


def strands(state: State, move: Move) -> bool:
    seat = state.turn
    after = apply(state, seat, move).state
    stuck = forced(after)
    for discard in stuck:
        after = apply(after, seat, discard).state
    undo = undoable(after)
    return bool(stuck) and undo is not None and undo.count > len(stuck)


@pytest.fixture
def stranded(people: People, table: Tables) -> Match:
    """Somebody placed a tile of a lot, and nothing takes what is left of it."""
    match, dice = dealt(people, table, "stranded 5"), Random("stranded")
    while not (move := stranding(match.read_state())):
        act(match, dice.choice(legal_moves(match.read_state())))
    return act(match, move)


def test_ruling_r12_tiles_that_fit_nowhere_are_discarded_by_themselves_each_by_an_entry(stranded, clock):
    left = stranded.read_state().hand
    before = stranded.number
    clock.shift(PATIENCE)
    run_due_turns()
    new = stranded.moves.filter(number__gt=before).order_by("number")
    assert [move.entry[1] for move in new] == ["discard"] * len(left)
    assert all(move.forced for move in new)


def test_a_decision_is_taken_back_together_with_what_was_forced_after_it(stranded, clock):
    before, seat, hand = stranded.number, stranded.turn_seat, stranded.read_state().hand
    clock.shift(PATIENCE)
    run_due_turns()
    stranded.refresh_from_db()
    assert undo_at(stranded, stranded.read_state()).count == 1 + len(hand)
    for _ in range(2):  # the second time it is a retry
        undo(match_id=stranded.pk, seat=seat, number=stranded.number + 1, key="again")
    stranded.refresh_from_db()
    assert last_entry(stranded).entry == [seat, "undo", 1 + len(hand)]
    assert stranded.number == before + len(hand) + 1
    assert (stranded.turn_seat, stranded.ai_due_at) == (seat, None)
    assert len(stranded.read_state().hand) == len(hand) + 1


def test_who_takes_back_in_time_decides_anew_within_the_same_time(stranded, clock):
    seat, deadline = stranded.turn_seat, stranded.deadline_at
    undo(match_id=stranded.pk, seat=seat, number=stranded.number + 1)
    clock.shift(PATIENCE)
    sweep()
    stranded.refresh_from_db()
    assert last_entry(stranded).is_undo
    assert (stranded.turn_seat, stranded.ai_due_at, stranded.deadline_at) == (seat, None, deadline)


def test_it_waits_longer_while_a_person_may_take_back_what_led_to_it(people, table, clock):
    match = play_until(dealt(people, table, "party"), has_last_tile)
    other = 1 - match.turn_seat
    clock.shift(MOMENT)
    run_due_turns()
    undo(match_id=match.pk, seat=other, number=match.number + 1)
    match.refresh_from_db()
    assert (match.turn_seat, match.read_state().phase) == (other, PLACING)


def test_nobody_waits_for_an_ai_that_never_takes_back(people, table):
    match = dealt(people, table, "party")
    match.seats.filter(number=1).update(conceded_at=NOON)
    play_until(match, has_last_tile)
    assert undoable(match.read_state()).seat == 1
    assert match.ai_due_at == NOON + timedelta(seconds=MOMENT)


def test_what_was_forced_cannot_be_taken_back_alone(people, table):
    match = play_until(dealt(people, table, "party"), has_last_tile)
    act(match)
    assert undoable(match.read_state()) is not None
    assert undo_at(match, match.read_state()) is None
    with pytest.raises(NotAllowed):
        undo(match_id=match.pk, seat=match.turn_seat, number=match.number + 1)
