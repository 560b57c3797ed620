"""When somebody's turn will probably come at a slow table, from how fast these people answer: moments the log shows."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from itertools import pairwise
from statistics import median
from typing import Final

from games.models import Match, PlayedMove, Seat
from games.play.selectors.rest import rest_at
from games.play.working_time import Rest, add_working, working_between

# So many of the latest entries are looked at, and only after every tenth: a bid does not tell how fast people are.
LOOKED_AT: Final = 120
LOOKED_EVERY: Final = 10
# What is answered faster came in one sitting, or by itself: it tells nothing of when somebody comes.
ONE_SITTING: Final = timedelta(minutes=1)
# As long as nobody knows: two hours, or a quarter of the time for a decision if that is less.
USUAL: Final = timedelta(hours=2)
ROUNDED_TO: Final = timedelta(minutes=30)


def expected_turns(match: Match, seats: Sequence[Seat]) -> dict[int, datetime]:
    """Return by seat about when its turn comes, for those who wait; nothing where no clock runs.

    Where a lot gathers answers that is when all bids open, the same moment for all.
    """
    if match.pace != Match.Pace.SLOW or match.turn_seat is None or match.paused_at or match.deadline_at is None:
        return {}
    rests = {seat.number: rest_at(match, seat) for seat in seats}
    pace, now = _answer_times(match, rests), match.asked_at or match.deadline_at
    if match.awaited:
        # All who are there, also those who have answered: a moment without them would tell that they have.
        people = [seat.number for seat in seats if seat.user_id is not None and not seat.brain_level]
        opened = max(add_working(now, pace[number], rests[number]) for number in people)
        return dict.fromkeys(people, _rounded(min(opened, match.deadline_at)))
    expected = {}
    for step in range(len(seats)):
        seat = seats[(match.turn_seat + step) % len(seats)]
        if step:
            expected[seat.number] = _rounded(now)
        if seat.user_id is not None and not seat.brain_level:
            now = add_working(now, pace[seat.number], rests[seat.number])
            now = now if step else min(now, match.deadline_at)
    return expected


def _answer_times(match: Match, rests: dict[int, Rest]) -> dict[int, timedelta]:
    """Return by seat how much working time its person usually takes."""
    usual = min(USUAL, timedelta(seconds=match.decision_seconds / 4))
    taken: dict[int, list[float]] = defaultdict(list)
    entries = _answers(match.pk, match.commitment, match.number - match.number % LOOKED_EVERY)
    for (_seat, _by_ai, asked), (seat, by_ai, answered) in pairwise(entries):
        if not by_ai and answered - asked >= ONE_SITTING:
            taken[seat].append(working_between(asked, answered, rests[seat]).total_seconds())
    return {number: timedelta(seconds=median(taken[number])) if taken[number] else usual for number in rests}


@lru_cache(maxsize=512)
def _answers(match_id: int, _commitment: str, until: int) -> list[tuple[int, bool, datetime]]:
    """Return seat, hand and moment of the entries up to a number, in their order: what was played never changes.

    The commitment tells apart matches of the same number, in databases that were put in each other's place.
    """
    if not until:
        return []
    played = PlayedMove.objects.filter(match=match_id, number__lte=until).order_by("-number")
    return list(played.values_list("seat", "by_ai", "played_at")[:LOOKED_AT])[::-1]


def _rounded(moment: datetime) -> datetime:
    """Return the next half hour: nobody knows it better than that."""
    beyond = timedelta(minutes=moment.minute % 30, seconds=moment.second, microseconds=moment.microsecond)
    return moment - beyond + ROUNDED_TO if beyond else moment
