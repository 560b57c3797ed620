"""A match as staff read it: its people and clocks, what happened, and what was done about it."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import get_language_info
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.name_badges import add_badges
from accounts.staff.real_history import ToldAct, acts_at
from games.edition_words import level_name, words_of
from games.engine import SPECTATOR, State, view
from games.labels import pace_words, table_name
from games.models import Match, Report, Seat
from games.staff_pages.happenings import Happening, happenings_at
from games.table.clock import Clock, clocks_of
from games.table.people import people_at


@dataclass(frozen=True, slots=True)
class PlayerRow:
    """Somebody at the table, with what everybody there sees of them, and when they were last here."""

    seat: int
    name: str
    studio: int
    person: User | None
    notes: str
    reports: int
    is_asked: bool
    state: str
    clock: Clock
    looked_at: datetime | None
    time_outs: int


@dataclass(frozen=True, slots=True)
class MatchPage:
    """All that `admin/match.html` shows besides the tools."""

    match: Match
    name: str
    facts: str
    players: tuple[PlayerRow, ...]
    happened: list[Happening]
    older: int | None
    acts: list[ToldAct]


def match_page(match: Match, reader: User, before: int | None = None) -> MatchPage:
    """Read a match for staff: no purse, no hidden tile, no word of what was ordered."""
    happened = happenings_at(match, before=before)
    numbers = [line.number for line in happened if line.number]
    return MatchPage(
        match=match,
        name=table_name(match),
        facts=_facts(match),
        players=_players(match),
        happened=happened,
        older=min(numbers) if numbers and min(numbers) > 1 else None,
        acts=acts_at(match, reader),
    )


def _facts(match: Match) -> str:
    words = words_of(match.edition_id)
    facts = [words.name, _("%(count)s seats") % {"count": match.size}, pace_words(match)]
    if match.has_begun and not match.is_closed:
        seen = _seen(match)
        facts.append(f"{words.word('quarter').capitalize()} {seen.quarter}, {words.location(seen.location)}")
    return " · ".join(facts)


def _players(match: Match) -> tuple[PlayerRow, ...]:
    seats = list(match.seats.select_related("user").order_by("number"))
    add_badges(seat.user for seat in seats)
    people = people_at(seats) if match.has_begun else ()
    clocks = clocks_of(match, seats) if match.status == Match.Status.RUNNING else (Clock(),) * len(seats)
    waiting = Report.objects.filter(about__in=[seat.user_id for seat in seats], closed_at=None)
    reports = Counter(waiting.values_list("about", flat=True))
    seen = _seen(match) if match.status == Match.Status.RUNNING and not match.is_closed else None
    return tuple(
        PlayerRow(
            seat=seat.number,
            name=people[seat.number].name if people else _seat_words(seat),
            studio=seat.studio or 0,
            person=seat.user,
            notes=_notes(match, seat),
            reports=reports[seat.user_id or 0],
            is_asked=not match.awaited and match.asks(seat.number),
            state=_state_words(match, seat, seen),
            clock=clocks[seat.number],
            looked_at=seat.looked_at,
            time_outs=seat.time_outs,
        )
        for seat in seats
    )


def _notes(match: Match, seat: Seat) -> str:
    """Return who they are here, in a few words."""
    if seat.user is None:
        return _("AI, %(level)s") % {"level": level_name(seat.ai_level)} if seat.ai_level else ""
    said = [_("host")] if match.host_id == seat.user_id else []
    if seat.user.language:
        said.append(_("plays in %(language)s") % {"language": get_language_info(seat.user.language)["name_translated"]})
    if seat.stood_in_since and not seat.conceded_at:
        said.append(_("an AI stands in"))
    if seat.taken_over_at:
        said.append(_("came as a substitute"))
    return "; ".join(said)


def _state_words(match: Match, seat: Seat, seen: State | None) -> str:
    """Return what a seat does now, as everybody at the table sees it."""
    if seat.conceded_at:
        return _("left for good")
    if seen is None:
        return ""
    if match.awaited:  # who has answered already is not told
        return _("%(answered)s of %(size)s have answered") % {"answered": match.answered, "size": match.size}
    if seat.number == match.turn_seat:
        return _("to act")
    if seat.number == seen.leader and seen.bid >= 0:
        return _("leads with %(money)s") % {"money": words_of(match.edition_id).money(seen.bid)}
    return _("passed") if seen.queue and not seen.offered and seat.number not in seen.queue else ""


def _seat_words(seat: Seat) -> str:
    return str(seat.user) if seat.user else level_name(seat.ai_level) if seat.ai_level else _("Free seat")


def _seen(match: Match) -> State:
    """Return what a spectator may know."""
    return view(match.read_state(), SPECTATOR).state
