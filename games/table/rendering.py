"""Drawing the table: the one rendering path for pages, answers to posts and pushes.

A table is drawn in parts, each from a value (parts.py) by a template with an id; some stand inside of others.
Parts that look the same to everybody are drawn once for a (match, number, version, language) and shared; a seat's own
parts once for that seat; all spectators share all. A part whose value is as before is not drawn again. What a browser
lacks is the parts that differ from those of the number and version it has seen.
"""

from collections.abc import Hashable
from datetime import UTC, tzinfo
from typing import NamedTuple

from django.utils import timezone, translation
from django.utils.safestring import SafeString

from accounts.time_zones import zone_of
from games.edition_words import words_in
from games.engine import SPECTATOR, State, Undo, view
from games.guide.selectors import guides_at
from games.models import Guide, Match
from games.play.selectors.hints import Hints, hints_at
from games.play.selectors.pace import NO_PACE, Pace, paces_at
from games.play.selectors.visibility import undo_at
from games.render_cache import table_cache
from games.table.clock import Clock, clocks_of
from games.table.drawing import Drawing, Pieces, TableVersion, draw_parts
from games.table.log import PAGE
from games.table.log_rendering import Log, LogPlace, draw_log, go_on
from games.table.orders.bar import BAR, NO_SHEET, OwnSheet, Sheets, order_parts, sheets_at
from games.table.orders.gathering import gathered_parts, without_turns
from games.table.part_values import common_parts, ending_part, own_parts, seat_parts
from games.table.people import Person, people_at
from games.table.plan import NO_PLAN, Plan
from games.table.settled import settled_moves, settled_seats
from games.table.table import Known, Table, build_desk, build_table

__all__ = [
    "Drawing",
    "TableVersion",
    "as_swaps",
    "changes",
    "changes_of_bar",
    "draw",
    "draw_older_log",
    "draw_plan",
    "order_of_others",
    "since_mark",
]


class Position(NamedTuple):
    """A moment of a match: everybody's clocks, time zones and hints, whom the guide accompanies, who may do what."""

    state: State
    people: tuple[Person, ...]
    clocks: tuple[Clock, ...]
    zones: tuple[tzinfo, ...]
    guides: dict[int, Guide]
    hints: Hints
    undo: Undo | None
    paces: tuple[Pace, ...]


class Common(NamedTuple):
    """What is drawn once for everybody: parts by id, those of each seat, and the log."""

    table: Table
    parts: Pieces
    seats: tuple[Pieces, ...]
    log: Log

    def seen_by(self, viewer: int | None) -> Pieces:
        """Return the parts that a viewer sees: their own studio is drawn in large instead."""
        pieces = dict(self.parts)
        for seat, own in enumerate(self.seats):
            if seat != viewer:
                pieces |= own
        return pieces


class Cast(NamedTuple):
    """Who sits at a table: their names, their time zones, and whether the guide accompanies anybody."""

    people: tuple[Person, ...]
    zones: tuple[tzinfo, ...]
    has_guides: bool


def draw(
    match: Match, viewer: int | None, language: str, plan: Plan = NO_PLAN, sheets: Sheets | None = None
) -> Drawing:
    """Draw the table for a viewer: a seat's number, or SPECTATOR."""
    key, common, sheet = _key(match, language), _common(match, language), _own_sheet(match, viewer, sheets)
    own: Pieces
    if plan == NO_PLAN:
        own = table_cache((*key, viewer, sheet.number), lambda: _draw_own(match, viewer, language, plan, sheet))
    else:
        own = _draw_own(match, viewer, language, plan, sheet)
    return Drawing(TableVersion(match.number, match.version), common.seen_by(viewer) | own, common.log.read_by(viewer))


def changes(
    match: Match, viewer: int | None, language: str, seen: TableVersion | None, sheets: Sheets | None = None
) -> Drawing:
    """Draw what a browser lacks that has seen an earlier version; everything where that is no longer remembered."""
    sheets = sheets_at(match) if sheets is None and viewer is not None else sheets
    drawing = draw(match, viewer, language, sheets=sheets)
    if seen is None:
        return drawing
    is_same = seen == (match.number, match.version)
    earlier = drawing if is_same else _remembered(match, viewer, language, seen, _own_sheet(match, viewer, sheets))
    return drawing.since(earlier)


def changes_of_bar(match: Match, viewer: int, language: str, seen: TableVersion | None) -> Drawing:
    """Draw the same with the whole action bar, for whoever has just changed their orders."""
    sheets = sheets_at(match)
    lacking, drawing = changes(match, viewer, language, seen, sheets), draw(match, viewer, language, sheets=sheets)
    pieces = {name: html for name, html in drawing.pieces.items() if name in lacking.pieces or name in BAR}
    return Drawing(drawing.version, pieces, lacking.entries, lacking.kept - pieces.keys())


def as_swaps(drawing: Drawing, *others: str) -> str:
    """Return what a browser is sent: parts and new entries of the log in one box; its script finds their places."""
    sent = "".join((*drawing.parts.values(), *drawing.entries.values()))
    box = f"<div data-parts>{sent}</div>" if sent else ""
    return "".join((box, *others))


def draw_plan(match: Match, viewer: int | None, language: str, plan: Plan, seen: TableVersion | None) -> Drawing:
    """Draw the parts on which a plan is laid out, and whatever else a browser lacks that has seen less."""
    lacking = changes(match, viewer, language, seen)
    own = _draw_own(match, viewer, language, plan, _own_sheet(match, viewer, None))
    del own["guide"]
    pieces = lacking.pieces | own
    return Drawing(lacking.version, pieces, lacking.entries, lacking.kept - pieces.keys())


