"""Time at the table, as everybody sees it: when somebody is asked until, what their bank holds, who is away."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Final

from games.models import Match, Seat
from games.models.match import HOUR
from games.play.selectors.expectations import expected_turns
from games.play.selectors.rest import holiday_until


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's time: moments, never what is left, so that a drawing stays right while time goes by."""

    away: str = ""  # away: an AI plays until they are back; left: to the end; nothing: they are there
    bank: str = ""  # what the bank holds, such as 5:30, or 3 days; nothing where there is none
    decides_until: datetime | None = None  # when the time for a decision is over and the bank is used
    deadline: datetime | None = None
    holiday_until: datetime | None = None
    expected: datetime | None = None  # about when their turn comes, of those who wait at a slow table
    is_offered: bool = False  # a substitute may take the seat over


NO_CLOCK: Final = Clock()


def clocks_of(match: Match, seats: Sequence[Seat]) -> tuple[Clock, ...]:
    """List the clocks of the seats, in their order: that of whoever is asked runs, none while the match is paused."""
    expected = expected_turns(match, seats)
    return tuple(
        replace(_clock(match, seat), holiday_until=holiday_until(match, seat), expected=expected.get(seat.number))
        for seat in seats
    )


def gathering_clock(match: Match) -> Clock:
    """Return the time that all have together to say how far they would go."""
    return Clock(deadline=match.deadline_at)


def moment_of(at: datetime) -> str:
    """Write a moment for a script, to the second and in few bytes."""
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _clock(match: Match, seat: Seat) -> Clock:
    away = "left" if seat.conceded_at else "away" if seat.stood_in_since else ""
    bank = _bank(match, seat) if seat.user_id is not None and not away else ""
    # While an auction held together gathers answers, all have the same time, and no seat is pointed at.
    is_asked = match.turn_seat == seat.number and not match.awaited
    if not is_asked or match.paused_at or match.deadline_at is None or match.asked_at is None:
        return Clock(away, bank, is_offered=seat.is_offered)
    is_live = match.pace == Match.Pace.LIVE
    decides_until = match.asked_at + timedelta(seconds=match.decision_seconds) if is_live else None
    return Clock(away, bank, decides_until, match.deadline_at)


def _bank(match: Match, seat: Seat) -> str:
    """Tell what a bank holds: minutes and seconds at a live table, hours at a slow one, in every language alike."""
    if match.pace == Match.Pace.LIVE:
        return "{}:{:02}".format(*divmod(seat.bank_seconds, 60))
    return f"{seat.bank_seconds // HOUR} h" if match.bank_seconds else ""
