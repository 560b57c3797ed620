"""What may be taken back: own takes and placings, until another seat acts or something hidden is revealed."""

from games.engine import Bid, Discard, Pass, Place, Take, Undo, legal_moves, undoable
from tests.games.engine.tables import cast, give, go_to, new_table, play, tile_of

COMEDY = "henry-putter-and-the-hole-in-one"


def test_bids_and_passes_stand():
    state = play(new_table(2), Bid(1))
    assert undoable(state) is None
    assert undoable(play(state, Pass())) is None


def test_a_placing_may_be_taken_back_and_so_may_all_of_a_lot():
    state = new_table(2)
    state = give(state, 0, tile_of(state, "actor"), "the-mayor")
    state = play(state, Place(tile_of(state, "actor"), COMEDY, 1))
    assert undoable(state) == Undo(0, 1)
    state = play(state, Discard("the-mayor"))
    assert undoable(state) == Undo(0, 2)


def test_a_take_may_be_taken_back_until_the_next_seat_takes():
    state = go_to(new_table(2), "party-1")
    tile = legal_moves(state)[0].tile
    state = play(state, Take(tile), Discard(tile))
    assert undoable(state) == Undo(0, 2)
    assert undoable(play(state, legal_moves(state)[0])) == Undo(1, 1)


def test_the_next_bid_ends_it():
    state = new_table(2)
    state = play(give(state, 0, "the-mayor"), Discard("the-mayor"))
    assert undoable(state) == Undo(0, 1)
    assert undoable(play(state, Bid(0))) is None


def test_a_party_that_is_turned_up_ends_it():
    state = go_to(new_table(2), "city-2")
    state = play(give(state, 0, "the-mayor"), Discard("the-mayor"))
    assert state.edition.board[state.location].is_party
    assert undoable(state) is None


def test_a_new_quarter_ends_it():
    state = go_to(new_table(2), "party-2")
    state = play(give(state, 0, "the-mayor"), Discard("the-mayor"))
    assert state.quarter == 2
    assert undoable(state) is None


def test_the_end_of_the_match_ends_it():
    state = go_to(new_table(2), "party-2")
    state.quarter = 4
    assert undoable(play(give(state, 0, "the-mayor"), Discard("the-mayor"))) is None


def test_a_screenplay_that_is_uncovered_ends_it_and_later_placings_may_be_taken_back_again():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    state = play(give(state, 0, effects, "the-mayor", "goldie-vega"), Discard("the-mayor"))
    state = play(state, Place(effects, COMEDY, 2))
    assert undoable(state) is None
    assert undoable(play(state, Discard("goldie-vega"))) == Undo(0, 1)


def test_completing_a_movie_that_uncovers_nothing_may_be_taken_back():
    state = new_table(2)
    state.drawn = 6
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    assert undoable(play(give(state, 0, effects), Place(effects, COMEDY, 2))) == Undo(0, 1)
