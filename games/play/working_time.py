"""Working time: what is left of the days without somebody's hours of rest, weekends and holidays. Nothing is stored."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from heapq import merge
from itertools import count
from typing import Final

LONGEST_REST: Final = 12  # hours a day: whoever could rest for longer could rest for ever
SATURDAY: Final = 5
NOTHING: Final = timedelta(0)

Span = tuple[datetime, datetime]


@dataclass(frozen=True, slots=True)
class Rest:
    """When somebody's clocks stand still: from an hour to an hour of their day, at weekends, in holidays."""

    begins: int | None = None
    ends: int | None = None
    weekends: bool = False
    zone: tzinfo = UTC
    holidays: tuple[Span, ...] = ()

    @property
    def hours(self) -> int:
        """How many hours of a day are rest."""
        if self.begins is None or self.ends is None:
            return 0
        return min((self.ends - self.begins) % 24, LONGEST_REST)


NO_REST: Final = Rest()


def add_working(start: datetime, span: timedelta, rest: Rest) -> datetime:
    """Return when so much working time has passed since then."""
    now, left = start.astimezone(UTC), span
    for begins, ends in _rests(now, rest):
        free = max(begins - now, NOTHING)
        if left <= free:
            break
        now, left = max(now, begins, ends), left - free
    return now + left


def working_between(start: datetime, end: datetime, rest: Rest) -> timedelta:
    """Return how much working time lies between two moments."""
    now, worked = start.astimezone(UTC), NOTHING
    for begins, ends in _rests(now, rest):
        if begins >= end:
            break
        worked += max(begins - now, NOTHING)
        now = max(now, ends)
    return worked + max(end - now, NOTHING)


def _rests(start: datetime, rest: Rest) -> Iterator[Span]:
    """Yield what is rest from then on, in the order of the beginnings; spans may overlap."""
    return merge(_daily(start, rest), sorted(rest.holidays))


def _daily(start: datetime, rest: Rest) -> Iterator[Span]:
    if not rest.hours and not rest.weekends:
        return
    first = start.astimezone(rest.zone).date() - timedelta(days=2)  # a weekend may have begun then
    for day in (first + timedelta(days=step) for step in count()):
        if rest.weekends and day.weekday() == SATURDAY:
            yield _moment(day, 0, rest), _moment(day + timedelta(days=2), 0, rest)
        if rest.hours and rest.begins is not None:
            over, ends = divmod(rest.begins + rest.hours, 24)
            yield _moment(day, rest.begins, rest), _moment(day + timedelta(days=over), ends, rest)


def _moment(day: date, hour: int, rest: Rest) -> datetime:
    """Return an hour of somebody's day; one that is skipped when the clocks go forward is the one after it."""
    return datetime.combine(day, time(hour), tzinfo=rest.zone).astimezone(UTC)
