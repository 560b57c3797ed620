"""Whose answers are a brain's, and whose times a clock's."""

from random import Random

from games.ai.deals import secret_of, setup_of
from games.ai.ladder import director
from games.ai.valuer import Valuer
from games.engine import load_edition, start
from games.fair_play.figures import learned_rates, likeness_yardstick, timing_yardstick
from games.fair_play.likeness import KINDS, likeness, read_agreements
from games.fair_play.series import play_through
from games.fair_play.timing import FEWEST, TimedAnswer, read_times


def test_a_copy_agrees_always_and_somebody_who_errs_does_not():
    copied, own = [], []
    for game in range(3):
        setup = setup_of(load_edition("dream-factory-2009"), 3, secret_of("test/likeness", game))
        brains = [director, Valuer(error=0.5), Valuer(error=0.3)]
        states, decisions = play_through(start(setup), brains, Random(game))
        copied += [(one.kind, one.agrees) for one in read_agreements(states, decisions, 0)]
        own += [(one.kind, one.agrees) for one in read_agreements(states, decisions, 1)]
    assert {kind for kind, _ in copied} <= set(KINDS)
    assert all(agrees for _, agrees in copied)
    assert likeness(copied, learned_rates()) > likeness_yardstick(3).threshold
    assert likeness(own, learned_rates()) < 0


def test_clear_questions_tell_nothing_and_few_answers_little():
    clear = [("bid3", True)] * 5
    assert likeness(clear, learned_rates()) < 2


def test_even_times_are_told_from_a_persons():
    dice = Random(1)
    person = read_times(TimedAnswer(dice.lognormvariate(1.5, 0.8), is_hard=False) for _ in range(80))
    program = read_times(TimedAnswer(dice.gauss(1.5, 0.1), is_hard=True) for _ in range(80))
    assert person is not None
    assert program is not None
    assert program.spread <= timing_yardstick().threshold < person.spread
    assert program.quick == 1
    assert read_times([TimedAnswer(3.0, is_hard=True)] * (FEWEST - 1)) is None
    assert read_times([TimedAnswer(3_000.0, is_hard=True)] * 100) is None  # that was no thinking
