"""Threads that wait for slow thoughts, so that whoever asks for one does not."""

import contextlib
import logging
import threading
from collections.abc import Callable
from queue import Full, Queue

logger = logging.getLogger(__name__)


class Waiters:
    """As many threads as there are thinkers. One that is woken works until nothing is left to do."""

    def __init__(self, places: int, work: Callable[[], bool]) -> None:
        self.work = work
        # More signals than threads would say nothing more: each thread looks for whatever is due.
        self.signals: Queue[None] = Queue(maxsize=places)
        self.threads: list[threading.Thread] = []
        self.lock = threading.Lock()

    def wake(self) -> None:
        """Wake a thread; where all are busy, one of them looks again when it is done."""
        with self.lock:
            if len(self.threads) < self.signals.maxsize:
                # A daemon: what it was thinking about lies in the database and is thought about after the next start.
                thread = threading.Thread(target=self.serve, name=f"thinking-{len(self.threads)}", daemon=True)
                self.threads.append(thread)
                thread.start()
        with contextlib.suppress(Full):
            self.signals.put_nowait(None)

    def serve(self) -> None:
        """Work whenever woken, for ever."""
        while True:
            self.signals.get()
            try:
                while self.work():
                    pass
            except Exception:
                logger.exception("What was due could not be looked for")
