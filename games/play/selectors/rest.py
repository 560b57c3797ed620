"""When the people at a slow table rest: their clocks stand still then. At live tables nobody rests."""

from collections.abc import Collection, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from django.db.models import F, Q
from django.utils import timezone

from accounts.models import User
from accounts.time_zones import zone_of
from games.models import Match, Seat
from games.play.working_time import NO_REST, Rest, Span, add_working, working_between

# Who has hours of rest, or holidays that are not over.
RESTS: Final = Q(user__rest_begins__isnull=False) | Q(user__rest_weekends=True) | ~Q(user__holiday_spans=[])


def rest_of(user: User) -> Rest:
    """Return somebody's hours of rest and holidays."""
    return Rest(user.rest_begins, user.rest_ends, user.rest_weekends, zone_of(user) or UTC, spans_of(user))


def spans_of(user: User) -> tuple[Span, ...]:
    """Return from and until when somebody's holidays are, those that are over left out."""
    return parse_spans(user.holiday_spans)


def parse_spans(kept: list[list[str]]) -> tuple[Span, ...]:
    """Read spans as they are kept with a person."""
    return tuple((datetime.fromisoformat(begins), datetime.fromisoformat(ends)) for begins, ends in kept)


def rest_at(match: Match, seat: Seat) -> Rest:
    """Return when the clock of a seat stands still."""
    if match.pace != Match.Pace.SLOW or seat.user is None:
        return NO_REST
    return rest_of(seat.user)


def deadline_for(match: Match, asked: Sequence[Seat], asked_at: datetime, *, with_banks: bool = True) -> datetime:
    """Return until when these seats may answer: a moment that none of them reaches resting."""

    def until(seat: Seat) -> datetime:
        seconds = match.decision_seconds + (seat.bank_seconds if with_banks else 0)
        return add_working(asked_at, timedelta(seconds=seconds), rest_at(match, seat))

    return max(until(seat) for seat in asked)


def put_off(match: Match, asked: Sequence[Seat], since: datetime, until: datetime) -> datetime | None:
    """Return the deadline after the clock stood still: no less time than before, and none of it in anybody's rest."""
    deadline = match.deadline_at
    if deadline is None:
        return None
    rests = [rest_at(match, seat) for seat in asked]
    walked = (add_working(until, working_between(since, deadline, rest), rest) for rest in rests)
    return max([deadline + (until - since), *walked])


def put_off_all(match_ids: Collection[int], since: datetime, until: datetime) -> dict[int, datetime]:
    """Return the same for those of many matches where whoever is asked rests at times; the others only move on."""
    # As `clocks.on_the_clock` has it: who acts, or everybody who is there while a lot gathers answers.
    acts = Q(match__awaited=0, number=F("match__turn_seat"))
    gathers = Q(match__awaited__gt=0, user__isnull=False, stood_in_since=None, conceded_at=None)
    asked = Seat.objects.filter(acts | gathers, match__in=match_ids, match__pace=Match.Pace.SLOW)
    resting = asked.filter(RESTS, match__deadline_at__isnull=False)
    later: dict[int, datetime] = {}
    for seat in resting.select_related("match", "user").defer("match__state", "match__opening"):
        began = max(since, seat.match.asked_at or since)
        deadline = put_off(seat.match, [seat], began, until)
        if deadline is not None:
            later[seat.match_id] = max(deadline, later.get(seat.match_id, deadline))
    return later


def holiday_until(match: Match, seat: Seat) -> datetime | None:
    """Return the last moment of the holiday of whoever sits there; that concerns slow tables only."""
    if match.pace != Match.Pace.SLOW or seat.user is None:
        return None
    now = timezone.now()
    last = timedelta(seconds=1)  # midnight belongs to the day after
    return next((ends - last for begins, ends in spans_of(seat.user) if begins <= now < ends), None)
