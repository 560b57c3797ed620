"""Who plays what at a table that is in play."""

from collections.abc import Iterator
from itertools import islice

from django.contrib.auth.models import AnonymousUser

from accounts.models import User
from games.engine import State, Undo, undoable
from games.models import Match


def seat_number_of(match: Match, user: User | AnonymousUser) -> int | None:
    """The seat of a person; None for whoever only looks on, also for having given theirs up."""
    if not isinstance(user, User):
        return None
    return match.seats.filter(user=user, conceded_at=None).values_list("number", flat=True).first()


def undo_at(match: Match, state: State) -> Undo | None:
    """The latest decision that its seat may take back, together with what was forced after it; None if there is none.

    What is forced needs no undo of its own: it would be played again at once.
    """
    may = undoable(state)
    if may is None:
        return None
    standing = islice(_latest_moves(match), may.count)
    count = next((count for count, is_forced in enumerate(standing, start=1) if not is_forced), None)
    return None if count is None else Undo(may.seat, count)


def _latest_moves(match: Match) -> Iterator[bool]:
    """The moves that stand, the newest first: of each, whether it was forced."""
    undone = 0
    for entry, is_forced in (
        match.moves.filter(number__lte=match.number).order_by("-number").values_list("entry", "forced")
    ):
        if entry[1] == "undo":
            undone += entry[2]
        elif undone:
            undone -= 1
        else:
            yield is_forced
