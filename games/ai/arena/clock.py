"""How long decisions take: counted in narrow classes, so that millions of them can be added up."""

import math
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Final

# Each class is a tenth wider than the one before; the first ends at a hundredth of a millisecond.
WIDTH: Final = 1.1
SHORTEST_MS: Final = 0.01

# The time of this thread alone: whatever else the machine does is not counted.
now = time.thread_time


@dataclass(slots=True)
class DecisionTimes:
    """The times of one level's decisions."""

    classes: Counter[int] = field(default_factory=Counter)
    longest_ms: float = 0.0

    def note(self, seconds: float) -> None:
        """One decision took so long."""
        ms = seconds * 1000
        self.longest_ms = max(self.longest_ms, ms)
        self.classes[max(0, math.ceil(math.log(max(ms, SHORTEST_MS) / SHORTEST_MS, WIDTH)))] += 1

    @property
    def decisions(self) -> int:
        return self.classes.total()

    def quantile_ms(self, part: float) -> float:
        """Return the time that this part of all decisions stays below, as exact as the classes are narrow."""
        needed, seen = part * self.decisions, 0
        for index in sorted(self.classes):
            seen += self.classes[index]
            if seen >= needed:
                return min(SHORTEST_MS * WIDTH**index, self.longest_ms)
        return self.longest_ms

    @classmethod
    def together(cls, clocks: Iterable["DecisionTimes"]) -> "DecisionTimes":
        """Return all of their decisions."""
        whole = cls()
        for clock in clocks:
            whole.classes += clock.classes
            whole.longest_ms = max(whole.longest_ms, clock.longest_ms)
        return whole
