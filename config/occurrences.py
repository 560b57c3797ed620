"""What an operator should hear of without reading logs: the latest slow requests and errors of this process."""

from collections import deque
from datetime import datetime
from typing import Final, NamedTuple

from django.utils import timezone

KEPT: Final = 20
LONGEST: Final = 160
SLOW_SECONDS: Final = 1.0


class Occurrence(NamedTuple):
    """When something happened, what it was, how long it took if that matters, for which request, and how often."""

    at: str
    what: str
    seconds: float
    request_id: str
    times: int = 1

    @property
    def moment(self) -> datetime:
        return datetime.fromisoformat(self.at)


slow_requests: Final[deque[Occurrence]] = deque(maxlen=KEPT)
errors: Final[deque[Occurrence]] = deque(maxlen=KEPT)


def note_slow(what: str, request_id: str, seconds: float) -> None:
    """Keep one more; the oldest is forgotten for it."""
    slow_requests.append(Occurrence(timezone.now().isoformat(), what[:LONGEST], round(seconds, 3), request_id))


def note_error(what: str, request_id: str) -> None:
    """Keep an error; one that is kept already is the latest again, so that it pushes no other one out."""
    same = next((kept for kept in list(errors) if kept.what == what[:LONGEST]), None)
    if same is not None:
        errors.remove(same)
    times = 1 + (same.times if same else 0)
    errors.append(Occurrence(timezone.now().isoformat(), what[:LONGEST], 0.0, request_id, times))
