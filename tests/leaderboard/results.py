"""Matches that are over, without having been played."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from types import MappingProxyType
from typing import Any

from accounts.models import User
from games.models import Match, Seat
from leaderboard.models import Rating, RatingChange

BEGIN = datetime(2026, 7, 1, 12, tzinfo=UTC)
_minutes = count()


DECISIONS = 60  # of each seat, as in a match of average length


def finished(
    *seats: User | str,
    places: Sequence[int] = (),
    quit_by: Sequence[User] = (),
    by_ai: Mapping[User, int] = MappingProxyType({}),
    **said: Any,
) -> Match:
    """A match between people and AI levels, in the order of their places unless said otherwise, each ending later.

    `by_ai` tells how many of somebody's decisions an AI made.
    """
    ended_at = said.pop("finished_at", BEGIN + timedelta(minutes=next(_minutes)))
    host = next(seat for seat in seats if isinstance(seat, User))
    match = Match.objects.create(
        **{"edition_id": "dream-factory-2009", "rated": True, "pace": Match.Pace.SLOW, **said},
        host=host,
        size=len(seats),
        status=Match.Status.FINISHED,
        started_at=ended_at - timedelta(hours=1),
        finished_at=ended_at,
    )
    places = places or range(1, len(seats) + 1)
    Seat.objects.bulk_create(
        Seat(
            match=match,
            number=number,
            user=seat if isinstance(seat, User) else None,
            ai_level="" if isinstance(seat, User) else seat,
            studio=number + 1,
            place=place,
            score=60 - place,
            decisions=DECISIONS,
            decisions_by_ai=by_ai.get(seat, 0) if isinstance(seat, User) else DECISIONS,
            conceded_at=ended_at if seat in quit_by else None,
        )
        for number, (seat, place) in enumerate(zip(seats, places, strict=True))
    )
    return match


def standing() -> tuple[list[Any], list[Any]]:
    """Every rating and every step towards it, to the last digit."""
    ratings = Rating.objects.order_by("user", "ladder").values_list("user", "ladder", "value", "matches", "is_listed")
    steps = RatingChange.objects.order_by("ended_at", "match", "user", "ladder").values_list(
        "match", "user", "ladder", "ended_at", "number", "standing", "k", "before", "after"
    )
    return list(ratings), list(steps)


def values(match: Match, ladder: str) -> dict[str, int]:
    """By how much a match moved whom."""
    steps = RatingChange.objects.filter(match=match, ladder=ladder).select_related("user")
    return {step.user.username: step.after - step.before for step in steps}
