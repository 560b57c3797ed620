"""Which matches count, in which order, and what ratings look at in them."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from datetime import datetime
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q, QuerySet

from games.models import Match, Seat
from leaderboard.ladders import TABLES, Ladder
from leaderboard.meetings import LATELY, Meetings
from leaderboard.models import RatingChange, Tally
from leaderboard.rating import LAST, RatedMatch, SeatResult

AT_ONCE = 500
LOOKED_AT = (
    *("match", "user", "ai_level", "place", "conceded_at", "decisions", "decisions_by_ai"),
    *("taken_over_at", "began_by", "decided_before", "user__is_bot", "began_by__is_bot"),
)
OVERALL_SLUGS = tuple(Ladder(table).slug for table in TABLES)
# Taken out by moderators, or put away as unreadable.
NOT_COUNTED = Q(voided_at__isnull=False) | Q(set_aside_at__isnull=False)


class MatchEnd(NamedTuple):
    """Where a match stands in the order of all: by its end, and where two ended in the same moment by its number."""

    ended_at: datetime
    match_id: int


def counted_matches() -> QuerySet[Match]:
    """Return matches that were played from the deal to the end and not taken out again."""
    return Match.objects.filter(status=Match.Status.FINISHED, copied=None).exclude(NOT_COUNTED)


def rated_matches() -> QuerySet[Match]:
    return counted_matches().filter(rated=True)


def not_counted_matches() -> QuerySet[Match]:
    """Return matches that were taken out: few among many, found by an index of their own."""
    return Match.objects.filter(NOT_COUNTED)


def to_rate(since: datetime | None) -> list[MatchEnd]:
    """Return the first of the matches that are still to be counted in the ratings, in their order."""
    return _first(not_counted_yet(), since)


def to_remember(since: datetime | None) -> list[MatchEnd]:
    """Return the first of the matches that no record knows yet."""
    done = Tally.objects.filter(match=OuterRef("pk"), is_remembered=True)
    return _first(counted_matches().filter(~Exists(done)), since)


def wrongly_rated() -> MatchEnd | None:
    """Return the first match that is counted in the ratings and should not be."""
    rows = Tally.objects.filter(is_rated=True, match__in=not_counted_matches().values("pk"))
    return _end(rows.order_by("ended_at", "match").first())


def wrongly_remembered() -> list[int]:
    """Return matches that the records know and should not."""
    rows = Tally.objects.filter(is_remembered=True, match__in=not_counted_matches().values("pk"))
    return list(rows.values_list("match", flat=True))


def last_rated() -> MatchEnd | None:
    """Return the latest match that is counted in the ratings."""
    return _end(Tally.objects.filter(is_rated=True).order_by("-ended_at", "-match").first())


def all_counted() -> Iterator[list[MatchEnd]]:
    """Yield every match that is counted in the ratings, in order, a batch at a time."""
    counted = Tally.objects.filter(is_rated=True).order_by("ended_at", "match")
    batch = _ends(counted)
    while batch:
        yield batch
        last = batch[-1]
        batch = _ends(counted.filter(Q(ended_at__gt=last.ended_at) | Q(ended_at=last.ended_at, match__gt=last[1])))


def not_counted_yet() -> QuerySet[Match]:
    """Return matches that are to be counted in the ratings and are not."""
    return rated_matches().filter(~Exists(Tally.objects.filter(match=OuterRef("pk"), is_rated=True)))


def meetings_before(moment: datetime, people: Collection[int]) -> Meetings:
    """Return how often these have met lately, by matches that are counted: a change overall is a match among people."""
    rows = RatingChange.objects.filter(ladder__in=OVERALL_SLUGS, user__in=people, ended_at__gt=moment - LATELY)
    met: dict[MatchEnd, list[int]] = defaultdict(list)
    for ended_at, match_id, user in rows.order_by("ended_at", "match").values_list("ended_at", "match", "user"):
        met[MatchEnd(ended_at, match_id)].append(user)
    meetings = Meetings()
    for end, users in met.items():
        meetings.add(users, end.ended_at)
    return meetings


def read_rated_matches(match_ids: Collection[int]) -> list[RatedMatch]:
    """Return what ratings look at in these matches, in their order: three queries, however many they are."""
    results: dict[int, list[SeatResult]] = defaultdict(list)
    seats = Seat.objects.filter(match__in=match_ids).select_related("user", "began_by").only(*LOOKED_AT)
    for seat in seats.order_by("match", "number"):
        results[seat.match_id].append(_result(seat))
    anchors = dict(Tally.objects.filter(match__in=match_ids).values_list("match", "anchors"))
    matches = Match.objects.filter(pk__in=match_ids).order_by("finished_at", "pk")
    return [
        RatedMatch(pk, ended_at, pace, edition_id, tuple(results[pk]), anchors[pk])
        for pk, ended_at, pace, edition_id in matches.values_list("pk", "finished_at", "pace", "edition_id")
        if ended_at is not None
    ]


def _result(seat: Seat) -> SeatResult:
    """Of a seat that a substitute took over, return the result of whoever began there: as of somebody who left."""
    standing = LAST if seat.absence or seat.place is None else seat.place
    own = seat.decisions - seat.decisions_by_ai if seat.taken_over_at is None else seat.decided_before
    account = seat.began_by or seat.user
    return SeatResult(seat.rated_user_id, seat.ai_level, standing, own, account is not None and account.is_bot)


def _first(matches: QuerySet[Match], since: datetime | None) -> list[MatchEnd]:
    if since is not None:
        matches = matches.filter(finished_at__gte=since)
    rows = matches.order_by("finished_at", "pk").values_list("finished_at", "pk")[:AT_ONCE]
    return [MatchEnd(ended_at, pk) for ended_at, pk in rows if ended_at is not None]


def _ends(tallies: QuerySet[Tally]) -> list[MatchEnd]:
    return [MatchEnd(*row) for row in tallies.values_list("ended_at", "match")[:AT_ONCE]]


def _end(tally: Tally | None) -> MatchEnd | None:
    return None if tally is None else MatchEnd(tally.ended_at, tally.match_id)
