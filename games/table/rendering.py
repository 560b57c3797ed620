"""Drawing the table: the one rendering path for pages, answers to posts and pushes.

A table is drawn in parts, each a template with an id of its own. Parts that look the same to everybody are drawn once
for a (match, number, version, language) and shared; a seat's own parts once for that seat; all spectators share all.
What a browser lacks is the parts that differ from those of the number and version it has seen.
"""

from collections.abc import Hashable
from dataclasses import replace
from datetime import UTC, tzinfo
from typing import Any, Final, NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.safestring import SafeString

from accounts.time_zones import zone_of
from games.edition_words import words_in
from games.engine import SPECTATOR, State, Undo, view
from games.guide.selectors import guides_at
from games.models import Guide, Match
from games.play.selectors.hints import Hints, hints_at
from games.play.selectors.visibility import undo_at
from games.render_cache import part_cache, table_cache
from games.table.clock import NO_CLOCK, Clock, clocks_of
from games.table.log import PAGE
from games.table.log_rendering import Log, Place, draw_log, go_on
from games.table.people import Person, people_at
from games.table.plan import NO_PLAN, Plan
from games.table.settled import settled_seats
from games.table.table import Studio, Table, build_table

# What everybody sees alike, and what a seat sees of its own. Each is a template under games/table/.
COMMON: Final = ("track", "bidding", "board", "ending")
OF_EACH_SEAT: Final = ("rival_head", "rival_plays")
PRIVATE: Final = ("standing", "lot", "actions", "studio", "guide")


class TableVersion(NamedTuple):
    """What a browser has seen: the number of the latest entry, and the version of everything else."""

    number: int
    version: int


class Position(NamedTuple):
    """A moment of a match: everybody's clocks, time zones and hints, whom the guide accompanies, who may take back."""

    state: State
    people: tuple[Person, ...]
    clocks: tuple[Clock, ...]
    zones: tuple[tzinfo, ...]
    guides: dict[int, Guide]
    hints: Hints
    undo: Undo | None


class Common(NamedTuple):
    """What is drawn once for everybody: parts by id, and the log."""

    parts: dict[str, SafeString]
    log: Log


class Cast(NamedTuple):
    """Who sits at a table: their names, their time zones, and whether the guide accompanies anybody."""

    people: tuple[Person, ...]
    zones: tuple[tzinfo, ...]
    has_guides: bool


class Drawing(NamedTuple):
    """A table drawn for one viewer: its parts by id, and the entries of its log by place, newest first."""

    version: TableVersion
    parts: dict[str, SafeString]
    entries: dict[Place, SafeString]

    def since(self, earlier: "Drawing | None") -> "Drawing":
        """Only what differs from an earlier drawing; everything where there is none."""
        if earlier is None:
            return self
        parts = {name: html for name, html in self.parts.items() if earlier.parts.get(name) != html}
        latest = max(earlier.entries)
        entries = {place: html for place, html in self.entries.items() if place > latest}
        return Drawing(self.version, parts, entries)


def draw(match: Match, viewer: int | None, language: str, plan: Plan = NO_PLAN) -> Drawing:
    """The table for a viewer: a seat's number, or SPECTATOR."""
    key = _key(match, language)
    common = table_cache((*key, "common"), lambda: _draw_common(match, language))
    own: dict[str, SafeString]
    if plan == NO_PLAN:
        own = table_cache((*key, viewer), lambda: _draw_private(match, viewer, language, plan))
    else:
        own = _draw_private(match, viewer, language, plan)
    rivals = {name: html for name, html in common.parts.items() if not _is_own(name, viewer)}
    return Drawing(TableVersion(match.number, match.version), rivals | own, common.log.read_by(viewer))


def changes(match: Match, viewer: int | None, language: str, seen: TableVersion | None) -> Drawing:
    """What a browser lacks that has seen an earlier version; everything where that is no longer remembered."""
    earlier = None
    if seen is not None and seen != (match.number, match.version):
        earlier = _remembered(match, viewer, language, seen)
    elif seen is not None:
        earlier = draw(match, viewer, language)
    return draw(match, viewer, language).since(earlier)


def as_swaps(drawing: Drawing, *others: str) -> str:
    """What a browser is sent: every part and every new entry finds its place by itself."""
    entries = "".join(drawing.entries.values())
    log = f'<ol hx-swap-oob="afterbegin:#log">{entries}</ol>' if entries else ""
    return "".join((*drawing.parts.values(), log, *others))


def draw_plan(match: Match, viewer: int | None, language: str, plan: Plan) -> Drawing:
    """The parts on which a plan is laid out; the others, and what it has seen, are as the browser has them."""
    parts = _draw_private(match, viewer, language, plan)
    del parts["standing"], parts["guide"]
    return Drawing(TableVersion(match.number, match.version), parts, {})


def draw_older_log(match: Match, viewer: int | None, language: str, before: int) -> dict[Place, SafeString]:
    """The entries before a number, newest first, as a seat reads them, or a spectator."""
    table = _table(match, SPECTATOR, language, NO_PLAN)
    with translation.override(language), timezone.override(UTC):
        return draw_log(match, table, before).read_by(viewer)


def since_mark(drawing: Drawing, seen: int) -> Place | None:
    """Above which place stands what is new to a viewer who saw the entries up to a number; nowhere if all is old."""
    if seen >= drawing.version.number:
        return None
    return max((place for place in drawing.entries if place.number <= seen), default=None)


