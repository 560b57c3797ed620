"""A day of samples in quarters of an hour: what plots show."""

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Final

from django.utils import timezone

from games.models import Sample
from games.operations.counts import steps_of, within
from games.operations.plots import Value

STEP: Final = timedelta(minutes=15)
STEPS: Final = 96
DAY: Final = STEP * STEPS
HOUR: Final = timedelta(hours=1)

Figures = dict[str, Any]


class Day:
    """The samples of the last 24 hours, by quarters of an hour, oldest first."""

    def __init__(self) -> None:
        self.now = timezone.now()
        self.samples: list[tuple[datetime, Figures]] = list(
            Sample.objects.filter(at__gt=self.now - DAY).order_by("at").values_list("at", "figures")
        )
        self.quarters: list[list[Figures]] = [[] for _ in range(STEPS)]
        for at, figures in self.samples:
            self.quarters[min(STEPS - 1, int((at - (self.now - DAY)) / STEP))].append(figures)

    @property
    def latest_at(self) -> datetime | None:
        """When the newest sample was taken."""
        return self.samples[-1][0] if self.samples else None

    def highest(self, value: Callable[[Figures], float]) -> list[Value]:
        """Return the highest value in each quarter; None where nobody looked."""
        return [max(map(value, quarter)) if quarter else None for quarter in self.quarters]

    def total(self, name: str) -> list[Value]:
        """Return how often something happened in each quarter."""
        return [sum(one.get(name, 0) for one in quarter) if quarter else None for quarter in self.quarters]

    def within(self, kind: str, steps: Sequence[float], share: float) -> list[Value]:
        """Return within how many seconds a share was done in each quarter; None where there was nothing to do."""
        return [within(steps_of(add_up(quarter), kind, steps), steps, share) for quarter in self.quarters]

    def last_hour(self, kind: str, steps: Sequence[float]) -> list[int]:
        """Return how many fell into each step of a histogram in the last hour."""
        recent = [figures for at, figures in self.samples if at > self.now - HOUR]
        return steps_of(add_up(recent), kind, steps)


def add_up(samples: Sequence[Figures]) -> Counter[str]:
    """Add the plain counts of several minutes."""
    total: Counter[str] = Counter()
    for figures in samples:
        total.update({name: count for name, count in figures.items() if isinstance(count, int)})
    return total
