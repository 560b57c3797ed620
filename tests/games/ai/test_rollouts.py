"""Thinking ahead: how far it goes, and what stands still meanwhile."""

from random import Random

import pytest

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.ladder import director
from games.ai.lot_search import Depth, play_ahead
from games.ai.rollout import play_location
from games.engine import State
from games.engine.state import OVER
from tests.games.ai.test_levels import new_table
from tests.games.engine.tables import EDITIONS


def beginning_of(quarter: int, edition: str = EDITIONS[0]) -> State:
    """A match of directors at the beginning of a quarter."""
    state = new_table(4, edition, Random("rollouts"))
    while state.quarter < quarter:
        play_location(state, [director.appraiser(state)] * 4, dice=None, noise=0.0)
    return state


def ahead(state: State, depth: Depth) -> State:
    table = state.copy()
    play_ahead(Snapshot(director.appraiser(state), state), table, depth, Random(1))
    return table


@pytest.mark.parametrize("edition", EDITIONS)
def test_thinking_ahead_goes_as_many_locations_as_it_says(edition):
    state = beginning_of(2, edition)
    table = ahead(state, Depth(pairs=1, locations=3))
    assert (table.quarter, table.location) == (2, state.location + 3)


@pytest.mark.parametrize(("quarter", "ends"), [(2, False), (3, True), (4, True)])
def test_from_a_quarter_on_it_goes_to_the_end_of_the_match(quarter, ends):
    table = ahead(beginning_of(quarter), Depth(pairs=1, locations=1, plays_out_from=3))
    assert (table.phase == OVER) is ends


def test_a_snapshot_keeps_to_the_movies_there_were_but_not_to_the_hour():
    state = beginning_of(2)
    appraiser, tiles = director.appraiser(state), state.lot()
    snapshot, later, elsewhere = Snapshot(appraiser, state), state.copy(), state.copy()
    later.quarter, elsewhere.movies = 3, []
    assert state.movies

    def worth(by: Appraiser, table: State) -> float:
        return sum(by.haul(table, seat, tiles).worth for seat in range(4))

    assert worth(snapshot, later) == worth(appraiser, later) != worth(appraiser, state)
    assert worth(snapshot, elsewhere) == worth(appraiser, state) != worth(appraiser, elsewhere)
