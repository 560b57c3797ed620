"""Forced answers: where the rules leave a seat nothing to decide, and nowhere else."""

from random import Random

import pytest

from games.engine import Bid, Discard, Pass, Place, State, Take, forced, legal_moves, options, perform
from games.engine.state import OVER
from tests.games.engine.tables import EDITIONS, cast, give, go_to, new_table, play, tile_of


def full_of_jokers(seats: int = 2) -> State:
    """A table at which no director fits on a screenplay of seat 0: jokers lie on all their spaces."""
    state = new_table(seats)
    for number, screenplay in enumerate(state.screenplays[0]):
        cast(state, state.edition.screenplays[screenplay].id, {0: tile_of(state, "joker", skip=number)})
    return state


def directors(state: State, count: int) -> list[str]:
    return [tile_of(state, "director", skip=number) for number in range(count)]


def test_who_cannot_outbid_must_pass():
    state = play(new_table(3), Bid(11))
    assert forced(state) == []
    state = play(state, Bid(12))
    assert forced(state) == [Pass()]


def test_an_empty_purse_may_open_with_nothing():
    state = new_table(3)
    state.money[state.turn] = 0
    assert forced(state) == []
    assert legal_moves(state) == [Pass(), Bid(0)]


def test_the_last_tile_of_a_party_must_be_taken_and_what_becomes_of_it_is_a_choice():
    state = go_to(new_table(2), "party-1")
    state.offered[:] = [state.edition.tile_index[tile] for tile in ("the-mayor", tile_of(state, "actor"))]
    assert forced(state) == []
    state = play(state, Take("the-mayor"), Discard("the-mayor"))
    assert forced(state) == [Take(tile_of(state, "actor"))]
    assert forced(play(state, *forced(state))) == []


def test_ruling_r12_tiles_that_fit_nowhere_must_be_discarded_all_of_them():
    state = full_of_jokers()
    for count in (1, 3):
        tiles = directors(state, count)
        assert forced(give(state, 0, *tiles)) == [Discard(tile) for tile in tiles]


def test_a_tile_with_one_space_may_still_be_discarded():
    state = full_of_jokers()
    title = state.edition.screenplays[state.screenplays[0][0]].id
    state.takes[state.edition.spaces[state.screenplays[0][0]].start] = state.edition.tile_bit[
        state.edition.tile_index[directors(state, 1)[0]]
    ]
    state = give(state, 0, *directors(state, 1))
    assert legal_moves(state) == [Place(directors(state, 1)[0], title, 0), Discard(directors(state, 1)[0])]
    assert forced(state) == []


def test_one_tile_that_fits_leaves_the_order_to_whoever_places():
    state = full_of_jokers()
    assert forced(give(state, 0, *directors(state, 2), tile_of(state, "actor"))) == []


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("seats", [2, 5])
def test_what_is_forced_is_legal_to_the_last_and_leaves_nothing_out(edition, seats):
    state, dice, kinds = new_table(seats, edition), Random(f"forced/{seats}"), set[type]()
    while state.phase != OVER:
        moves, legal = forced(state), legal_moves(state)
        assert len(legal) > 1 if not moves else moves == legal
        kinds |= {type(move) for move in moves}
        if moves:
            state = play(state, *moves)
        else:
            perform(state, dice.choice(options(state)))
    assert forced(state) == []
    assert kinds >= {Pass, Take}
