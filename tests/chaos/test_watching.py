"""Whoever watches a day of chaos overlooks no death: of a process, of a visitor, of an answer."""

import asyncio
import sys
import time
from pathlib import Path
from random import Random

import pytest

from tests.chaos.cluster import Cluster, Death, Server
from tests.chaos.day import Day, find_dead
from tests.chaos.visitor import Answer, Witness
from tests.waiting import wait_until


@pytest.fixture
def day(tmp_path: Path) -> Day:
    return Day(Cluster(tmp_path, 6), Random(1), 6, 1.0, lambda words: None)


def test_a_process_that_ends_by_itself_is_told_with_its_code(tmp_path: Path) -> None:
    command = [sys.executable, "-c", "import os; os._exit(3)"]
    server = Server("beat", command, tmp_path / "log", {})
    cluster = Cluster(tmp_path, 6, servers={"beat": server})
    server.start()
    wait_until(lambda: not server.is_running, "its end")
    assert cluster.rise_again() == [Death("beat", 3)]
    cluster.end()


def test_a_death_is_a_problem_unless_a_fault_explains_it(day: Day) -> None:
    day.may_die, day.deaths_left = ("web-1", "web-2"), 1
    day.note_death(Death("web-1", -9))
    assert day.problems == []
    day.note_death(Death("web-2", -9))
    day.note_death(Death("beat", 1))
    assert [words.split()[0] for words in day.problems] == ["web-2", "beat"]


def test_whoever_raised_and_was_not_stopped_is_named() -> None:
    async def stay() -> None:
        await asyncio.Event().wait()

    async def fall() -> None:
        raise KeyError("seat")

    async def look() -> list[str]:
        tasks = [asyncio.create_task(stay(), name="a player"), asyncio.create_task(fall(), name="the visitor")]
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        tasks[0].cancel()
        await asyncio.wait(tasks)
        return find_dead(tasks)

    assert asyncio.run(look()) == ["the visitor ended with KeyError('seat')"]


@pytest.mark.parametrize(
    ("status", "words", "seconds", "problem"),
    [
        (204, "", 0.0, None),
        (503, "later", 0.0, None),
        (503, "", 0.0, "a move: 503 without a word"),
        (500, "sorry", 0.0, "a move: 500"),
        (403, "no", 0.0, "a move: 403"),
        (204, "", 19.0, "a move: 204 after 19.0 s"),
    ],
)
def test_what_may_not_be_answered_is_noted(status: int, words: str, seconds: float, problem: str | None) -> None:
    witness = Witness()
    witness.note("a move", Answer(status, words), time.monotonic() - seconds, (200, 204))
    assert witness.problems == ([problem] if problem else [])


def test_silence_is_noted_unless_a_web_is_broken() -> None:
    witness = Witness(struck=True)
    witness.note_silence("/", TimeoutError(), time.monotonic())
    witness.heal()
    witness.note_silence("/", TimeoutError(), witness.struck_at - 1)
    assert witness.problems == []
    witness.note_silence("/", TimeoutError(), time.monotonic())
    assert len(witness.problems) == 1
