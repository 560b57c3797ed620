"""Whatever comes in, an illegal move is refused in words and changes nothing."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import Bid, Discard, Pass, Place, Refused, Take, apply, legal_moves, to_json
from games.engine.moves import from_entry, to_entry
from games.engine.state import OVER
from tests.games.engine.tables import give, go_to, new_table, play

TABLES = {
    "auction": play(new_table(3), Bid(2)),
    "party": go_to(new_table(3), "party-1"),
    "placing": give(new_table(3), 1, "the-mayor", "dash-rigby"),
}
IDS = [tile.id for tile in new_table().edition.tiles] + [play.id for play in new_table().edition.screenplays]

anything = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(min_value=-(10**40), max_value=10**40),
    st.integers(min_value=-3, max_value=15),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(IDS),
    st.lists(st.integers(), max_size=2),
    st.dictionaries(st.text(max_size=2), st.integers(), max_size=1),
)
strange_moves = st.one_of(
    st.builds(Bid, anything),
    st.just(Pass()),
    st.builds(Take, anything),
    st.builds(Place, anything, anything, anything),
    st.builds(Discard, anything),
)


@given(st.sampled_from(sorted(TABLES)), anything, strange_moves)
def test_a_strange_move_is_refused_or_legal_and_a_refused_one_changes_nothing(phase, seat, move):
    state = TABLES[phase]
    before = to_json(state)
    if type(seat) is int and seat == state.turn and any(repr(move) == repr(legal) for legal in legal_moves(state)):
        assert apply(state, seat, move).events
    else:
        with pytest.raises(Refused) as refusal:
            apply(state, seat, move)
        assert str(refusal.value)
    assert to_json(state) == before


@given(st.one_of(anything, st.lists(anything, max_size=5)))
def test_a_strange_entry_of_a_record_is_refused_or_a_move(entry):
    with contextlib.suppress(Refused):
        assert to_entry(*from_entry(entry)) == list(entry)


@given(st.sampled_from(["bid", "pass", "take", "place", "discard", "rob"]), st.lists(anything, max_size=4))
def test_an_entry_with_a_known_verb_needs_just_its_details(verb, details):
    needed = {"bid": 1, "pass": 0, "take": 1, "place": 3, "discard": 1}.get(verb)
    if len(details) == needed:
        assert to_entry(*from_entry([0, verb, *details])) == [0, verb, *details]
    else:
        with pytest.raises(Refused):
            from_entry([0, verb, *details])


@pytest.mark.parametrize("seat", [0, 2, -1, 99, None, "1"])
def test_a_seat_that_is_not_asked_is_refused(seat):
    state = play(new_table(3), Bid(2))
    with pytest.raises(Refused, match="turn of seat 1") as refusal:
        apply(state, seat, Pass())
    assert refusal.value.rule == "turn"


def test_nothing_is_accepted_after_the_end():
    state = new_table(2)
    state.phase = OVER
    with pytest.raises(Refused, match="over") as refusal:
        apply(state, 0, Pass())
    assert refusal.value.rule == "match.over"


@pytest.mark.parametrize("amount", [-1, 1.0, float("nan"), True, "3", None, 10**40])
def test_a_bid_is_a_whole_number_within_the_purse(amount):
    with pytest.raises(Refused) as refusal:
        apply(new_table(), 0, Bid(amount))
    assert len(str(refusal.value)) < 200
    assert refusal.value.rule in ("auction.whole_number", "auction.purse")


@pytest.mark.parametrize("tile", ["no-such-tile", "x" * 100_000, 3, None, ["the-mayor"], {}])
def test_an_unknown_tile_is_refused(tile):
    for state, move in ((TABLES["party"], Take(tile)), (TABLES["placing"], Discard(tile))):
        with pytest.raises(Refused) as refusal:
            apply(state, state.turn, move)
        assert len(str(refusal.value)) < 200


@pytest.mark.parametrize("screenplay", ["no-such-film", 3, None, ["corsair-moon"]])
def test_an_unknown_screenplay_is_refused(screenplay):
    with pytest.raises(Refused) as refusal:
        apply(TABLES["placing"], 1, Place("dash-rigby", screenplay, 0))
    assert refusal.value.rule == "placing.owner"


def test_a_number_too_large_to_be_written_is_still_refused_in_words():
    with pytest.raises(Refused) as refusal:
        apply(new_table(), 0, Bid(10**5000))
    assert str(refusal.value) == "A bid of a very large number is more than the 12 this seat has."
