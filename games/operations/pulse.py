"""The pulse of a process: every few seconds it writes into a row of its own that it lives, and what it has counted."""

import logging
import os
import platform
import threading
from typing import Any, Final
from uuid import uuid4

import psutil
from django.db import Error, connections
from django.utils import timezone

from config.metrics import REGISTRY
from config.occurrences import errors, slow_requests
from games.models import Process
from games.operations import collectors

__all__ = ["Pulse", "collectors", "told_figures"]

PULSE_SECONDS: Final = 10.0
GOODBYE_SECONDS: Final = 3.0

logger = logging.getLogger(__name__)

# A name, its labels, and how much of it there was so far.
Figure = tuple[str, dict[str, str], float]


class Pulse:
    """Tells of this process until it is stopped; a process that dies tells no more, which shows."""

    def __init__(self, kind: str, *, version: str, port: int = 0) -> None:
        self.key = f"{platform.node()[:60]}/{os.getpid()}/{uuid4().hex[:8]}"
        self.told = {
            "kind": kind,
            "host": platform.node()[:80],
            "pid": os.getpid(),
            "port": port,
            "version": version,
            "started_at": timezone.now(),
        }
        self.stopping = threading.Event()
        self.thread = threading.Thread(target=self.run, name="pulse", daemon=True)

    def start(self) -> None:
        """Begin to beat, in a thread of its own."""
        self.thread.start()

    def stop(self) -> None:
        """Say goodbye, so that nobody wonders; a database that is away is not waited for."""
        self.stopping.set()
        if self.thread.is_alive():
            self.thread.join(GOODBYE_SECONDS)

    def run(self) -> None:
        """Beat until stopped."""
        self.attempt()
        while not self.stopping.wait(PULSE_SECONDS):
            self.attempt()
        self.attempt(stopped_at=timezone.now())

    def attempt(self, **more: Any) -> None:
        """Beat, and keep no connection; without its database a process cannot tell, and goes on all the same."""
        try:
            self.beat(**more)
        except Error as problem:
            logger.warning("This process could not tell that it lives: %s", problem)
        finally:
            connections.close_all()

    def beat(self, **more: Any) -> None:
        """Write the row; the first time it is a new one."""
        now = {
            "beat_at": timezone.now(),
            "memory": psutil.Process().memory_info().rss,
            "figures": told_figures(),
            "slow": list(slow_requests),
            "errors": list(errors),
            **more,
        }
        if not Process.objects.filter(key=self.key).update(**now):
            Process.objects.create(key=self.key, **self.told, **now)


def told_figures() -> list[Figure]:
    """Return all that this process has counted."""
    return [
        (sample.name, dict(sample.labels), sample.value)
        for family in REGISTRY.collect()
        for sample in family.samples
        if not sample.name.endswith("_created")
    ]
