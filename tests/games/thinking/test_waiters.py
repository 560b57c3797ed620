"""Threads that wait for slow thoughts."""

import threading

from games.thinking.waiters import Waiters
from tests.waiting import PATIENCE, wait_until


def test_whoever_rings_does_not_wait_and_as_many_work_as_have_a_place():
    gate, busy = threading.Event(), []

    def work() -> bool:
        busy.append(threading.current_thread().name)
        gate.wait(PATIENCE)
        return False

    waiters = Waiters(2, work)
    for _ in range(9):
        waiters.wake()
    wait_until(lambda: len(busy) == 2, "both at work")
    assert len(waiters.threads) == 2
    gate.set()
    wait_until(waiters.signals.empty, "all signals taken")


def test_one_that_is_woken_works_until_nothing_is_left():
    left, done = [3], threading.Event()

    def work() -> bool:
        left[0] -= 1
        if not left[0]:
            done.set()
        return left[0] > 0

    Waiters(1, work).wake()
    assert done.wait(PATIENCE)
    assert left == [0]


def test_a_failure_ends_nobodys_work(caplog):
    tried, done = [], threading.Event()

    def work() -> bool:
        tried.append(1)
        if len(tried) == 1:
            raise RuntimeError("the database is away")
        done.set()
        return False

    waiters = Waiters(1, work)
    waiters.wake()
    wait_until(lambda: "could not be looked for" in caplog.text, "a word about it")
    waiters.wake()
    assert done.wait(PATIENCE)
