"""The terms of a table in play as its page shows them: who is away until when, what is asked, what can be done."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import AnonymousUser
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.labels import seat_name
from games.models import Match, Seat
from games.models.match import DAY, HOUR
from games.play.selectors.agreements import Kind, have_a_say, proposal_at
from games.play.selectors.rest import holiday_until
from games.play.services.locking import seats_of
from games.play.services.notices import grace
from games.play.services.offers import PATIENCE


@dataclass(frozen=True, slots=True)
class SeatRow:
    """Who sits there, and whether they are away."""

    name: str
    away: str
    holiday_until: datetime | None
    offer_at: datetime | None
    is_offered: bool


@dataclass(frozen=True, slots=True)
class ProposalRow:
    """What is asked of everybody now."""

    pk: int
    is_end: bool
    by: str
    missing: tuple[str, ...]
    is_mine: bool
    has_agreed: bool


@dataclass(frozen=True, slots=True)
class Terms:
    """Everything the page shows."""

    seats: tuple[SeatRow, ...]
    question: ProposalRow | None
    plays: bool
    may_ask_pause: bool
    may_ask_end: bool
    may_go_on: bool
    may_take_over: bool
    is_offered: bool
    grace_minutes: int
    patience: str


def terms_of(match: Match, viewer: User | AnonymousUser) -> Terms:
    """Return the terms of a table as one viewer sees them."""
    seats = seats_of(match)
    mine = next((seat for seat in seats if seat.user_id == viewer.pk and viewer.pk and not seat.conceded_at), None)
    question = _question(match, seats, mine)
    by_players = match.paused_by == Match.PausedBy.PLAYERS
    may_ask = mine is not None and question is None and (match.paused_at is None or by_players)
    may_ask = may_ask and not match.in_tournament
    is_offered = any(seat.is_offered for seat in seats) and match.paused_at is None
    return Terms(
        seats=tuple(_row(match, seat) for seat in seats),
        question=question,
        plays=mine is not None,
        may_ask_pause=may_ask and match.paused_at is None,
        may_ask_end=may_ask and not (match.rated and len(have_a_say(seats)) < 2),
        may_go_on=mine is not None and by_players,
        may_take_over=is_offered and not any(seat.user_id == viewer.pk for seat in seats if viewer.pk),
        is_offered=is_offered,
        grace_minutes=int(grace().total_seconds() // 60),
        patience=span_words(PATIENCE * match.decision_seconds),
    )


def _row(match: Match, seat: Seat) -> SeatRow:
    away = "left" if seat.conceded_at else "away" if seat.stood_in_since else ""
    return SeatRow(seat_name(seat), away, holiday_until(match, seat), seat.offer_at, seat.is_offered)


def _question(match: Match, seats: list[Seat], mine: Seat | None) -> ProposalRow | None:
    proposal = proposal_at(match, seats)
    if proposal is None:
        return None
    number = None if mine is None else mine.number
    return ProposalRow(
        pk=proposal.pk,
        is_end=proposal.kind == Kind.END_ASKED,
        by=seat_name(seats[proposal.by]),
        missing=tuple(seat_name(seats[seat]) for seat in proposal.missing),
        is_mine=number == proposal.by,
        has_agreed=number in proposal.agreed,
    )


def span_words(seconds: int) -> str:
    """Return days where it is whole days, and hours otherwise."""
    if seconds % DAY:
        return _("%(count)s h") % {"count": seconds // HOUR}
    days = seconds // DAY
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
