"""Celery's worker and beat in threads."""

import threading
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from asgiref.sync import async_to_sync
from celery import Task
from celery.signals import after_task_publish, task_prerun
from channels.layers import get_channel_layer

from accounts.models import User
from config import embedded
from config.celery import app
from config.embedded import EmbeddedWorker
from config.signals import sweeping
from games import tasks
from games.broadcast import LOBBY
from leaderboard import tasks as leaderboard_tasks
from leaderboard.models import Tally
from leaderboard.selectors import matches as rated
from leaderboard.services import counting
from tests.leaderboard.results import finished
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.xdist_group("embedded")


@pytest.fixture
def worker() -> Iterator[EmbeddedWorker]:
    worker = EmbeddedWorker(app)
    worker.start()
    assert worker.ready.wait(PATIENCE)
    yield worker
    worker.stop()


@pytest.mark.django_db(transaction=True)
def test_a_task_of_the_worker_thread_reaches_a_reader_in_this_one(worker: EmbeddedWorker) -> None:
    layer = get_channel_layer()
    assert layer is not None
    async_to_sync(layer.group_add)(LOBBY, "reader")
    tasks.announce_lobby.delay()
    assert async_to_sync(layer.receive)("reader") == {"type": "lobby.changed"}


def test_beat_rings_the_sweep(monkeypatch: pytest.MonkeyPatch) -> None:
    swept = threading.Event()
    listener = lambda **kwargs: swept.set()  # noqa: E731
    sweeping.connect(listener)
    monkeypatch.setitem(app.conf.beat_schedule["sweep"], "schedule", 0.1)
    worker = EmbeddedWorker(app)
    worker.start()
    assert swept.wait(PATIENCE)
    worker.stop()
    sweeping.disconnect(listener)


def test_it_hears_at_once_that_it_is_to_stop(worker: EmbeddedWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the message alone, since it looks at the flag every few seconds only."""
    monkeypatch.setattr(embedded, "state", SimpleNamespace())
    monkeypatch.setattr(embedded, "STOP_SECONDS", PATIENCE)
    worker.stop()
    assert not any(thread.is_alive() for thread in worker.threads)


@pytest.mark.django_db(transaction=True)
def test_a_long_recount_lets_the_sweeps_come_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise the sweep falls silent, and that counts as downtime."""
    for module in (rated, counting, leaderboard_tasks):
        monkeypatch.setattr(module, "AT_ONCE", 1)
    ada, grace = (User.objects.create(username=name) for name in ("ada", "grace"))
    played = [finished(ada, grace) for _ in range(8)]
    course: list[str] = []
    sweep_is_sent = threading.Event()

    def count(due: list[rated.MatchEnd]) -> None:
        course.append("batch")
        really_count(due)
        sweep_is_sent.clear()
        assert sweep_is_sent.wait(PATIENCE)

    def note_start(task_id: str, task: Task, **kwargs: object) -> None:
        course.extend(["sweep"] if task.name == "games.tasks.sweep" else [])

    def note_sending(sender: str, **kwargs: object) -> None:
        if sender == "games.tasks.sweep":
            sweep_is_sent.set()

    really_count = counting._count
    monkeypatch.setattr(counting, "_count", count)
    # None expires, however slow the machine is: what was sent before a batch ended has its turn before the next one.
    monkeypatch.setitem(app.conf.beat_schedule, "sweep", {"task": "games.tasks.sweep", "schedule": 0.05})
    task_prerun.connect(note_start)
    after_task_publish.connect(note_sending)
    worker = EmbeddedWorker(app)
    worker.start()
    wait_until(lambda: "sweep" in course, "the first sweep")
    leaderboard_tasks.count_result.delay(played[0].pk)
    wait_until(lambda: Tally.objects.filter(is_rated=True).count() == len(played), "the recount")
    worker.stop()
    task_prerun.disconnect(note_start)
    after_task_publish.disconnect(note_sending)
    rows = "".join(word[0] for word in course).strip("s").split("s")
    assert max(len(batches) for batches in rows) <= 2, course  # one by the task, one by the sweep itself
