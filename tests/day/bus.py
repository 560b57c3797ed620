"""A bus and a task queue that drop, double, delay and reorder; what they carry comes when the clock gets there."""

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from itertools import count
from random import Random
from typing import Any

from django.db import connection
from django.utils import timezone

DROPPED, DOUBLED, LATE = 0.15, 0.15, 0.3
LONGEST_DELAY = timedelta(minutes=3)
# All that a message on the bus may hold; a table's secrets are in none of it.
ALLOWED = {"type", "match", "number", "version", "line", "anew"}
Act = Callable[[], object]


@dataclass
class Agenda:
    """What happens when: acts at moments, in the order of their moments."""

    acts: list[tuple[datetime, int, Act]] = field(default_factory=list)
    order: Any = field(default_factory=count)

    def add(self, at: datetime, act: Act) -> None:
        heapq.heappush(self.acts, (at, next(self.order), act))

    def next(self) -> tuple[datetime, Act]:
        at, _, act = heapq.heappop(self.acts)
        return at, act


@dataclass
class Courier:
    """Carries messages and tasks badly."""

    agenda: Agenda
    dice: Random
    tell: Callable[[dict[str, Any]], None]  # a message has come
    run: Callable[[str, tuple[Any, ...]], None]  # a task has come
    complain: Callable[[str], None]

    def send(self, groups: Sequence[str], message: dict[str, Any]) -> None:
        """Take a message for groups, as `broadcast.tell_each` does."""
        if connection.in_atomic_block:
            self.complain(f"a message left before the commit: {message}")
        if not message.keys() <= ALLOWED:
            self.complain(f"a message holds more than a number: {sorted(message)}")
        self._carry(timezone.now(), lambda: self.tell(message))

    def enqueue(self, task: str, *details: Any, eta: datetime | None = None, **options: Any) -> None:
        """Take a task, as `enqueue` does."""
        if connection.in_atomic_block:
            self.complain(f"a task was queued before the commit: {task}")
        self._carry(eta or timezone.now(), lambda: self.run(task, details))

    def _carry(self, at: datetime, act: Act) -> None:
        if self.dice.random() < DROPPED:
            return
        for _ in range(2 if self.dice.random() < DOUBLED else 1):
            delay = LONGEST_DELAY * self.dice.random() ** 3 if self.dice.random() < LATE else timedelta(0)
            self.agenda.add(at + delay, act)
