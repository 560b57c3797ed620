"""Do the ratings equal their recomputation from the history? All is computed anew and compared to the last digit."""

from collections.abc import Iterator
from typing import NamedTuple

from django.db import transaction
from django.db.models import Exists, OuterRef

from leaderboard.meetings import Meetings
from leaderboard.models import Ledger, Rating, RatingChange, Tally
from leaderboard.rating import Stand, Standings, Step, rate
from leaderboard.selectors.contests import all_rated, contests_of, rated_matches
from leaderboard.services.counting import count_results, forget_all


class Wrong(NamedTuple):
    """Something that is not as a recomputation would have it; the match it is about, where it is about one."""

    match_id: int | None
    words: str


@transaction.atomic
def audit() -> list[Wrong]:
    """Everything that differs, while nobody counts."""
    Ledger.lock()
    return list(_differences())


def recompute() -> tuple[int, list[Wrong]]:
    """Computes all ratings anew, and puts right what differs; tells how many matches count, and what was wrong."""
    count_results(thorough=True)
    wrong = audit()
    if wrong:
        forget_all()
        count_results(thorough=True)
    return Tally.objects.filter(is_rated=True).count(), wrong


def _differences() -> Iterator[Wrong]:
    standings: Standings = {}
    meetings = Meetings()
    for batch in all_rated():
        match_ids = [position.match_id for position in batch]
        yield from _compare_tallies(match_ids)
        yield from _compare_changes(match_ids, standings, meetings)
    yield from _counted_wrongly()
    yield from _compare_ratings(standings)


def _compare_tallies(match_ids: list[int]) -> Iterator[Wrong]:
    done = Tally.objects.filter(match__in=match_ids, is_rated=True).values_list("match", flat=True)
    yield from (Wrong(pk, "it is not counted") for pk in sorted({*match_ids} - {*done}))


def _compare_changes(match_ids: list[int], standings: Standings, meetings: Meetings) -> Iterator[Wrong]:
    stored = _stored(match_ids)
    for contest in contests_of(match_ids):
        for step in rate(contest, standings, meetings):
            found = stored.pop((step.match_id, step.user_id, step.ladder), None)
            if found != step:
                yield Wrong(step.match_id, f"{step.ladder}: user {step.user_id} has {found}, should have {step}")
    yield from (Wrong(step.match_id, f"{step.ladder}: user {step.user_id} should not move") for step in stored.values())


def _stored(match_ids: list[int]) -> dict[tuple[int, int, str], Step]:
    rows = RatingChange.objects.filter(match__in=match_ids).values_list(*Step._fields)
    steps = (Step(*row) for row in rows)
    return {(step.match_id, step.user_id, step.ladder): step for step in steps}


def _counted_wrongly() -> Iterator[Wrong]:
    """Changes by matches that do not count."""
    counts = rated_matches().filter(pk=OuterRef("match"))
    matches = RatingChange.objects.filter(~Exists(counts)).values_list("match", flat=True).distinct()
    yield from (Wrong(match_id, "it moved ratings and does not count") for match_id in matches)


def _compare_ratings(standings: Standings) -> Iterator[Wrong]:
    left = dict(standings)
    for user, ladder, value, matches in Rating.objects.values_list("user", "ladder", "value", "matches").iterator():
        due, found = left.pop((user, ladder), None), Stand(value, matches)
        if found != due:
            yield Wrong(None, f"{ladder}: user {user} stands at {found}, should be at {due}")
    yield from (Wrong(None, f"{ladder}: user {user} should be at {due}") for (user, ladder), due in left.items())
