"""The year: four quarters of eight locations."""

import pytest

from games.engine import Event, Setup, acting, apply, legal_moves, load_edition, start
from games.engine.events import (
    AuctionOpened,
    AwardMade,
    AwardWithdrawn,
    MatchBegan,
    MatchEnded,
    PartyOpened,
    QuarterBegan,
)
from games.engine.state import OVER
from tests.games.engine.tables import EDITIONS, file_order, new_table


def whole_match(edition: str, seats: int):
    """All events of a match in which everybody always does the first legal thing."""
    known = load_edition(edition)
    events: list[Event] = []
    state = start(Setup(known, known.studios[:seats], 0, file_order(known)), events)
    while (seat := acting(state)) is not None:
        state, more = apply(state, seat, legal_moves(state)[0])
        events += more
    return state, events


@pytest.mark.parametrize(("seats", "money"), [(2, 12), (3, 12), (4, 12), (5, 10)])
@pytest.mark.parametrize("edition", EDITIONS)
def test_everybody_starts_with_12_or_with_five_seats_10(edition, seats, money):
    assert new_table(seats, edition).money == [money] * seats


def test_the_beginning_is_told():
    state, events = whole_match(EDITIONS[0], 3)
    top = state.edition.screenplays[state.setup.deal.screenplays[0]].id
    assert events[0] == MatchBegan((1, 2, 3), money=12, popcorn=0, screenplay=top, legends=())


def test_legends_that_lie_open_are_told_at_the_beginning():
    state, events = whole_match(EDITIONS[1], 3)
    assert events[0].legends == tuple(state.edition.tiles[number].id for number in state.setup.deal.legends)


def test_a_quarter_shows_legend_and_cities_and_hides_parties():
    _, events = whole_match(EDITIONS[0], 3)
    lots = next(event for event in events if isinstance(event, QuarterBegan)).lots
    assert [len(lot) for lot in lots] == [1, 3, 2, 0, 3, 2, 2, 0]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_eight_locations_are_visited_clockwise_in_each_of_four_quarters(edition, seats):
    state, events = whole_match(edition, seats)
    visits = [(e.quarter, e.location) for e in events if isinstance(e, AuctionOpened | PartyOpened)]
    assert visits == [(quarter, place.id) for quarter in (1, 2, 3, 4) for place in state.edition.board]


@pytest.mark.parametrize("seats", [2, 5])
def test_tiles_come_from_the_bag_in_the_boards_order(seats):
    state, events = whole_match(EDITIONS[0], seats)
    shown = [tile for e in events if isinstance(e, AuctionOpened | PartyOpened) for tile in e.tiles]
    legends = {state.edition.tiles[number].id for number in state.edition.legends}
    drawn = [tile for tile in shown if tile not in legends]
    assert drawn == [state.edition.tiles[number].id for number in state.setup.deal.bag][: len(drawn)]
    assert len(drawn) == 4 * (12 + 2 * seats)
    assert [tile for tile in shown if tile in legends] == [state.edition.tiles[n].id for n in state.setup.deal.legends]


def test_the_quarters_award_is_made_after_its_last_location():
    _, events = whole_match(EDITIONS[0], 4)
    best = [e.quarter for e in events if isinstance(e, AwardMade | AwardWithdrawn) and e.award == "best_movie"]
    assert best == [1, 2, 3]


def test_the_next_quarter_begins_with_the_popcorn_where_it_is():
    state = new_table(3)
    while state.quarter == 1:
        popcorn = state.popcorn
        state, _ = apply(state, acting(state), legal_moves(state)[-1])
    assert (state.popcorn, acting(state)) == (popcorn, popcorn)


def test_the_match_ends_after_the_fourth_quarter_and_nobody_acts():
    state, events = whole_match(EDITIONS[0], 3)
    assert (state.phase, acting(state), legal_moves(state)) == (OVER, None, [])
    assert isinstance(events[-1], MatchEnded)
    assert events[-1].money == tuple(state.money)
