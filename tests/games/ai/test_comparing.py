"""Answers compared: the same draws for all, nothing hidden is used, and only what is clear beyond the noise counts."""

from random import Random

import pytest

from games.ai import comparing
from games.ai.comparing import Comparing, candidates, divides, find_clear_choice
from games.ai.forecast import public
from games.ai.simulation import SimulationPlan, play_game
from games.engine import State, check, from_json, options, perform, start
from games.engine.moves import PASS, from_entry
from games.engine.state import AUCTION, PARTY, PLACING
from games.problems.finding import KINDS
from games.problems.shipping import shipped
from tests.games.engine.test_view import with_other_secrets


@pytest.fixture(autouse=True)
def few_rollouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, but not often."""
    monkeypatch.setattr(comparing, "LOOKS", (2, 4))
    monkeypatch.setattr(comparing, "PAIRS", 16)
    monkeypatch.setattr(comparing, "WORTH_PAIRS", 4)


def some_position(phase: int, hand: int = 1) -> State:
    """The first late question of a kind in a match between directors."""
    played = play_game(SimulationPlan("dream-factory-2009", ("director", "assistant", "director:miser"), 1, "t"), 0)
    state = start(played.state.setup)
    for number, (_seat, asked, code) in enumerate(played.decisions):
        is_sought = asked == phase and number > 60 and (phase != PLACING or len(state.hand) == hand)
        if is_sought and len(options(state)) > 2:
            return state
        perform(state, code)
    raise AssertionError("there is none")


def compared(phase: int, chances: list[list[float]]) -> Comparing:
    """Answers as if they had been played on with these chances: the first two are a pass and the lowest bid."""
    known = object.__new__(Comparing)
    known.seen = some_position(phase)
    known.codes = [PASS, 5, 7, 9][: len(chances)]
    known.chances = chances
    known.means = [sum(row) / len(row) for row in chances]
    return known


def steady(chance: float) -> list[float]:
    return [chance, chance + 0.01] * 8


def test_an_answer_that_leads_by_much_is_clear():
    found = compared(PARTY, [steady(0.2), steady(0.4), steady(0.3)]).clear_choice()
    assert found is not None
    assert (found.best, len(found.answers), found.lead) == (1, 3, 0.1)


def test_one_that_leads_by_little_is_not():
    assert compared(PARTY, [steady(0.2), steady(0.4), steady(0.37)]).clear_choice() is None


def test_nor_one_that_leads_by_luck():
    wild = [0.0, 1.0] * 8
    assert compared(PARTY, [steady(0.3), wild]).clear_choice() is None


def test_bids_that_are_nearly_as_good_are_not_offered():
    found = compared(AUCTION, [steady(0.2), steady(0.4), steady(0.38), steady(0.3)]).clear_choice()
    assert found is not None
    assert [answer.code for answer in found.answers] == [PASS, 5, 9]
    assert found.best == 1


def test_a_higher_bid_is_best_only_if_the_lowest_is_clearly_worse():
    found = compared(AUCTION, [steady(0.2), steady(0.4), steady(0.41)]).clear_choice()
    assert found is not None
    assert found.answers[found.best].code == 5
    found = compared(AUCTION, [steady(0.2), steady(0.3), steady(0.41)]).clear_choice()
    assert found is not None
    assert found.answers[found.best].code == 7


def test_whether_to_bid_at_all_must_be_clear():
    assert compared(AUCTION, [steady(0.38), steady(0.4), steady(0.2)]).clear_choice() is None


def test_what_comes_to_the_same_is_one_answer():
    state = some_position(PLACING)
    assert len(candidates(state)) <= len(options(state))
    assert candidates(some_position(AUCTION))[0] == PASS
    assert candidates(some_position(PLACING, hand=2)) == []


def test_what_all_brains_see_is_no_problem(monkeypatch):
    state = public(some_position(PARTY))
    for name in ("assistant", "trainee"):
        monkeypatch.setattr(comparing, name, comparing.director)
    monkeypatch.setattr(comparing, "STYLES", {})
    assert not divides(state, candidates(state), Random(1))


@pytest.mark.parametrize("kind", KINDS)
def test_a_problem_is_found_again_by_other_draws(kind):
    known = next(one for one in shipped() if one["kind"] == kind)
    state = from_json(known["position"])
    seat, move = from_entry([known["seat"], *known["answers"][known["best"]]["move"]])
    best = check(state, seat, move)
    codes = [best, *(code for code in candidates(public(state)) if code != best)]
    look = Comparing(public(state), codes, Random(9), 12)
    assert max(look.means) == look.means[0]


def test_what_is_hidden_changes_nothing():
    state = some_position(PARTY)
    twin = with_other_secrets(state, None, Random(3))
    twin.money = state.money[:]  # purses follow from the log
    assert twin.setup.deal != state.setup.deal
    codes = candidates(public(state))
    assert Comparing(public(state), codes, Random(1), 4).chances == Comparing(public(twin), codes, Random(1), 4).chances
    found = find_clear_choice(state, Random(1))
    assert found == find_clear_choice(state, Random(1)) == find_clear_choice(twin, Random(1))


def test_no_lot_is_worth_more_than_somebody_has():
    seen = public(some_position(AUCTION))
    priced = comparing.price_lot(seen, seen.turn, Random(1))
    assert 0 <= priced.worth <= seen.money[seen.turn]
    assert 0 <= priced.rival_worth <= seen.money[priced.rival]
    assert priced.rival != seen.turn