def draw_older_log(match: Match, viewer: int | None, language: str, before: int) -> dict[LogPlace, SafeString]:
    """Draw the entries before a number, newest first, as a seat reads them, or a spectator."""
    table = _table(match, language)
    with translation.override(language), timezone.override(UTC):
        return draw_log(match, table, before).read_by(viewer)


def since_mark(drawing: Drawing, seen: int) -> LogPlace | None:
    """Find above which place stands what is new to whoever saw the entries up to a number; nowhere if all is old."""
    if seen >= drawing.version.number:
        return None
    return max((place for place in drawing.entries if place.number <= seen), default=None)


def order_of_others(match: Match, viewer: int | None) -> list[int]:
    """List the seats to show in small: clockwise from the viewer; for a spectator all of them."""
    first = 0 if viewer is None else viewer + 1
    order = [(first + step) % match.size for step in range(match.size)]
    return [seat for seat in order if seat != viewer]


def _remembered(match: Match, viewer: int | None, language: str, seen: TableVersion, sheet: OwnSheet) -> Drawing | None:
    """Return an earlier drawing, if it is at hand; not one from before the viewer's latest edit of their orders."""
    key = (match.pk, *seen, language)
    common: Common | None = table_cache.get((*key, "common"))
    own: Pieces | None = table_cache.get((*key, viewer, sheet.number))
    if common is None or own is None:
        return None
    return Drawing(seen, common.seen_by(viewer) | own, common.log.read_by(viewer))


def _common(match: Match, language: str) -> Common:
    common: Common = table_cache((*_key(match, language), "common"), lambda: _draw_common(match, language))
    return common


def _draw_common(match: Match, language: str) -> Common:
    """Draw all that looks the same to nearly everybody, from what a spectator may know."""
    table = _table(match, language)
    with translation.override(language), timezone.override(UTC):
        parts = draw_parts(common_parts(table) | gathered_parts(match) | {"ending": ending_part(table)}, table.words)
        seats = tuple(draw_parts(seat_parts(table, seat), table.words) for seat in range(len(table.studios)))
        return Common(table, parts, seats, _log(match, table, language))


def _log(match: Match, table: Table, language: str) -> Log:
    """Draw the latest page of the log; where the one of a moment ago is remembered, it is only carried on."""
    if match.status == Match.Status.RUNNING:
        for number in range(match.number - 1, max(-1, match.number - PAGE), -1):
            earlier: Common | None = table_cache.get((match.pk, number, match.version, language, "common"))
            if earlier is not None:
                return go_on(earlier.log, match, table, number)
    return draw_log(match, table, match.number + 1)


def _own_sheet(match: Match, viewer: int | None, sheets: Sheets | None) -> OwnSheet:
    """Return what the viewer has ordered. An edit raises no version, so it is read whenever something is drawn."""
    if viewer is None:
        return NO_SHEET
    return (sheets_at(match) if sheets is None else sheets).get(viewer, NO_SHEET)


def _draw_own(match: Match, viewer: int | None, language: str, plan: Plan, sheet: OwnSheet) -> Pieces:
    position, table = _position(match, language), _common(match, language).table
    guide = None if viewer is None else position.guides.get(viewer)
    zone = UTC if viewer is None else position.zones[viewer]
    pace = NO_PACE if viewer is None else position.paces[viewer]
    known = Known(position.clocks, position.hints, position.undo, guide, pace)
    with translation.override(language):
        seen = view(position.state, viewer)
        desk = build_desk(seen, table, plan, known)
        parts = own_parts(desk, table, zone)
        version = parts.pop("table-version")  # comes last, when all of it is drawn
        parts |= order_parts(match, seen, desk.actions, table.words, sheet)
        return draw_parts(parts | {"table-version": version}, table.words)


def _table(match: Match, language: str) -> Table:
    position, words = _position(match, language), words_in(match.edition_id, language)
    known = Known(position.clocks, position.hints)
    return without_turns(build_table(match, view(position.state, SPECTATOR), position.people, words, known))


def _position(match: Match, language: str) -> Position:
    position: Position = table_cache((*_key(match, language), "position"), lambda: _read_position(match, language))
    return position


def _read_position(match: Match, language: str) -> Position:
    """Read what all viewers of a moment are shown parts of: once, and never handed out but through a view."""
    key = (match.pk, match.version, match.status, language, "cast")
    cast: Cast = table_cache(key, lambda: _read_cast(match, language))
    guides = guides_at(match) if cast.has_guides else {}
    by_seat = {person.number: guides[person.user_id] for person in cast.people if person.user_id in guides}
    seats = settled_seats(match)
    state, clocks = match.read_state(), clocks_of(match, seats)
    hints, undo = hints_at(match, seats), undo_at(match, state, settled_moves(match))
    return Position(state, cast.people, clocks, cast.zones, by_seat, hints, undo, paces_at(match, seats))


def _read_cast(match: Match, language: str) -> Cast:
    """Read who sits there. Whatever changes that, or how they are called, raises the version: no move does."""
    seats = list(match.seats.select_related("user").order_by("number"))
    with translation.override(language):
        people = people_at(seats)
    zones = tuple((zone_of(seat.user) if seat.user else None) or UTC for seat in seats)
    return Cast(people, zones, bool(guides_at(match)))


def _key(match: Match, language: str) -> tuple[Hashable, ...]:
    return (match.pk, match.number, match.version, language)
