"""Parties: the order of choosing, and one tile for everybody."""

from random import Random

import pytest

from games.engine import Bid, Discard, Place, Refused, Take, acting, apply, legal_moves
from games.engine.events import PartyOpened, TileTaken
from games.engine.party import choosing_order, count_faces, settled_order
from games.engine.quarters import visit
from games.engine.state import PARTY, PLACING
from tests.games.engine.tables import cast, go_to, new_table, play, play_and_tell, tile_of


def test_all_tiles_are_turned_up_and_the_order_is_told():
    state, events = new_table(3, first=1), []
    visit(state, 3, events)
    tiles = tuple(state.edition.tiles[tile].id for tile in state.lot())
    assert events == [PartyOpened(1, "party-1", tiles, order=(1, 2, 0), faces=(0, 0, 0))]


def test_each_seat_takes_one_tile_and_places_it_before_the_next_chooses():
    state = go_to(new_table(2), "party-1")
    assert state.phase == PARTY
    tile = legal_moves(state)[0].tile
    state, events = play_and_tell(state, Take(tile))
    assert events == [TileTaken(0, tile)]
    assert (state.phase, acting(state)) == (PLACING, 0)
    state = play(state, Discard(tile))
    assert (state.phase, acting(state)) == (PARTY, 1)
    assert len(legal_moves(state)) == 1


def test_a_tile_that_was_taken_is_no_longer_on_offer():
    state = go_to(new_table(2), "party-1")
    tile = legal_moves(state)[0].tile
    state = play(state, Take(tile), Discard(tile))
    with pytest.raises(Refused, match="not on offer") as refusal:
        apply(state, 1, Take(tile))
    assert refusal.value.rule == "party.offered"


def test_nobody_bids_at_a_party():
    with pytest.raises(Refused) as refusal:
        apply(go_to(new_table(2), "party-1"), 0, Bid(1))
    assert refusal.value.rule == "party.answer"


def test_the_popcorn_stays_at_a_party():
    state = go_to(new_table(2, first=1), "party-1")
    while state.phase in (PARTY, PLACING) and state.location == 3:
        state = play(state, legal_moves(state)[-1])
    assert state.popcorn == 1


def test_actors_and_guest_stars_count_and_nothing_else():
    state = new_table(2)
    cast(state, "corsair-moon", {0: tile_of(state, "director"), 1: tile_of(state, "actor"), 2: tile_of(state, "joker")})
    cast(state, "the-spiral-stair", {4: tile_of(state, "guest_star")})
    assert count_faces(state, 0) == 2
    assert count_faces(state, 1) == 0


def test_the_faces_of_finished_movies_count():
    state = new_table(2)
    cast(state, "henry-putter-and-the-hole-in-one", {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    state.hand, state.phase = [state.edition.tile_index[effects]], PLACING
    state = play(state, Place(effects, "henry-putter-and-the-hole-in-one", 2))
    assert len(state.movies) == 1
    assert count_faces(state, 0) == 1


def test_ties_go_to_the_popcorn_seat_or_the_nearest_clockwise():
    assert choosing_order([1, 1, 1, 1], popcorn=2) == [2, 3, 0, 1]
    assert choosing_order([2, 1, 2, 1], popcorn=1) == [2, 0, 1, 3]
    assert choosing_order([0, 3], popcorn=0) == [1, 0]


def test_the_order_is_settled_once_when_the_party_begins():
    state = go_to(new_table(3), "party-1")
    order = list(state.queue)
    cast(state, "road-of-dust", {1: tile_of(state, "actor"), 2: tile_of(state, "actor", skip=1)})
    chosen = []
    while state.location == 3:
        if state.phase == PARTY:
            chosen.append(acting(state))
        state = play(state, legal_moves(state)[-1])
    assert chosen == order


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_the_settled_order_is_known_until_the_last_has_chosen(seats: int) -> None:
    dice, state, told, looks = Random(seats), new_table(seats), (), 0
    while acting(state) is not None:
        if state.phase == PARTY:
            looks += 1
            assert tuple(settled_order(state)) == told
            assert settled_order(state)[-len(state.queue) :] == state.queue
        state, events = play_and_tell(state, dice.choice(legal_moves(state)))
        told = next((event.order for event in events if isinstance(event, PartyOpened)), told)
    assert looks == 4 * 2 * seats, "two parties in each quarter, and everybody is asked"
