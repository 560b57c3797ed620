"""Celery's worker and beat in threads."""

import threading
import time
from collections.abc import Iterator

import pytest
from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from config.celery import app
from config.embedded import EmbeddedWorker
from games import tasks
from games.broadcast import LOBBY
from games.signals import sweeping
from tests.waiting import PATIENCE

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


def test_it_stops_soon(worker: EmbeddedWorker) -> None:
    start = time.monotonic()
    worker.stop()
    assert time.monotonic() - start < 1.5
    assert not any(thread.is_alive() for thread in worker.threads)
