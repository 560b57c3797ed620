"""Brains: always legal, never knowing more than their seat, and the sensible one better than chance."""

from functools import partial
from random import Random

import pytest

from games.ai.brain import sight_of
from games.ai.levels import LEVELS, OFFERED_LEVELS
from games.ai.simulation import Plan, Tally, play_games
from games.engine import acting, options, perform
from games.engine.moves import PASS
from tests.engine.tables import EDITIONS
from tests.engine.test_view import some_state, with_other_secrets


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_is_legal(level, edition):
    dice = Random(f"legal/{level}/{edition}")
    for _ in range(10):
        state = some_state(edition, dice.randint(2, 5), dice)
        for _ in range(20):
            if acting(state) is None:
                break
            code = LEVELS[level].brain(options(state), partial(sight_of, state, state.turn), dice).code
            assert code in options(state)
            perform(state, code)


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_equal_views_and_equal_dice_give_equal_decisions_whatever_is_hidden(level, seats):
    dice = Random(f"fair/{level}/{seats}")
    for number in range(100):
        state = some_state(EDITIONS[number % 2], seats, dice)
        twin = with_other_secrets(state, state.turn, dice)
        twin.money = state.money[:]  # purses follow from the public log
        thoughts = [
            LEVELS[level].brain(options(s), partial(sight_of, s, s.turn), Random(number)) for s in (state, twin)
        ]
        assert thoughts[0] == thoughts[1]


def test_random_bids_lean_to_the_low_end():
    answers = [PASS, *range(13)]
    dice = Random("low")
    chosen = [LEVELS["random"].brain(answers, lambda: pytest.fail("it does not look"), dice).code for _ in range(4_000)]
    assert set(chosen) == set(answers)
    assert sum(code <= 4 for code in chosen) > 2_500


def test_random_is_not_offered_in_the_lobby():
    assert "random" not in OFFERED_LEVELS
    assert "trainee" in OFFERED_LEVELS


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_trainee_beats_three_random_players(edition):
    tally = play_games(Plan(edition, ("trainee", "random", "random", "random"), 40, "strength"), range(40))
    assert tally.wins[0] >= 36
    assert tally.movies[0] > 3 * 40


def test_tallies_add_up():
    plan = Plan(EDITIONS[0], ("random", "random"), 6, "tally")
    total = Tally.for_seats(2)
    for chunk in (range(2), range(2, 6)):
        total.add(play_games(plan, chunk))
    assert total == play_games(plan, range(6))
