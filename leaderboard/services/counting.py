"""Counting matches in the ratings: each once, one after the other in the order of their ends, under one lock.

A match that is noticed late, or taken out, takes back everything that was counted after it; then all of it is counted
again in order. So what is stored is at every moment what a recomputation of the same matches would give.
"""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from config.after_commit import after_commit
from games.models import Match
from games.play.services.table_events import draw_anew
from leaderboard.broadcast import announce_rankings
from leaderboard.models import Ledger, Rating, RatingChange, Tally
from leaderboard.rating import Change, LadderRating, LadderRatings, rate
from leaderboard.selectors.matches import (
    AT_ONCE,
    MatchEnd,
    last_rated,
    meetings_before,
    read_rated_matches,
    to_rate,
    wrongly_rated,
)
from leaderboard.services.tallies import open_tallies

# A task that was lost is noticed by the next sweep, so whoever looks farther back than this looks at what is done.
LOOKS_BACK = timedelta(days=1)
# So many tables are drawn anew at once when their ratings are there; a longer list is a history that nobody looks at.
DRAWN_AT_ONCE = 50


def count_results(*, match_id: int | None = None, thorough: bool = False) -> int:
    """Count what is due, and take out what no longer counts; tell how many matches were counted.

    It looks at the latest day, and at a match that is named; if thorough, at the whole history.
    """
    total = counted = count_batch(match_id=match_id, thorough=thorough)
    while counted == AT_ONCE:
        counted = count_batch()  # whatever is left ended after what has been counted
        total += counted
    return total


def count_batch(*, match_id: int | None = None, thorough: bool = False) -> int:
    """Count no more than one batch of it: for whoever has other work waiting. A whole batch may not be the last."""
    return 0 if _look(match_id, thorough).first is None else _count_some(match_id, thorough)


def is_counted_until(moment: datetime) -> bool:
    """Tell whether everything that ended before then is counted or taken out; asked under the lock."""
    first = _look(None, thorough=False).first
    return first is None or first.ended_at >= moment


def forget_all() -> None:
    """Take everything back but how strong AI levels were held to be; the next count begins with the first match."""
    with transaction.atomic():
        Ledger.lock()
        RatingChange.objects.all().delete()
        Rating.objects.all().delete()
        Tally.objects.filter(is_rated=True).update(is_rated=False)


class Work(NamedTuple):
    """What there is to do: where the ratings stand, what does not belong to them, and what is due."""

    last: MatchEnd | None
    wrong: MatchEnd | None
    due: list[MatchEnd]

    @property
    def first(self) -> MatchEnd | None:
        """The earliest match at which anything changes."""
        return min([*self.due[:1], *([self.wrong] if self.wrong else [])], default=None)


@transaction.atomic
def _count_some(match_id: int | None, thorough: bool) -> int:
    Ledger.lock()
    last, wrong, due = work = _look(match_id, thorough)  # looked at again: others may have done it meanwhile
    if work.first is None:
        return 0
    if last is not None and work.first <= last:
        _take_back(work.first)
        due = to_rate(work.first.ended_at)
    _count(due)
    for changed in {*due[-DRAWN_AT_ONCE:], *([wrong] if wrong else [])}:
        after_commit(draw_anew, match_id=changed.match_id)
    after_commit(announce_rankings)
    return len(due)


def _look(match_id: int | None, thorough: bool) -> Work:
    last = last_rated()
    since = None if thorough or last is None else _since(last, match_id)
    return Work(last, wrongly_rated(), to_rate(since))


def _since(last: MatchEnd, match_id: int | None) -> datetime:
    named = Match.objects.filter(pk=match_id or 0).values_list("finished_at", flat=True).first()
    return min(last.ended_at - LOOKS_BACK, named or last.ended_at)


def _count(due: list[MatchEnd]) -> None:
    """Count these matches in their order."""
    if not due:
        return
    match_ids = [end.match_id for end in due]
    open_tallies(due)
    matches = read_rated_matches(match_ids)
    people = {one.user_id for match in matches for one in match.accounts if one.user_id}
    ratings, meetings = _ratings(people), meetings_before(due[0].ended_at, people)
    changes = [change for match in matches for change in rate(match, ratings, meetings)]
    RatingChange.objects.bulk_create((RatingChange(**change._asdict()) for change in changes), batch_size=AT_ONCE)
    _store(changes, ratings)
    Tally.objects.filter(match__in=match_ids).update(is_rated=True)


def _ratings(users: set[int]) -> LadderRatings:
    rows = Rating.objects.filter(user__in=users).values_list("user", "ladder", "value", "matches")
    return {(user, ladder): LadderRating(value, matches) for user, ladder, value, matches in rows}


def _store(changes: Iterable[Change], ratings: LadderRatings) -> None:
    """Where everybody who moved stands now."""
    moved = {(change.user_id, change.ladder) for change in changes}
    people = User.objects.in_bulk({user for user, _ in moved})
    Rating.objects.bulk_create(
        (
            Rating(user_id=user, ladder=ladder, is_listed=people[user].has_page, **ratings[user, ladder]._asdict())
            for user, ladder in sorted(moved)
        ),
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["user", "ladder"],
        update_fields=["value", "matches"],
    )


def _take_back(first: MatchEnd) -> None:
    """Make everything as it was before this match was counted, and what was counted after it due again."""
    later = Q(ended_at__gt=first.ended_at) | Q(ended_at=first.ended_at, match__gte=first.match_id)
    changes = RatingChange.objects.filter(later)
    before: dict[tuple[int, str], LadderRating] = {}
    rows = changes.order_by("-number").values_list("user", "ladder", "before", "number")
    for user, ladder, value, number in rows.iterator():
        before[user, ladder] = LadderRating(value, number - 1)
    _restore(before)
    changes.delete()
    Tally.objects.filter(later, is_rated=True).update(is_rated=False)


def _restore(before: LadderRatings) -> None:
    """Whoever had no match before stands nowhere."""
    Rating.objects.bulk_create(
        (Rating(user_id=user, ladder=ladder, **rating._asdict()) for (user, ladder), rating in sorted(before.items())),
        batch_size=AT_ONCE,
        update_conflicts=True,
        unique_fields=["user", "ladder"],
        update_fields=["value", "matches"],
    )
    Rating.objects.filter(matches=0).delete()
