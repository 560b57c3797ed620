"""What the people at a table have asked each other: a pause, or an end without a result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from games.models import Match, Seat, TableEvent

Kind = TableEvent.Kind
ASKED: Final = (Kind.PAUSE_ASKED, Kind.END_ASKED)
# Whatever of these comes after a question has settled it.
SETTLED: Final = (*ASKED, Kind.DECLINED, Kind.WITHDRAWN, Kind.PAUSED, Kind.RESUMED, Kind.SUBSTITUTED)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A question that is open, by the row that asked it: who agrees, and whose answer is missing."""

    pk: int
    kind: str
    by: int
    agreed: frozenset[int]
    missing: tuple[int, ...]


def proposal_at(match: Match, seats: Sequence[Seat]) -> Proposal | None:
    """Return what is asked at a table now; None where nothing is."""
    if match.status != Match.Status.RUNNING:
        return None
    asked = match.table_events.filter(kind__in=ASKED).last()
    if asked is None or asked.seat is None:
        return None
    later = list(match.table_events.filter(pk__gt=asked.pk).values_list("kind", "seat"))
    if any(kind in SETTLED for kind, _seat in later):
        return None
    agreed = frozenset({asked.seat, *(seat for kind, seat in later if kind == Kind.AGREED and seat is not None)})
    missing = tuple(seat.number for seat in have_a_say(seats) if seat.number not in agreed)
    return Proposal(asked.pk, asked.kind, asked.seat, agreed, missing)


def have_a_say(seats: Sequence[Seat]) -> list[Seat]:
    """Return the seats whose people are asked: AIs agree to everything, and so do seats that are there to be taken."""
    return [seat for seat in seats if seat.user_id is not None and seat.conceded_at is None and not seat.is_offered]
