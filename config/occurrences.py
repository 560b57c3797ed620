"""What an operator should hear of without reading logs: the latest slow requests and errors of this process."""

from collections import deque
from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone

KEPT: Final = 20
LONGEST: Final = 160
SLOW_SECONDS: Final = 1.0


class Occurrence(NamedTuple):
    """When something happened, what it was, how long it took if that matters, and for which request."""

    at: str
    what: str
    seconds: float
    request_id: str

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)


slow_requests: Final[deque[Occurrence]] = deque(maxlen=KEPT)
errors: Final[deque[Occurrence]] = deque(maxlen=KEPT)


def note(kept: deque[Occurrence], what: str, request_id: str, seconds: float = 0.0) -> None:
    """Keep one more; the oldest is forgotten for it."""
    kept.append(Occurrence(timezone.now().isoformat(), what[:LONGEST], round(seconds, 3), request_id))
