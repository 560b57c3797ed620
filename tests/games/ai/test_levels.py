"""Brains: always legal, the same for the same sight, and never knowing more than their seat."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random

import pytest

from games.ai import ladder, searcher
from games.ai.arena.contenders import see_everything
from games.ai.arena.foresight import foresee
from games.ai.brain import Brain, Sight, Thought, sight_of
from games.ai.levels import LEVELS, OFFERED_LEVELS, STAND_IN_LEVEL
from games.ai.lot_search import Depth
from games.ai.match import play_match
from games.ai.mogul import forget, mogul
from games.ai.simulation import LevelTotals, SimulationPlan, play_games
from games.engine import Setup, State, deal, load_edition, options, perform, scores, start
from games.engine.moves import PASS
from games.engine.state import OVER, PARTY
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import some_state, with_other_secrets
from tests.lengths import how_many

See = Callable[[State, int, Sequence[int], str], Sight]
PAIRS = how_many(short=150, long=1_000)
# Brains that think long think shorter here: how long does not change what they may know.
SHORT = Depth(pairs=1, locations=1)
QUICK: dict[str, Brain] = {
    **{name: level.brain for name, level in LEVELS.items()},
    "producer": replace(searcher.producer, bids=SHORT),
    "mogul": replace(mogul, bids=SHORT, choices=SHORT),
}


@pytest.mark.parametrize("edition", EDITIONS)
@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_of_whole_matches_is_legal(level, edition):
    dice = Random(f"legal/{level}/{edition}")
    for seats in (2, 3, 4, 5):
        setup = new_table(seats, edition, dice).setup
        played = play_match(setup, [_checked(QUICK[level])] * seats, [dice] * seats)
        assert played.state.phase == OVER


def _checked(brain: Brain) -> Brain:
    def choose(answers, look, dice):
        thought = brain(answers, look, dice)
        assert thought.code in answers
        return thought

    return choose


@cache
def fairness_pairs(seats: int) -> list[tuple[State, State, tuple[int, ...]]]:
    """Tables that look the same to the seat that acts, with everything hidden from it dealt anew, and their log."""
    dice = Random(f"fair/{seats}")
    pairs = []
    while len(pairs) < PAIRS:
        state, log = new_table(seats, EDITIONS[dice.randrange(2)], dice), list[int]()
        while state.phase != OVER:
            if dice.random() < 0.1:
                twin = with_other_secrets(state, state.turn, dice)
                twin.money = state.money[:]  # purses follow from the public log
                pairs.append((state.copy(), twin, tuple(log)))
            log.append(dice.choice(options(state)[:6]))
            perform(state, log[-1])
    return pairs[:PAIRS]


def new_table(seats: int, edition: str, dice: Random) -> State:
    known = load_edition(edition)
    return start(Setup(known, known.studios[:seats], dice.randrange(seats), deal(known, dice.randbytes(32))))


def unequal(brain: Brain, seats: int, see: See = sight_of, pairs: int = PAIRS) -> int:
    """How many of the pairs a brain can tell apart."""
    return sum(
        think(brain, one, number, log, see) != think(brain, other, number, log, see)
        for number, (one, other, log) in enumerate(fairness_pairs(seats)[:pairs])
    )


def think(brain: Brain, state: State, seed: int, log: tuple[int, ...], see: See = sight_of) -> Thought:
    """A fresh thought: what was thought about a twin must not answer for this table."""
    forget()
    return brain(options(state), partial(see, state, state.turn, log, f"whim {seed}"), Random(seed))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("level", LEVELS)
def test_equal_views_logs_and_dice_give_equal_thoughts_whatever_is_hidden(level, seats):
    assert unequal(QUICK[level], seats) == 0


@pytest.mark.parametrize(("see", "is_caught"), [(see_everything, True), (sight_of, False)])
def test_a_brain_that_is_handed_the_true_bag_is_caught(see, is_caught):
    found = unequal(foresee, 3, see, pairs=40)
    assert (found > 5) == is_caught
    assert is_caught or found == 0


@pytest.mark.parametrize("level", ["director", "producer", "mogul"])
def test_what_was_thought_before_does_not_change_a_thought(level):
    brain, dice = QUICK[level], Random(f"again/{level}")
    tables = [some_state(EDITIONS[0], 4, dice) for _ in range(15)]

    def thoughts(order):
        return [brain(options(table), partial(sight_of, table, table.turn), Random(1)) for table in order]

    assert thoughts(tables) == thoughts(tables[::-1])[::-1]


def test_reasons_name_a_price_and_where_tiles_would_go():
    state = some_state(EDITIONS[0], 4, Random("reasons"))
    while state.phase == PARTY or len(state.hand):
        perform(state, options(state)[0])
    why = ladder.director(options(state), partial(sight_of, state, state.turn), Random(1)).why
    assert set(why) == {"worth", "limit", "places"}
    assert {tile for tile, _, _ in why["places"]} == set(state.lot_ids())


def test_random_bids_lean_to_the_low_end():
    answers = [PASS, *range(13)]
    dice = Random("low")
    brain = LEVELS["random"].brain
    chosen = [brain(answers, lambda: pytest.fail("it does not look"), dice).code for _ in range(4_000)]
    assert set(chosen) == set(answers)
    assert sum(code <= 4 for code in chosen) > 2_500


def test_the_ladder_is_offered_without_random_and_with_five_styles():
    assert "random" not in OFFERED_LEVELS
    assert {"trainee", "assistant", "director", "producer", "mogul", STAND_IN_LEVEL} <= set(OFFERED_LEVELS)
    assert sum(name.startswith("director:") for name in OFFERED_LEVELS) == 5
    assert [name for name in OFFERED_LEVELS if not LEVELS[name].is_quick] == ["producer", "mogul"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_trainee_beats_three_random_players(edition):
    tally = play_games(SimulationPlan(edition, ("trainee", "random", "random", "random"), 20, "strength"), range(20))
    assert tally.wins[0] >= 18


def test_styles_are_tastes_and_not_handicaps():
    for style, brain in ladder.STYLES.items():
        dice = Random(style)
        setup = new_table(4, EDITIONS[0], dice).setup
        played = play_match(setup, [brain, *[LEVELS["random"].brain] * 3], [dice] * 4)
        assert scores(played.state)[0] == max(scores(played.state))


def test_tallies_add_up():
    plan = SimulationPlan(EDITIONS[0], ("random", "random"), 6, "tally")
    total = LevelTotals.for_seats(2)
    for chunk in (range(2), range(2, 6)):
        total.add(play_games(plan, chunk))
    assert total == play_games(plan, range(6))
