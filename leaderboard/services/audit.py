"""Do the ratings equal their recomputation from the history? All is computed anew and compared to the last digit."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import connection, transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from games.models import Match
from leaderboard.meetings import Meetings
from leaderboard.models import Rating, RatingChange, Tally
from leaderboard.rating import Change, LadderRating, LadderRatings, rate
from leaderboard.selectors.matches import all_counted, not_counted_yet, rated_matches, read_rated_matches
from leaderboard.services.counting import count_results, forget_all


class Wrong(NamedTuple):
    """Something that is not as a recomputation would have it; the match it is about, where it is about one."""

    match_id: int | None
    words: str


def audit(*, patience: timedelta = timedelta(0)) -> list[Wrong]:
    """Return everything that differs; what ended or was taken out within the patience may wait to be counted."""
    with one_moment():
        return list(_differences(timezone.now() - patience))


@contextmanager
def one_moment() -> Iterator[None]:
    """Read everything as it is now, whoever counts meanwhile, and keep nobody from it."""
    is_outermost = not connection.in_atomic_block
    with _beginning_as_a_reader(), transaction.atomic():
        if connection.vendor == "postgresql" and is_outermost:
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        yield


@contextmanager
def _beginning_as_a_reader() -> Iterator[None]:
    """Take no lock at the start of a transaction, where SQLite would take the writers' one."""
    usual = getattr(connection, "transaction_mode", None)
    connection.transaction_mode = None  # type: ignore[attr-defined]
    try:
        yield
    finally:
        connection.transaction_mode = usual  # type: ignore[attr-defined]


def recompute() -> tuple[int, list[Wrong]]:
    """Compute all ratings anew, and put right what differs; tell how many matches count, and what was wrong."""
    count_results(thorough=True)
    wrong = audit()
    if wrong:
        forget_all()
        count_results(thorough=True)
    return Tally.objects.filter(is_rated=True).count(), wrong


def _differences(before: datetime) -> Iterator[Wrong]:
    """Compare what is counted with its own recomputation: what is not counted yet changes none of it."""
    ratings: LadderRatings = {}
    meetings = Meetings()
    for batch in all_counted():
        yield from _compare_changes([end.match_id for end in batch], ratings, meetings)
    yield from _not_counted(before)
    yield from _counted_wrongly(before)
    yield from _compare_ratings(ratings)


def _not_counted(before: datetime) -> Iterator[Wrong]:
    late = not_counted_yet().filter(finished_at__lte=before).order_by("pk").values_list("pk", flat=True)
    yield from (Wrong(match_id, "it is not counted") for match_id in late)


def _compare_changes(match_ids: list[int], ratings: LadderRatings, meetings: Meetings) -> Iterator[Wrong]:
    stored = _stored(match_ids)
    for match in read_rated_matches(match_ids):
        for change in rate(match, ratings, meetings):
            found = stored.pop((change.match_id, change.user_id, change.ladder), None)
            if found != change:
                yield Wrong(
                    change.match_id, f"{change.ladder}: user {change.user_id} has {found}, should have {change}"
                )
    for change in stored.values():
        yield Wrong(change.match_id, f"{change.ladder}: user {change.user_id} should not move")


def _stored(match_ids: list[int]) -> dict[tuple[int, int, str], Change]:
    rows = RatingChange.objects.filter(match__in=match_ids).values_list(*Change._fields)
    changes = (Change(*row) for row in rows)
    return {(change.match_id, change.user_id, change.ladder): change for change in changes}


def _counted_wrongly(before: datetime) -> Iterator[Wrong]:
    """Yield matches that moved ratings and do not count, unless they were taken out just now."""
    counts = rated_matches().filter(pk=OuterRef("match"))
    just_now = Match.objects.filter(Q(voided_at__gt=before) | Q(set_aside_at__gt=before), pk=OuterRef("match"))
    wrong = RatingChange.objects.filter(~Exists(counts), ~Exists(just_now))
    matches = wrong.order_by("match").values_list("match", flat=True).distinct()
    yield from (Wrong(match_id, "it moved ratings and does not count") for match_id in matches)
    counted = Tally.objects.filter(match=OuterRef("match"), is_rated=True)
    strays = RatingChange.objects.filter(~Exists(counted)).order_by("match").values_list("match", flat=True).distinct()
    yield from (Wrong(match_id, "it moved ratings and is not counted") for match_id in strays)


def _compare_ratings(ratings: LadderRatings) -> Iterator[Wrong]:
    left = dict(ratings)
    for user, ladder, value, matches in Rating.objects.values_list("user", "ladder", "value", "matches").iterator():
        due, found = left.pop((user, ladder), None), LadderRating(value, matches)
        if found != due:
            yield Wrong(None, f"{ladder}: user {user} stands at {found}, should be at {due}")
    yield from (Wrong(None, f"{ladder}: user {user} should be at {due}") for (user, ladder), due in left.items())
