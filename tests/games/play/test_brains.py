"""Asking brains: equal chances for all, and a stand-in for those who fail."""

import sys
from collections.abc import Iterator

import pytest

from games.ai import levels
from games.ai.brain import Thought
from games.ai.levels import STAND_IN_LEVEL, Level
from games.engine import legal_moves, perform, start
from games.engine.state_json import to_json
from games.models import BrainFailure, Match
from games.play.services import brains
from games.play.services.ai_turns import answer
from games.play.services.brains import Decision, think
from games.play.services.moves import play_move, take_back_for_all
from games.thinking.thinkers import Thinkers
from tests.games.conftest import Tables
from tests.games.thinking import strange

STRANGE = (sys.executable, "-m", "tests.games.thinking.strange")
pytestmark = pytest.mark.django_db


@pytest.fixture
def match(table: Tables) -> Match:
    """Ada and two AIs; ada has begun and it is an AI's turn."""
    match = table(size=3, ai_levels=("assistant", "assistant"), host_begins=True)
    play_move(match_id=match.pk, seat=0, move=legal_moves(match.read_state())[1], number=1)
    match.refresh_from_db()
    return match


@pytest.fixture
def failing(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Strange levels, which think here or in a process of their own."""
    for name, level in strange.STRANGE.items():
        monkeypatch.setitem(levels.LEVELS, name, level)
    thinkers = Thinkers(1, 0.5, STRANGE)
    monkeypatch.setattr(brains, "thinkers", lambda: thinkers)
    yield
    thinkers.stop()


def decision(match: Match) -> Decision:
    return Decision(match, match.read_state(), match.number + 1)


def test_its_reason_is_kept_with_the_move(match, failing):
    match.seats.filter(number=1).update(ai_level="steady")
    assert answer(match_id=match.pk, number=2)
    assert match.moves.get(number=2).why["viewer"] == 1


def test_it_is_told_what_everybody_can_count(match):
    purses = decision(match).look().purses
    assert purses == tuple(match.read_state().money)
    while match.number < 60:
        match.seats.update(ai_level=STAND_IN_LEVEL, user=None)
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    assert decision(match).look().purses == tuple(match.read_state().money) != purses


def test_what_moderators_took_back_was_never_paid(match):
    match.seats.update(ai_level=STAND_IN_LEVEL, user=None)
    while not match.read_state().sales:
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    decision(match).look()  # counted so far
    take_back_for_all(match_id=match.pk, count=match.number)
    match.refresh_from_db()
    assert decision(match).look().purses == tuple(match.read_state().money)


def test_it_sees_only_what_its_seat_may(match):
    sight = decision(match).look()
    assert sight.view.viewer == 1
    assert sight.view.state.money[1] is not None
    assert sight.view.state.money[0] is None


def test_its_dice_are_the_same_for_the_same_decision_and_nobody_foresees_them(match, settings):
    seed = decision(match).seed
    assert seed == decision(match).seed
    assert seed != Decision(match, match.read_state(), match.number + 2).seed
    match.secret = bytes(32)
    assert seed == decision(match).seed  # whatever is hidden
    settings.SECRET_KEY = "another server"
    assert seed != decision(match).seed


def test_its_whim_is_the_same_all_through_the_match_and_nobody_else_knows_it(match, settings):
    one = decision(match)
    whim = one.whim
    assert Decision(match, one.state, match.number + 9).whim == whim != one.seed
    elsewhere = one.state.copy()
    elsewhere.turn = 2
    assert Decision(match, elsewhere, match.number + 1).whim != whim
    match.secret = bytes(32)
    assert one.whim == whim  # whatever is hidden
    assert whim not in str(one.look().view.to_json())
    settings.SECRET_KEY = "another server"
    assert one.whim != whim


def test_it_is_told_every_answer_that_stands(match):
    assert decision(match).look_longer().log == (0,)
    assert decision(match).look().log == ()
    while match.number < 30:
        match.seats.update(ai_level=STAND_IN_LEVEL, user=None)
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    table = start(match.read_state().setup)
    for code in decision(match).look_longer().log:
        perform(table, code)
    assert to_json(table) == to_json(match.read_state())


@pytest.mark.parametrize(
    ("level", "what"),
    [
        ("raising", "RuntimeError: no idea"),
        ("illegal", "illegal answer 1012"),
        ("slow raising", "RuntimeError: no idea"),
        ("slow illegal", "illegal answer 1012"),
        ("slow looping", "no answer within 0.5 s"),
        ("slow dying", "its process is gone"),
        ("retired", "KeyError: 'retired'"),
    ],
)
def test_for_a_brain_that_fails_the_stand_in_answers_and_it_is_counted(match, failing, caplog, level, what):
    match.seats.filter(number=1).update(ai_level=level)
    assert answer(match_id=match.pk, number=2)
    failure = BrainFailure.objects.get()
    assert (failure.match_id, failure.number, failure.level, failure.what) == (match.pk, 2, level, what)
    assert match.moves.get(number=2).why["instead_of"] == level
    assert f"The brain {level} failed" in caplog.text


def test_where_even_the_stand_in_fails_something_legal_is_played(match, failing, monkeypatch):
    monkeypatch.setitem(levels.LEVELS, STAND_IN_LEVEL, Level(STAND_IN_LEVEL, strange.raising))
    thought = think(decision(match), "raising")
    assert thought == Thought(decision(match).options[0], {"instead_of": "raising"})
    assert BrainFailure.objects.count() == 1
