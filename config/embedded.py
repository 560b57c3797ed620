"""Celery's worker and beat in threads of the server's process."""

from __future__ import annotations

import contextlib
import logging
import threading
from uuid import uuid4

from celery import Celery
from celery.beat import Scheduler
from celery.platforms import EX_OK
from celery.worker import state
from kombu.exceptions import OperationalError

from config.task_queue import enqueue

STOP_SECONDS = 3

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """One worker thread, so that tasks come in order, and a beat that sends it what the schedule holds."""

    def __init__(self, app: Celery) -> None:
        self.app = app
        self.name = f"embedded@{uuid4().hex}"
        self.ready = threading.Event()
        self.stopping = threading.Event()
        self.threads = [
            threading.Thread(target=self.work, name="worker", daemon=True),
            threading.Thread(target=self.run_beat, name="beat", daemon=True),
        ]

    def start(self) -> None:
        """Start both threads."""
        state.should_stop = None
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Stop both threads soon; work cut short lies in the database and is done after the next start."""
        self.stopping.set()
        state.should_stop = EX_OK  # type: ignore[assignment]
        with contextlib.suppress(OperationalError, OSError):
            # The flag is looked at every few seconds; a message is heard at once.
            self.app.control.shutdown(destination=[self.name])
        for thread in self.threads:
            thread.join(STOP_SECONDS)

    def work(self) -> None:
        """Do tasks until stopped."""
        worker = self.app.WorkController(
            hostname=self.name,
            pool="solo",
            concurrency=1,
            without_gossip=True,
            without_heartbeat=True,
            without_mingle=True,
            ready_callback=lambda consumer: self.begin(),
        )
        worker.start()

    def begin(self) -> None:
        """Say so, and look at once for what fell due while nobody worked."""
        self.ready.set()
        enqueue("games.tasks.sweep")

    def run_beat(self) -> None:
        """Send the tasks of the schedule when their time comes."""
        scheduler = Scheduler(self.app)
        while not self.stopping.wait(scheduler.tick()):
            pass
        scheduler.close()
