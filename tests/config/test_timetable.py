"""Tasks that the server's own process does on time."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.utils import timezone

from config.task_queue import done_here, enqueue
from config.timetable import Timetable
from tests.waiting import PATIENCE, wait_until


@pytest.fixture
def done() -> list[str]:
    return []


@pytest.fixture
def timetable(done: list[str]) -> Iterator[Timetable]:
    def act(name: str) -> None:
        if name == "broken":
            raise ValueError("a broken task")
        done.append(name)

    table = Timetable("a test", act)
    yield table
    table.stop()
    if table.thread.is_alive():
        table.thread.join(PATIENCE)


def test_what_is_due_first_is_done_first_whenever_it_was_added(timetable: Timetable, done: list[str]) -> None:
    now = timezone.now()
    for name, seconds in (("third", 0.2), ("first", -5), ("second", 0.1)):
        timetable.add(name, eta=now + timedelta(seconds=seconds))
    timetable.thread.start()
    wait_until(lambda: len(done) == 3, "three tasks")
    assert done == ["first", "second", "third"]
    assert timezone.now() - now >= timedelta(seconds=0.2), "and none before its time"


def test_one_that_is_due_sooner_is_not_kept_waiting(timetable: Timetable, done: list[str]) -> None:
    timetable.thread.start()
    timetable.add("in an hour", eta=timezone.now() + timedelta(hours=1))
    timetable.add("now")
    wait_until(lambda: done == ["now"], "the one that is due")


def test_one_that_fails_is_logged_and_the_next_is_done(
    timetable: Timetable, done: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    timetable.thread.start()
    timetable.add("broken")
    timetable.add("whole")
    wait_until(lambda: done == ["whole"], "the next one")
    assert "a broken task" in caplog.text


def test_it_stops_at_once_though_something_is_still_to_come(timetable: Timetable, done: list[str]) -> None:
    timetable.thread.start()
    timetable.add("in an hour", eta=timezone.now() + timedelta(hours=1))
    timetable.stop()
    timetable.thread.join(PATIENCE)
    assert not timetable.thread.is_alive()
    assert done == []


def test_a_task_that_is_done_here_goes_to_no_broker(monkeypatch: pytest.MonkeyPatch) -> None:
    heard = threading.Event()
    monkeypatch.setitem(done_here, "games.tasks.answer_for_ai", lambda *args, eta=None: heard.set())
    enqueue("games.tasks.answer_for_ai", 1, 2, eta=timezone.now())
    assert heard.is_set()
