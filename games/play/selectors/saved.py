"""What orders saved: decisions that nobody had to come for, and about how long everybody would have waited for them."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from statistics import median
from typing import Final, NamedTuple

from django.db.models import Sum

from accounts.models import User
from games.models import Match, Seat

# How long an answer is taken to last where nobody has answered by hand yet.
USUAL_ANSWER: Final = timedelta(hours=2)
TOLD: Final = ("seat", "by_order", "by_ai", "forced", "played_at")


class Saved(NamedTuple):
    """Decisions that orders made, and the time that people usually take for so many turns."""

    decisions: int = 0
    time: timedelta = timedelta(0)


class PlayedEntry(NamedTuple):
    """What is asked of an entry."""

    seat: int
    by_order: bool
    by_ai: bool
    forced: bool
    played_at: datetime


def saved_in(match: Match) -> dict[int, Saved]:
    """Return what orders saved in a match so far, by seat. A seat's own is for its owner, until `tells_ordered`.

    What was ordered by whoever sat there before a substitute is theirs, and counts for nobody.
    """
    seats = match.seats.exclude(taken_over_at=None)
    taken = {seat.number: seat.taken_over_at for seat in seats.only("number", "taken_over_at") if seat.taken_over_at}
    entries = (PlayedEntry(*row) for row in match.moves.order_by("number").values_list(*TOLD))
    return count_saved(
        entry._replace(by_order=False, by_ai=True)
        if entry.seat in taken and entry.played_at < taken[entry.seat]
        else entry
        for entry in entries
    )


def saved_by(user: User) -> Saved:
    """Return what somebody's orders saved in matches that are over."""
    found = Seat.objects.filter(user=user).aggregate(decisions=Sum("decisions_by_order"), seconds=Sum("saved_seconds"))
    return Saved(found["decisions"] or 0, timedelta(seconds=found["seconds"] or 0))


def count_saved(entries: Iterable[PlayedEntry]) -> dict[int, Saved]:
    """Return the same from the entries of a match: each turn that was ordered would have taken a usual answer."""
    decisions, turns, waits = Counter[int](), Counter[int](), list[float]()
    before: PlayedEntry | None = None
    for entry in entries:
        is_new_turn = before is None or (before.seat, before.by_order) != (entry.seat, entry.by_order)
        if entry.by_order:
            decisions[entry.seat] += 1
            turns[entry.seat] += is_new_turn
        elif before is not None and is_new_turn and not entry.by_ai and not entry.forced:
            waits.append((entry.played_at - before.played_at).total_seconds())
        before = entry
    usual = timedelta(seconds=median(waits)) if waits else USUAL_ANSWER
    return {seat: Saved(decisions[seat], turns[seat] * usual) for seat in decisions}
