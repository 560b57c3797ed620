"""How often two people have met lately in matches that counted among people."""

from collections import defaultdict, deque
from collections.abc import Iterable
from datetime import datetime, timedelta
from itertools import combinations
from typing import Final

from leaderboard.elo import MEETING_DAYS

LATELY: Final = timedelta(days=MEETING_DAYS)


class Meetings:
    """The ends of matches by pair, told and asked in the order of the ends; what is too old is let go on the way."""

    def __init__(self) -> None:
        self._ends: defaultdict[frozenset[int | None], deque[datetime]] = defaultdict(deque)

    def add(self, people: Iterable[int], ended_at: datetime) -> None:
        """Note that these have met."""
        for pair in combinations(people, 2):
            self._ends[frozenset(pair)].append(ended_at)

    def lately(self, one: int | None, other: int | None, now: datetime) -> int:
        """Return how many matches of these two ended within the days before."""
        ends = self._ends.get(frozenset((one, other)))
        while ends and ends[0] <= now - LATELY:
            ends.popleft()
        return len(ends or ())
