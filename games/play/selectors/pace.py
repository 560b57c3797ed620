"""Who may say how long AIs let people wait."""

from collections.abc import Sequence
from typing import NamedTuple

from games.models import Match, Seat


class Pace(NamedTuple):
    """What a seat's owner may say about how long AIs let people wait."""

    may_set: bool = False
    may_skip: bool = False


NO_PACE = Pace()


def paces_at(match: Match, seats: Sequence[Seat]) -> tuple[Pace, ...]:
    """Return what each seat's owner may say."""
    owners = [seat.user_id for seat in seats]
    return tuple(Pace(may_set_pace(match, seats, owner), may_skip(match, seats, owner)) for owner in owners)


def may_set_pace(match: Match, seats: Sequence[Seat], user_id: int | None) -> bool:
    """Tell whether somebody may make the AIs fast: alone with them, or as the host where nothing is at stake."""
    if not _plays_on(match) or not any(seat.ai_level for seat in seats):
        return False
    is_host = match.host_id == user_id and not match.rated and user_id in _people(seats)
    return is_host or _people(seats) == [user_id]


def may_skip(match: Match, seats: Sequence[Seat], user_id: int | None) -> bool:
    """Tell whether somebody may leave out what is only waited for: where nobody else looks forward to it."""
    return _plays_on(match) and _people(seats) == [user_id]


def _plays_on(match: Match) -> bool:
    return match.status == Match.Status.RUNNING and match.paused_at is None


def _people(seats: Sequence[Seat]) -> list[int]:
    """Return who still plays."""
    return [seat.user_id for seat in seats if seat.user_id is not None and seat.conceded_at is None]
