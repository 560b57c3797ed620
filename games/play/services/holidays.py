"""Holidays stop clocks: a deadline that runs is put off, and comes back when the holiday ends early."""

from datetime import timedelta
from typing import Any

from django.db import transaction

from accounts.models import User
from games.models import Match
from games.play.selectors.rest import parse_spans, rest_of
from games.play.services.clocks import TIMED, match_time
from games.play.services.locking import lock_table
from games.play.services.table_events import show
from games.play.working_time import Rest, add_working, working_between


@transaction.atomic
def follow_holidays(*, user: User, before: list[Any]) -> None:
    """Move the running deadlines of somebody whose holidays were different before, and show who is away.

    The caller holds the lock on the person, which comes before those on the tables.
    """
    now = rest_of(user)
    earlier = Rest(now.begins, now.ends, now.weekends, now.zone, parse_spans(before))
    slow = Match.objects.filter(pace=Match.Pace.SLOW, status=Match.Status.RUNNING)
    tables = slow.filter(seats__user=user, seats__conceded_at=None).order_by("pk").values_list("pk", flat=True)
    for match_id in list(tables):
        match = lock_table(match_id)
        seat = match.seats.get(user=user)
        # Where a lot gathers answers everybody's time counts, whether they have answered or not: it tells nothing.
        if (match.awaited or match.turn_seat == seat.number) and not seat.brain_level:
            _move(match, earlier, now)
        match.version += 1
        show(match, *TIMED)


def _move(match: Match, earlier: Rest, now: Rest) -> None:
    """Keep the working time that is left; other hours of rest, chosen meanwhile, change nothing about it."""
    if match.deadline_at is None or earlier == now:
        return
    since = match_time(match)
    left = working_between(since, match.deadline_at, earlier)
    if left:
        shift = add_working(since, left, now) - add_working(since, left, earlier)
        # One deadline for all who are asked together: it does not come closer because one of them is back.
        match.deadline_at += max(shift, timedelta(0)) if match.awaited else shift
