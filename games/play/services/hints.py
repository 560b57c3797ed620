"""Hints for the decision one faces: what a director thinks of it in one's place, told grade by grade and counted."""

from typing import Any

from django.db import transaction

from games import broadcast
from games.ai.levels import STAND_IN_LEVEL
from games.models import Match, Seat
from games.play.selectors.hints import GRADES, hints_are_open, present_hint
from games.play.services.brains import Decision, think
from games.play.services.locking import expect_playable
from games.play.services.moves import NotAllowed, TableMoved


def take_hint(*, match_id: int, seat: int, number: int, grade: int) -> None:
    """Take the hint of a grade for entry `number`. Asked twice for the same, it counts once."""
    match = Match.objects.get(pk=match_id)
    _expect_asked(match, seat, number)
    # Thinking happens outside the lock, on what the seat may know.
    thought = think(Decision(match, match.read_state(), number), STAND_IN_LEVEL)
    with transaction.atomic():
        match = Match.objects.select_for_update().get(pk=match_id)
        taker = _expect_asked(match, seat, number)
        taken = present_hint(match, taker) or {"number": number, "grade": 0, "code": thought.code, "why": thought.why}
        if min(grade, GRADES) == taken["grade"] + 1:
            _keep(match, taker, taken)


def _expect_asked(match: Match, seat: int, number: int) -> Seat:
    """Return the seat, if it is asked now and hints are to be had."""
    expect_playable(match)
    if match.status != Match.Status.RUNNING or number != match.number + 1 or match.paused_at is not None:
        raise TableMoved
    seats = list(match.seats.order_by("number"))
    asked = seats[seat]
    # Where the answer comes by itself there is nothing to advise.
    is_to_decide = not asked.brain_level and match.ai_due_at is None
    if match.turn_seat != seat or not is_to_decide or not hints_are_open(match, seats):
        raise NotAllowed("There are no hints for you now.")
    return asked


def _keep(match: Match, taker: Seat, taken: dict[str, Any]) -> None:
    """One grade more, and the table shows it."""
    taker.hint = {**taken, "grade": taken["grade"] + 1}
    taker.hints_taken += 1
    taker.save(update_fields=["hint", "hints_taken"])
    match.version += 1
    match.save(update_fields=["version"])
    broadcast.announce_table(match)
