"""A clock that is moved by hand, and people who sleep."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Final

from django.utils import timezone

MONDAY_EVENING: Final = datetime(2026, 3, 2, 18, tzinfo=UTC)
# Asked at random times, people answer after two hours by the median; asleep from 23 to 7, they do not answer at all.
MEDIAN_HOURS: Final = 2.0
SPREAD: Final = 1.0
WAKES, SLEEPS = 7, 23


class SimulatedClock:
    """What time it is in a simulated match."""

    def __init__(self) -> None:
        """Begin on an evening on which people found each other."""
        self.now = MONDAY_EVENING

    def reach(self, moment: datetime) -> None:
        """Go on to a moment; time never runs back."""
        self.now = max(self.now, moment)


@contextmanager
def running_on(clock: SimulatedClock) -> Iterator[None]:
    """Let all services of this process tell the time by this clock."""
    true_now = timezone.now
    timezone.now = lambda: clock.now
    try:
        yield
    finally:
        timezone.now = true_now


def draw_delay(dice: Random) -> timedelta:
    """Return how long somebody who is awake takes to come."""
    return timedelta(hours=MEDIAN_HOURS * dice.lognormvariate(0, SPREAD))


def awake_after(asked_at: datetime, delay: timedelta) -> datetime:
    """Return when somebody comes who is asked at a moment: only hours in which they are awake count."""
    moment = _awake(asked_at)
    while True:
        bedtime = moment.replace(hour=SLEEPS, minute=0, second=0, microsecond=0)
        if moment + delay < bedtime:
            return moment + delay
        delay -= bedtime - moment
        moment = _awake(bedtime)


def _awake(moment: datetime) -> datetime:
    """Return the same moment, or the next morning."""
    if WAKES <= moment.hour < SLEEPS:
        return moment
    morning = moment.replace(hour=WAKES, minute=0, second=0, microsecond=0)
    return morning if moment.hour < WAKES else morning + timedelta(days=1)
