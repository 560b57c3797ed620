"""Time at the table, as everybody sees it: when somebody is asked until, what their bank holds, who is away."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from games.models import Match, Seat


@dataclass(frozen=True, slots=True)
class Clock:
    """One seat's time: moments, never what is left, so that a drawing stays right while time goes by."""

    away: str = ""  # away: an AI plays until they are back; left: to the end; nothing: they are there
    bank: str = ""  # what the bank holds, such as 5:30; nothing at slow tables
    decides_until: datetime | None = None  # when the time for a decision is over and the bank is used
    deadline: datetime | None = None


NO_CLOCK: Final = Clock()


def clocks_of(match: Match, seats: Sequence[Seat]) -> tuple[Clock, ...]:
    """The clock of every seat, in their order: that of whoever is asked runs, and none while the match is paused."""
    return tuple(_clock(match, seat) for seat in seats)


def _clock(match: Match, seat: Seat) -> Clock:
    away = "left" if seat.conceded_at else "away" if seat.stood_in_since else ""
    has_bank = match.pace == Match.Pace.LIVE and seat.user_id is not None and not away
    bank = "{}:{:02}".format(*divmod(seat.bank_seconds, 60)) if has_bank else ""
    if match.turn_seat != seat.number or match.paused_at or match.deadline_at is None or match.asked_at is None:
        return Clock(away, bank)
    decides_until = match.asked_at + timedelta(seconds=match.decision_seconds) if bank else None
    return Clock(away, bank, decides_until, match.deadline_at)
