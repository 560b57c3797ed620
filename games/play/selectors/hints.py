"""Hints: where they are to be had, and what somebody has taken for the decision they face."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from games.models import Match, Seat

# What matters; where to look; a number.
GRADES: Final = 3


@dataclass(frozen=True, slots=True)
class Hints:
    """The hints of a table, by seat: how many were taken in all, and the one for this decision."""

    are_open: bool
    taken: tuple[int, ...]
    present: tuple[dict[str, Any] | None, ...]


def hints_are_open(match: Match, seats: Sequence[Seat]) -> bool:
    """Only where nothing is at stake and nobody else plays: one person against AIs, and the table allows it."""
    people = sum(seat.user_id is not None for seat in seats)
    return match.hints_allowed and not match.rated and people == 1


def hints_at(match: Match, seats: Sequence[Seat]) -> Hints:
    """Return what the table's people took."""
    return Hints(
        are_open=hints_are_open(match, seats),
        taken=tuple(seat.hints_taken for seat in seats),
        present=tuple(present_hint(match, seat) for seat in seats),
    )


def present_hint(match: Match, seat: Seat) -> dict[str, Any] | None:
    """Return the hint that a seat took for the entry it is asked for now; an older one says nothing any more."""
    hint: dict[str, Any] | None = seat.hint
    return hint if hint is not None and hint["number"] == match.number + 1 else None
