"""Views by their bytes: states that differ only in what the viewer may not know look the same."""

import json
from random import Random

import pytest

from games.engine import (
    SPECTATOR,
    Setup,
    State,
    acting,
    deal,
    load_edition,
    options,
    perform,
    start,
    view,
    view_of_past,
)
from games.engine.state import HIDDEN, Deal
from games.engine.view import money_is_open
from tests.games.engine.tables import EDITIONS, new_table
from tests.lengths import how_many

PAIRS = how_many(short=150, long=1_000)


def some_state(edition: str, seats: int, dice: Random) -> State:
    """A match stopped at a random moment before its end."""
    known = load_edition(edition)
    state = start(Setup(known, known.studios[:seats], dice.randrange(seats), deal(known, dice.randbytes(32))))
    for _ in range(dice.randrange(60 * seats)):
        code = dice.choice(options(state)[:6])
        after = state.copy()
        perform(after, code)
        if acting(after) is None:
            break
        state = after
    return state


def with_other_secrets(state: State, viewer: int | None, dice: Random) -> State:
    """The same table for the viewer, with everything hidden from it dealt anew."""
    seen = view(state, viewer).state.setup.deal
    twin = state.copy()
    reshuffled = (_reshuffle(true, known, dice) for true, known in zip(state.setup.deal, seen, strict=True))
    twin.setup = Setup(
        state.edition,
        state.setup.studios,
        state.setup.first,
        Deal(*reshuffled),
        state.setup.open_money,
        state.setup.rules,
    )
    if not money_is_open(state):
        others = [seat for seat in range(len(state.money)) if seat != viewer]
        amounts = [state.money[seat] for seat in others]
        dice.shuffle(amounts)
        for seat, amount in zip(others, amounts, strict=True):
            twin.money[seat] = amount
    return twin


def _reshuffle(true: tuple[int, ...], seen: tuple[int, ...], dice: Random) -> tuple[int, ...]:
    hidden = [item for item, known in zip(true, seen, strict=True) if known == HIDDEN]
    dice.shuffle(hidden)
    rest = iter(hidden)
    return tuple(next(rest) if known == HIDDEN else known for known in seen)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_equal_knowledge_gives_equal_bytes(edition, seats):
    dice = Random(f"views/{edition}/{seats}")
    truly_different = 0
    for _ in range(PAIRS):
        state = some_state(edition, seats, dice)
        viewer = dice.choice([*range(seats), SPECTATOR])
        twin = with_other_secrets(state, viewer, dice)
        truly_different += twin.setup.deal != state.setup.deal
        assert json.dumps(view(twin, viewer).to_json()) == json.dumps(view(state, viewer).to_json())
        assert view(twin, viewer).options() == view(state, viewer).options()
    assert truly_different > PAIRS * 0.9


def test_a_view_is_a_copy_that_cannot_touch_the_match():
    state = new_table(3)
    seen = view(state, 0).state
    seen.money[0] = 99
    seen.screenplays[0].clear()
    assert state.money[0] == 12
    assert len(state.screenplays[0]) == 3


def test_only_the_seat_that_is_asked_sees_answers():
    state = new_table(3)
    assert view(state, 0).options() == options(state)
    assert view(state, 1).options() == []
    assert view(state, SPECTATOR).options() == []


def test_what_is_hidden_is_null_in_json():
    plain = view(new_table(3), 1).to_json()
    assert plain["viewer"] == 1
    assert plain["money"] == [None, 12, None]
    assert plain["deal"]["bag"].count(None) == 89 - 12
    assert plain["deal"]["legends"][1:] == [None] * 3


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_the_past_of_a_match_in_play_is_what_the_viewer_knew_then(viewer):
    state = some_state(EDITIONS[0], 3, Random("past"))
    assert view_of_past(state, viewer, is_over=False).to_json() == view(state, viewer).to_json()


def test_the_past_of_a_match_that_is_over_hides_nothing():
    state = some_state(EDITIONS[0], 3, Random("past"))
    seen = view_of_past(state, SPECTATOR, is_over=True).state
    assert seen is not state
    assert (seen.setup.deal, seen.money) == (state.setup.deal, state.money)
    assert HIDDEN not in seen.setup.deal.bag
