"""Processes that think: asked by lines, kept warm, replaced when they dawdle or die."""

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random

import pytest

from games.ai.brain import sight_of
from games.ai.levels import LEVELS
from games.engine import State, options, view
from games.engine.moves import PASS
from games.thinking.question import Question, think
from games.thinking.thinkers import BrainFailed, Dawdled, Thinker, Thinkers
from tests.games.engine.tables import EDITIONS
from tests.games.engine.test_view import some_state, with_other_secrets
from tests.waiting import wait_until

STRANGE = (sys.executable, "-m", "tests.games.thinking.strange")
SECONDS = 20.0  # for those who are to answer, however busy the machine


def question(level: str, state: State | None = None, seed: str = "seed") -> Question:
    """What the acting seat of a match is asked."""
    state = state or some_state(EDITIONS[0], 4, Random("question"))
    return Question(level, view(state, state.turn).to_json(), state.money[:], options(state), seed)


@pytest.fixture
def thinkers() -> Iterator[Thinkers]:
    thinkers = Thinkers(1, SECONDS, STRANGE)
    yield thinkers
    thinkers.stop()


def test_a_brain_gets_its_view_the_purses_the_log_and_its_dice(thinkers):
    state = some_state(EDITIONS[1], 5, Random("asked"))
    thought = thinkers.ask(replace(question("steady", state, "a seed"), log=(3, PASS), whim="its own"))
    assert thought.code == options(state)[-1]
    known = {"purses": state.money, "viewer": state.turn, "log": [3, PASS], "whim": "its own"}
    assert thought.why == known | {"dice": Random("a seed").random()}


def test_one_process_answers_again_and_again_whatever_a_brain_prints(thinkers):
    thinkers.ask(question("steady"))
    first = thinkers.places.queue[-1]
    assert thinkers.ask(question("chatty")).code == question("chatty").options[0]
    assert thinkers.places.queue[-1] is first


def test_a_brain_that_raises_is_told_as_such_and_its_process_goes_on(thinkers):
    with pytest.raises(BrainFailed, match="no idea"):
        thinkers.ask(question("raising"))
    with pytest.raises(BrainFailed, match="KeyError: 'nobody'"):
        thinkers.ask(question("nobody"))
    assert thinkers.ask(question("steady")).why


def test_one_that_dawdles_is_ended_and_replaced(thinkers):
    thinkers.ask(question("steady"))
    process = thinkers.places.queue[-1].process
    thinkers.places.queue[-1].seconds = 0.1
    with pytest.raises(Dawdled, match=r"no answer within 0\.1 s"):
        thinkers.ask(question("looping"))
    assert process.returncode == -signal.SIGKILL
    assert thinkers.ask(question("steady")).why


@pytest.mark.parametrize("killed", [False, True])
def test_one_that_dies_is_replaced(thinkers, killed):
    thinkers.ask(question("steady"))
    if killed:
        thinkers.places.queue[-1].process.kill()
        thinkers.places.queue[-1].process.wait()
    with pytest.raises(Dawdled, match="its process is gone"):
        thinkers.ask(question("dying"))
    assert thinkers.ask(question("steady")).why


@pytest.mark.parametrize("asked", [signal.SIGINT, signal.SIGTERM])
def test_one_that_is_asked_to_stop_leaves_that_to_its_owner(thinkers, asked):
    thinkers.ask(question("steady"))
    process = thinkers.places.queue[-1].process
    process.send_signal(asked)
    assert thinkers.ask(question("steady")).why
    assert thinkers.places.queue[-1].process is process


def test_a_program_that_cannot_start_fails_as_a_brain_does():
    thinkers = Thinkers(1, SECONDS, (sys.executable, "-c", "raise SystemExit(1)"))
    with pytest.raises(Dawdled, match="its process is gone"):
        thinkers.ask(question("steady"))


def test_an_orphan_does_not_think_for_ever():
    thinker = Thinker(0.1, STRANGE)
    thinker.process.stdin.write(question("looping").to_line())
    thinker.process.stdin.flush()  # and nobody waits for the answer
    wait_until(lambda: thinker.process.poll() is not None, "the end of the orphan")
    assert thinker.process.returncode == -signal.SIGALRM
    thinker.stop()


def test_it_ends_when_its_owner_goes(thinkers):
    thinkers.ask(question("steady"))
    process = thinkers.places.queue[-1].process
    process.stdin.close()
    wait_until(lambda: process.poll() is not None, "the end of the process")
    assert process.returncode == 0
    process.stdin = open(os.devnull, "wb")  # noqa: SIM115 - stop() closes it


def test_never_more_busy_brains_than_places():
    thinkers = Thinkers(2, SECONDS, STRANGE)
    with ThreadPoolExecutor(8) as crowd:
        answers = list(crowd.map(lambda _: thinkers.ask(question("steady")), range(16)))
    assert len(set(map(str, answers))) == 1
    assert thinkers.places.qsize() == 2
    thinkers.stop()


@pytest.mark.parametrize("level", ["trainee", "assistant", "director", "director:few"])
def test_a_brain_answers_there_as_it_does_here(level):
    dice = Random(f"here and there/{level}")
    for _ in range(10):
        state = some_state(EDITIONS[0], dice.randint(2, 5), dice)
        here = LEVELS[level].brain(options(state), partial(sight_of, state, state.turn), Random("seed"))
        assert think(Question.from_line(question(level, state).to_line())) == here


def test_nothing_hidden_travels():
    dice = Random("travels")
    for _ in range(50):
        state = some_state(EDITIONS[1], dice.randint(2, 5), dice)
        twin = with_other_secrets(state, state.turn, dice)
        twin.money = state.money[:]  # purses follow from the public log
        assert question("mogul", state).to_line() == question("mogul", twin).to_line()
