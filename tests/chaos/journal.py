"""What clients were told, written down by themselves, and held against what is stored afterwards (I5)."""

import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any


class Told(StrEnum):
    """What a client knows of a move it sent."""

    NOTHING = "nothing"  # no answer so far: it may be stored or not
    STORED = "stored"  # the answer to a post says so
    SHOWN = "shown"  # its page shows that number
    REFUSED = "refused"


@dataclass
class Attempt:
    """One move of one client, however often it was sent."""

    match: int
    seat: int
    number: int
    key: str
    entry: list[Any]
    told: Told = Told.NOTHING
    sent: int = 0
    at: float = 0.0

    @property
    def stored_key(self) -> str:
        """How the site keeps the key: a page's key and the number."""
        return f"{self.key}.{self.number}"


@dataclass
class Journal:
    """All that clients sent and heard."""

    attempts: list[Attempt] = field(default_factory=list)
    acknowledged_at: float = 0.0

    def note(self, attempt: Attempt, told: Told) -> None:
        """Write down what was heard; a page may show a number a moment before the refusal comes, never after it."""
        if attempt.told in (Told.STORED, Told.REFUSED):
            return
        attempt.told, attempt.at = told, time.time()
        if told in (Told.STORED, Told.SHOWN):
            self.acknowledged_at = attempt.at

    def count(self, *told: Told) -> int:
        return sum(attempt.told in told for attempt in self.attempts)

    @property
    def retried(self) -> int:
        return sum(attempt.sent > 1 for attempt in self.attempts)

    def problems(self) -> Iterator[str]:
        """Yield a sentence for every move that is not there as its client was told."""
        stored = _stored({attempt.match for attempt in self.attempts})
        keys = Counter((match, row.key) for match, rows in stored.items() for row in rows.values() if row.key)
        for attempt in self.attempts:
            name = f"entry {attempt.number} of match {attempt.match} by seat {attempt.seat}"
            times = keys[attempt.match, attempt.stored_key]
            row = stored[attempt.match].get(attempt.number)
            if times > 1:
                yield f"{name} was played {times} times"
            if attempt.told == Told.REFUSED and times:
                yield f"{name} was refused and is stored"
            if attempt.told == Told.STORED and times != 1:
                yield f"{name} was acknowledged and is stored {times} times"
            # A page shows also what a stand-in has played in its place, which acknowledges nothing.
            is_ours = row is not None and (row.entry == attempt.entry or (row.by_ai and attempt.told == Told.SHOWN))
            if attempt.told in (Told.STORED, Told.SHOWN) and not is_ours:
                yield f"{name} was {attempt.told} as {attempt.entry} and is {row and row.entry}"


def _stored(matches: set[int]) -> dict[int, dict[int, Any]]:
    from games.models import PlayedMove

    found: dict[int, dict[int, Any]] = {match: {} for match in matches}
    for row in PlayedMove.objects.filter(match__in=matches).only("match_id", "number", "key", "entry", "by_ai"):
        found[row.match_id][row.number] = row
    return found
