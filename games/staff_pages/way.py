"""The way of an entry into a match, as far as it is stored and as everybody at the table could have seen it.

Neither whether it was ordered or forced is told, nor who was written to about it: nobody is about an order.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise
from typing import Any

from django.utils.translation import gettext as _

from games.models import PlayedMove
from games.table.people import Person


@dataclass(frozen=True, slots=True)
class Way:
    """How an entry came to be: what it follows, when it came and whose it is, and whether it stands."""

    number: int
    asked_at: datetime | None  # when the entry before it was played; nobody waited for the first
    after: int  # the entry before it
    follows_undo: bool
    answered_at: datetime
    answered_by: str
    taken_back_by: int | None  # the entry that took it back

    @property
    def seconds(self) -> int:
        """How long the table waited for it."""
        return 0 if self.asked_at is None else round((self.answered_at - self.asked_at).total_seconds())


def ways_of(
    moves: Sequence[PlayedMove], people: tuple[Person, ...], later: Iterable[tuple[int, Any]]
) -> dict[int, Way]:
    """Return the ways of entries, newest first; `later` are their numbers and words, and those of all after them."""
    undone = taken_back(later)
    return {
        move.number: Way(
            number=move.number,
            asked_at=before.played_at if before else None,
            after=before.number if before else 0,
            follows_undo=before is not None and before.is_undo,
            answered_at=move.played_at,
            answered_by=_answered_by(move, people[move.seat].at(move.number)),
            taken_back_by=undone.get(move.number),
        )
        for move, before in pairwise([*moves, None])
        if move
    }


def taken_back(entries: Iterable[tuple[int, Any]]) -> dict[int, int]:
    """Return which entries were taken back, by which; all entries of a match from some number on, newest first."""
    found, open_undos = dict[int, int](), list[int]()
    for number, entry in entries:
        if entry[1] == "undo":
            open_undos += [number] * entry[2]
        elif open_undos:
            found[number] = open_undos.pop()
    return found


def _answered_by(move: PlayedMove, person: Person) -> str:
    """Return who answered, as the table is told."""
    if move.is_by_staff:
        return _("the team")
    if person.is_ai:
        return _("%(name)s, an AI") % {"name": person.name}
    return _("an AI in place of %(name)s") % {"name": person.name} if move.by_ai else person.name
