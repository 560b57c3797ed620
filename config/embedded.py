"""Celery's worker and beat in threads of the server's process, and the turns of AIs in one of their own."""

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

from config.task_queue import done_here, enqueue
from config.timetable import Timetable

STOP_SECONDS = 3
# It comes with nearly every move, and its moment is to be met: so it goes through no queue.
TURNS = "games.tasks.answer_for_ai"

logger = logging.getLogger(__name__)


class EmbeddedWorker:
    """One worker thread, so that tasks come in order, a beat that sends it what the schedule holds, and AIs' turns."""

    def __init__(self, app: Celery) -> None:
        self.app = app
        self.name = f"embedded@{uuid4().hex}"
        self.ready = threading.Event()
        self.stopping = threading.Event()
        self.threads = [
            threading.Thread(target=self.work, name="worker", daemon=True),
            threading.Thread(target=self.run_beat, name="beat", daemon=True),
        ]
        app.loader.import_default_modules()  # the worker does so too, but later
        self.turns = Timetable("turns", app.tasks[TURNS])
        self.threads.append(self.turns.thread)

    def start(self) -> None:
        """Start all threads."""
        state.should_stop = None
        done_here[TURNS] = self.turns.add
        for thread in self.threads:
            thread.start()

    def stop(self) -> None:
        """Stop all threads soon; work cut short lies in the database and is done after the next start."""
        self.stopping.set()
        done_here.pop(TURNS, None)
        self.turns.stop()
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