def order_of_others(match: Match, viewer: int | None) -> list[int]:
    """The seats to show in small: clockwise from the viewer; for a spectator all of them."""
    first = 0 if viewer is None else viewer + 1
    order = [(first + step) % match.size for step in range(match.size)]
    return [seat for seat in order if seat != viewer]


def _remembered(match: Match, viewer: int | None, language: str, seen: TableVersion) -> Drawing | None:
    key = (match.pk, *seen, language)
    common, own = table_cache.get((*key, "common")), table_cache.get((*key, viewer))
    return None if common is None or own is None else Drawing(seen, common.parts | own, common.log.read_by(viewer))


def _is_own(part: str, viewer: int | None) -> bool:
    """Whether a part shows the viewer's own seat among the others; its studio is drawn in large instead."""
    return viewer is not None and part in {f"{name}-{viewer}" for name in OF_EACH_SEAT}


def _draw_common(match: Match, language: str) -> Common:
    """All that looks the same to nearly everybody: drawn from what a spectator may know."""
    table = _table(match, SPECTATOR, language, NO_PLAN)
    with translation.override(language), timezone.override(UTC):
        parts = {name: draw_part(name, table) for name in COMMON}
        for studio in table.studios:
            parts |= {f"{name}-{studio.person.number}": draw_part(name, table, studio) for name in OF_EACH_SEAT}
        return Common(parts, _log(match, table, language))


def _log(match: Match, table: Table, language: str) -> Log:
    """The latest page of the log; where the one of a moment ago is remembered, it is only carried on."""
    if match.status == Match.Status.RUNNING:
        for number in range(match.number - 1, max(-1, match.number - PAGE), -1):
            earlier: Common | None = table_cache.get((match.pk, number, match.version, language, "common"))
            if earlier is not None:
                return go_on(earlier.log, match, table, number)
    return draw_log(match, table, match.number + 1)


def _draw_private(match: Match, viewer: int | None, language: str, plan: Plan) -> dict[str, SafeString]:
    table = _table(match, viewer, language, plan)
    zone = UTC if viewer is None else _position(match, language).zones[viewer]
    with translation.override(language), timezone.override(zone):
        return {name: draw_part(name, table) for name in PRIVATE}


def _table(match: Match, viewer: int | None, language: str, plan: Plan) -> Table:
    position, words = _position(match, language), words_in(match.edition_id, language)
    guide = None if viewer is None else position.guides.get(viewer)
    seen = view(position.state, viewer)
    known = (guide, position.clocks, position.hints, position.undo)
    return build_table(match, seen, position.people, words, plan, *known)


def _position(match: Match, language: str) -> Position:
    position: Position = table_cache((*_key(match, language), "position"), lambda: _read_position(match, language))
    return position


def _read_position(match: Match, language: str) -> Position:
    """What all viewers of a moment are shown parts of: read once, and never handed out but through a view."""
    key = (match.pk, match.version, match.status, language, "cast")
    cast: Cast = table_cache(key, lambda: _read_cast(match, language))
    guides = guides_at(match) if cast.has_guides else {}
    by_seat = {person.number: guides[person.user_id] for person in cast.people if person.user_id in guides}
    seats = settled_seats(match)
    state, clocks = match.read_state(), clocks_of(match, seats)
    return Position(state, cast.people, clocks, cast.zones, by_seat, hints_at(match, seats), undo_at(match, state))


def _read_cast(match: Match, language: str) -> Cast:
    """Whatever changes who sits there, or how they are called, raises the version: no move does."""
    seats = list(match.seats.select_related("user").order_by("number"))
    with translation.override(language):
        people = people_at(seats)
    zones = tuple((zone_of(seat.user) if seat.user else None) or UTC for seat in seats)
    return Cast(people, zones, bool(guides_at(match)))


def _key(match: Match, language: str) -> tuple[Hashable, ...]:
    return (match.pk, match.number, match.version, language)


def draw_part(name: str, table: Table, studio: Studio | None = None) -> SafeString:
    """A part, drawn once for all tables and moments at which what it shows is the same."""
    key = (name, table.words.language, table.words.edition.id, table.match.pk, *_shows(name, table, studio))
    return part_cache(key, lambda: render_part(name, table=table, studio=studio))


def _shows(name: str, table: Table, studio: Studio | None) -> tuple[Hashable, ...]:
    """Everything a part's template looks at: where this is equal, so is the drawing."""
    if studio is not None:
        return (studio, table.lot.bid) if name == "rival_head" else (replace(studio, clock=NO_CLOCK),)
    match name:
        case "track":
            return (table.track, table.quarters)
        case "bidding":
            return (table.lot, table.track)
        case "board":
            return (table.ratings, table.awards)
        case "lot":
            return (table.lot.offers, table.lot.phase, _own(table))
        case "studio":
            return (_own(table), table.screenplays_left)
        case "guide":
            return (table.card,)
    return (table.match.number, table.match.version, table.viewer, table.actions)


def _own(table: Table) -> tuple[Hashable, ...]:
    """The viewer's studio with the plan laid out on it; whose turn it is shows elsewhere."""
    mine = table.mine and replace(table.mine, stage="", clock=NO_CLOCK)
    return (mine, table.actions.kind, table.actions.plan, table.next_screenplay)


def render_part(name: str, **context: Any) -> SafeString:
    return render_to_string(f"games/table/{name}.html", context)
