"""A task that is done often and on time in the server's own process: a thread that sleeps until the next is due."""

import heapq
import logging
import threading
from collections.abc import Callable
from datetime import datetime
from itertools import count
from typing import Any

from django.db import close_old_connections
from django.utils import timezone

from config.following import current, following

logger = logging.getLogger(__name__)


class Timetable:
    """Does one kind of task in the order in which it is due, without a broker that would have to be looked into."""

    def __init__(self, name: str, act: Callable[..., object]) -> None:
        self.act = act
        self.due: list[tuple[datetime, int, str, tuple[Any, ...]]] = []
        self.places = count()  # of two that are due at the same moment the first comes first
        self.changed = threading.Condition()
        self.is_stopping = False
        self.thread = threading.Thread(target=self.run, name=name, daemon=True)

    def add(self, *args: Any, eta: datetime | None = None) -> None:
        """Have the task done with this when it is due, at once where nothing is said."""
        with self.changed:
            heapq.heappush(self.due, (eta or timezone.now(), next(self.places), current(), args))
            self.changed.notify()

    def stop(self) -> None:
        """Do no more; what was still to come lies in the database."""
        with self.changed:
            self.is_stopping = True
            self.changed.notify()

    def run(self) -> None:
        """Do what is due until stopped; one task that fails keeps no other waiting."""
        while (task := self.wait()) is not None:
            request_id, args = task
            try:
                close_old_connections()
                with following(request_id):
                    self.act(*args)
            except Exception:
                logger.exception("A task failed: %s%r", self.thread.name, args)
            finally:
                close_old_connections()

    def wait(self) -> tuple[str, tuple[Any, ...]] | None:
        """Sleep until a task is due and give for whom and with what it is to be done; None once it is over."""
        with self.changed:
            while not self.is_stopping:
                left = (self.due[0][0] - timezone.now()).total_seconds() if self.due else None
                if left is not None and left <= 0:
                    return heapq.heappop(self.due)[2:]
                self.changed.wait(left)
            return None
