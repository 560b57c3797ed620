"""Reading rated matches for fair play, in a process of its own behind all that people wait for."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from config.after_commit import after_commit
from config.task_queue import enqueue
from games.due_work import do_next, free
from games.engine import State, check
from games.engine.moves import from_entry
from games.fair_play.answers import read_answers
from games.fair_play.likeness import read_agreements
from games.history.timeline import CannotReplay, Timeline, timeline_of_match
from games.models import Match, Seat, TableEvent
from leaderboard.models import Inspection
from leaderboard.services.suspecting import suspect

Status = Inspection.Status
# As long as addresses are kept, and longer than anything looks back.
KEPT_FOR: Final = timedelta(days=90)


def ask_inspection(match: Match) -> None:
    """Have a rated match read that is over."""
    Inspection.objects.get_or_create(match=match)
    after_commit(enqueue, "leaderboard.tasks.inspect_matches")


def readable_inspections() -> QuerySet[Inspection]:
    """Return what can be read; a deal that others still play is not looked at before they are done."""
    return Inspection.objects.filter(match__sealed=False)


def is_inspection_due() -> bool:
    """Tell whether one waits that nobody works on."""
    return free(readable_inspections()).exists()


def inspect_next() -> bool:
    """Read the match that has waited longest; False where there is none."""
    return do_next(readable_inspections().order_by("asked_at"), _inspect, expected=CannotReplay)


def forget_old_inspections() -> None:
    """Keep them no longer than they serve."""
    Inspection.objects.filter(asked_at__lt=timezone.now() - KEPT_FOR).delete()


def forget_inspections_of(user: User) -> None:
    """Take out what was read of somebody who leaves; what was read of the others stays."""
    seats = dict(Seat.objects.filter(user=user).values_list("match", "number"))
    with transaction.atomic():
        for row in Inspection.objects.select_for_update().filter(match__in=seats).order_by("pk"):
            if row.content.pop(str(seats[row.match_id]), None) is not None:
                row.save(update_fields=["content"])


def content_of(match: Match, timeline: Timeline) -> dict[str, Any]:
    """Return by seat what its person answered, as it is kept."""
    people = list(_people(match))
    answered = _answered(match, timeline)
    own = [(number, code) for number, code, by_order in answered]
    by_hand = [(number, code) for number, code, by_order in answered if not by_order]
    answers, seconds = read_answers(timeline.states, own, len(timeline.states[0].money)), _seconds(match)
    return {
        str(seat): {
            "offers": answers[seat].offers,
            "picks": answers[seat].picks,
            "agreements": [
                [one.kind, one.agrees, seconds.get(one.number)]
                for one in read_agreements(timeline.states, by_hand, seat)
            ],
        }
        for seat in people
    }


def _inspect(row: Inspection) -> None:
    match = row.match
    content = content_of(match, timeline_of_match(match))
    with transaction.atomic():
        Inspection.objects.select_for_update().get(pk=row.pk)
        still_here = {str(seat) for seat in _people(match)}  # asked again: somebody may have left while it was read
        kept = {seat: told for seat, told in content.items() if seat in still_here}
        Inspection.objects.filter(pk=row.pk).update(content=kept, status=Status.DONE)
        suspect(match)


def _people(match: Match) -> Iterator[int]:
    """Yield the seats whose answers are a person's own."""
    for seat in match.seats.select_related("user").order_by("number"):
        if seat.user is not None and seat.user.left_at is None and not seat.user.is_bot and not seat.absence:
            yield seat.number


def _answered(match: Match, timeline: Timeline) -> list[tuple[int, int, bool]]:
    """Return every answer that stands and was a person's: its number, as the rules have it, and whether ordered."""
    rows = match.moves.filter(by_ai=False, forced=False).order_by("number")
    found = []
    for number, entry, by_order in rows.values_list("number", "entry", "by_order"):
        if timeline.steps[number].stands and not timeline.steps[number].by_staff:
            found.append((number, _code(timeline.states[number - 1], entry), by_order))
    return found


def _code(state: State, entry: list[Any]) -> int:
    return check(state, *from_entry(entry))


def _seconds(match: Match) -> dict[int, float]:
    """Return by number how long an answer took at a live table; at a slow one nobody sits and thinks."""
    if match.pace != Match.Pace.LIVE:
        return {}
    resumed = dict(match.table_events.filter(kind=TableEvent.Kind.RESUMED).values_list("after_number", "at"))
    asked: datetime | None = match.started_at
    seconds = {}
    for number, played_at in match.moves.order_by("number").values_list("number", "played_at"):
        asked = resumed.get(number - 1, asked)
        if asked is not None:
            seconds[number] = round((played_at - asked).total_seconds(), 1)
        asked = played_at
    return seconds
