"""One's tables as rows of the lobby: what is asked, whom it waits for, how far it is."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from accounts.models import User
from games.edition_words import Words, words_of
from games.engine.edition import QUARTERS
from games.labels import pace_mark, seat_name, table_name
from games.lobby.filters import CASUAL, RATED, LobbyFilters
from games.models import Match, Seat


@dataclass(frozen=True, slots=True)
class TableRow:
    """A table where the reader sits."""

    match_id: int
    url: str
    name: str
    edition: str
    seats: tuple[Seat, ...]
    pace: str
    is_what_if: bool
    yours: bool
    asked: str
    note: str
    since: datetime | None
    deadline: datetime | None
    stand: str


def rows_of(user: User, tables: list[Any]) -> list[TableRow]:
    """Return the reader's tables in the order given; `tables` come from `games.lobby.selectors.tables_of`."""
    return [_row(match, user) for match in tables]


def _row(match: Any, user: User) -> TableRow:
    if match.status != Match.Status.RUNNING:
        return _open_row(match, user)
    is_damaged = match.location is None
    return _closed_row(match) if match.is_put_away or is_damaged else _running_row(match)


def _closed_row(match: Any) -> TableRow:
    """Return a match that nobody can go on with for now: nothing is read of how it stands."""
    words, seats = words_of(match.edition_id), tuple(match.seats.all())
    asked = _("Set aside") if match.set_aside_at else _("Cannot be played now")
    said = {"asked": asked, "note": "", "stand": "", "since": match.changed_at, "deadline": None}
    return TableRow(**_same(match, words, seats), yours=False, **said)


def _running_row(match: Any) -> TableRow:
    words, seats = words_of(match.edition_id), tuple(match.seats.all())
    yours = match.my_turn
    return TableRow(
        **_same(match, words, seats),
        yours=yours,
        asked=_question(match) if yours else _doing(match, seats),
        note=_where(match, words, seats) if yours else "",
        since=None if yours else match.changed_at,
        deadline=None if match.paused_at or (match.acts and not match.is_asked) else match.deadline_at,
        stand=_("%(quarter)s %(number)s of %(all)s")
        % {"quarter": words.word("quarter").capitalize(), "number": match.quarter, "all": QUARTERS},
    )


def _open_row(match: Any, user: User) -> TableRow:
    words, seats = words_of(match.edition_id), tuple(match.seats.all())
    full = not any(seat.is_free for seat in seats)
    asked_ready = full and match.pace == Match.Pace.LIVE
    yours = asked_ready and any(seat.user_id == user.pk and not seat.ready for seat in seats)
    taken = sum(not seat.is_free for seat in seats)
    return TableRow(
        **_same(match, words, seats),
        yours=yours,
        asked=_("Are you ready?") if yours else _("Waiting for players"),
        note=_("Everybody is there") if full else "",
        since=None if full else match.created_at,
        deadline=None,
        stand=_("%(taken)s of %(size)s seated") % {"taken": taken, "size": match.size},
    )


def _same(match: Match, words: Words, seats: tuple[Seat, ...]) -> dict[str, Any]:
    return {
        "match_id": match.pk,
        "url": match.get_absolute_url(),
        "name": table_name(match),
        "edition": words.name,
        "seats": seats,
        "pace": pace_mark(match),
        "is_what_if": match.is_what_if,
    }


def _question(match: Any) -> str:
    if match.awaited:
        return _("Say how far you go")
    questions = {"auction": _("Bid or pass"), "party": _("Choose at the party"), "placing": _("Place what you have")}
    return questions.get(match.phase, _("Your turn"))


def _doing(match: Any, seats: tuple[Seat, ...]) -> str:
    if match.paused_at:
        return _("Paused")
    if match.is_away:
        return _("The AI plays for you")
    if match.awaited:
        said = {"answered": match.answered, "size": match.size}
        return _("%(answered)s of %(size)s have answered") % said
    sentences = {
        "auction": _("%(name)s is bidding"),
        "party": _("%(name)s chooses at the party"),
        "placing": _("%(name)s is placing"),
    }
    name = seat_name(seats[match.turn_seat]) if match.turn_seat is not None else ""
    return sentences.get(match.phase, _("In play")) % {"name": name}


def _where(match: Any, words: Words, seats: tuple[Seat, ...]) -> str:
    """Return the place that is visited, and who leads there."""
    place = words.location(int(match.location))
    if match.phase != "auction":
        return place
    if match.bid is None or match.leader is None:
        return _("%(place)s, no bid yet") % {"place": place}
    leader = seat_name(seats[int(match.leader)])
    return _("%(place)s, %(name)s leads with %(money)s") % {
        "place": place,
        "name": leader,
        "money": words.money(int(match.bid)),
    }


class Chip(NamedTuple):
    """A filter that is on or off; its address turns it over and leaves the others as they are."""

    label: str
    url: str
    chosen: bool


def chips_of(filters: LobbyFilters) -> list[Chip]:
    """Return what is shown now, and what could be."""
    return [
        Chip(pgettext("tables", "All"), reverse("lobby"), not filters.any),
        _chip(filters, _("Live"), "pace", "live"),
        _chip(filters, _("Slow"), "pace", "slow"),
        _chip(filters, _("Casual"), "rated", CASUAL),
        _chip(filters, _("Rated"), "rated", RATED),
    ]


def _chip(filters: LobbyFilters, label: str, name: str, value: str) -> Chip:
    chosen = getattr(filters, name) == value
    turned = filters.replaced(**{name: "" if chosen else value})
    return Chip(label, f"{reverse('lobby')}?{turned.query}".rstrip("?"), chosen)
