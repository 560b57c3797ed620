"""A forecast adds up, treats seats alike, knows the end, and nothing that is hidden."""

import json
from random import Random

import pytest

from games.ai.forecast import (
    Correction,
    Reading,
    corrected,
    correction_of,
    forecast,
    levelled,
    look_ahead,
    nearness,
    play_ends,
    promises,
    public,
)
from games.engine import State, places
from games.history.timeline import timeline_of_record
from tests.games.analysis.records import KEPT
from tests.games.engine.test_view import with_other_secrets

RECORDS = sorted(KEPT.glob("*-kept-000000.json"))
EVEN = Correction(Reading(0.1, (0.0,) * 4), Reading(0.1, (0.0,) * 4))


@pytest.fixture(scope="module", params=RECORDS, ids=lambda path: path.stem[:-12])
def states(request):
    return timeline_of_record(json.loads(request.param.read_text())).states


def twin_of(state: State) -> State:
    """Return the same table with everything hidden lying otherwise; purses can be counted from the log."""
    twin = with_other_secrets(state, None, Random(3))
    twin.money = list(state.money)
    return twin


@pytest.mark.parametrize("knows_all", [False, True])
def test_chances_add_up_at_any_moment(states, knows_all):
    seats = states[0].setup.seats
    for state in states[:: len(states) // 4]:
        found = forecast(state, Random(1), knows_all=knows_all, rollouts=1)
        assert sum(found.win) == pytest.approx(1)
        assert sum(found.place) == pytest.approx(seats * (seats + 1) / 2)
        assert all(0 < chance < 1 for chance in found.win) or state is states[-1]
        assert all(1 <= place <= seats for place in found.place)


def test_the_end_is_certain(states):
    ranks = places(states[-1])
    found = forecast(states[-1], Random(1))
    assert [chance > 0 for chance in found.win] == [rank == 1 for rank in ranks]
    assert [place == 1 for place in found.place] == [rank == 1 and ranks.count(1) == 1 for rank in ranks]


@pytest.mark.parametrize(("ranks", "told"), [([2, 1], ((0, 1), (2, 1))), ([1, 1, 3], ((0.5, 0.5, 0), (1.5, 1.5, 3)))])
def test_an_end_is_told_by_its_places(states, monkeypatch, ranks, told):
    """Equal points are no equal place where the edition settles it."""
    monkeypatch.setattr("games.ai.forecast.places", lambda state: ranks)
    assert forecast(states[-1], Random(1)) == told


def test_seats_are_treated_alike():
    ends = [(40.0, 35.0, 10.0, 38.0), (20.0, 45.0, 30.0, 38.0)]
    found = corrected(ends, EVEN)
    turned = corrected([(*end[1:], end[0]) for end in ends], EVEN)
    assert turned.win == pytest.approx((*found.win[1:], found.win[0]))
    assert turned.place == pytest.approx((*found.place[1:], found.place[0]))


def test_more_points_are_never_a_smaller_chance():
    poor, rich = corrected([(40.0, 35.0, 10.0, 38.0)], EVEN), corrected([(40.0, 39.0, 10.0, 38.0)], EVEN)
    assert rich.win[1] > poor.win[1]
    assert rich.place[1] < poor.place[1]
    assert all(rich.win[seat] < poor.win[seat] for seat in (0, 2, 3))


def test_one_end_stands_for_itself_and_many_for_their_mean():
    ends = [(40.0, 35.0, 10.0, 38.0), (20.0, 45.0, 30.0, 38.0)]
    singles = [corrected([end], EVEN).win for end in ends]
    assert corrected(ends, EVEN).win == pytest.approx([sum(pair) / 2 for pair in zip(*singles, strict=True)])


def test_ends_are_read_to_agree_with_what_was_foretold():
    ends = [(40.0, 35.0, 10.0, 38.0), (20.0, 45.0, 30.0, 38.0)]
    chances = (0.1, 0.6, 0.2, 0.1)
    told = levelled(ends, EVEN.win, chances)
    assert corrected(ends, Correction(told, told)).win == pytest.approx(chances, abs=0.005)
    assert told.point == EVEN.win.point


def test_who_looks_ahead_foretells_the_same(states):
    state = states[len(states) // 2]
    found, by = look_ahead(state, Random(1), rollouts=2)
    assert found == forecast(state, Random(1), rollouts=2)
    ends = list(play_ends(state, Random(1), knows_all=False, rollouts=2))
    assert corrected(ends, Correction(by, by)).win == pytest.approx(found.win, abs=0.05)


def test_what_is_hidden_changes_nothing(states):
    for state in states[5 : -1 : len(states) // 3]:
        twin = twin_of(state)
        assert promises(state) == promises(public(state)) == promises(twin)
        assert correction_of(state) == correction_of(twin)
        assert forecast(state, Random(1), rollouts=2) == forecast(twin, Random(1), rollouts=2)


def test_who_knows_all_needs_no_draw(states):
    state = states[len(states) // 2]
    twin = twin_of(state)
    known, hidden = (
        [list(play_ends(one, Random(1), knows_all=knows_all, rollouts=3)) for one in (state, twin)]
        for knows_all in (True, False)
    )
    assert known[0] != known[1]
    assert hidden[0] == hidden[1]


def test_the_end_comes_nearer(states):
    near = [nearness(state) for state in states]
    assert near == sorted(near)
    assert near[0] == pytest.approx(1 / 4.25)
    assert 1 < near[-1] < 4
