"""The log: entries of the history as sentences in the reader's language, newest first."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from games.edition_words import Words
from games.models import Match, PlayedMove
from games.table.clock import moment_of
from games.table.people import Person
from games.table.studio import award_label

# How many entries a page shows; older ones are fetched on demand.
PAGE = 40

# Facts that scripts show moving, by kind of event: everybody at the table saw them.
MOVING: Final = {
    "bid_made": ("seat",),
    "lot_won": ("seat", "price", "share"),
    "tile_placed": ("seat", "tile", "screenplay", "space"),
    "movie_completed": ("seat", "screenplay"),
}


@dataclass(frozen=True, slots=True)
class Line:
    """One fact: its template under games/events/, and its values with names instead of ids."""

    template: str
    values: dict[str, Any]
    facts: tuple[tuple[str, Any], ...] = ()  # what a script needs to show it moving

    @property
    def kind(self) -> str:
        """What happened, such as `bid_made`."""
        return self.template.rpartition("/")[2].removesuffix(".html")

    @property
    def marks(self) -> SafeString:
        """The facts as attributes of the element that tells the line: together, since hundreds of lines are drawn."""
        return format_html_join("", ' data-{}="{}"', self.facts)


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the history."""

    number: int
    at: datetime
    stood_in: bool  # an AI played it for a person
    is_forced: bool  # nothing else was possible, and its reader may know
    by_order: bool  # ordered beforehand, and its reader may know
    lines: tuple[Line, ...]

    @property
    def moment(self) -> str:
        """When it was, for a script that tells it in the reader's zone."""
        return moment_of(self.at)

    @property
    def remark(self) -> str:
        """The template of what stands behind the sentence of the move; what is forced is never ordered besides."""
        if self.is_forced:
            return "games/table/forced.html"
        return "games/table/by_order.html" if self.by_order else ""

    @property
    def clock(self) -> str:
        """What a clock showed then, without a script."""
        return self.at.astimezone(UTC).strftime("%H:%M")


def entry_of(
    move: PlayedMove, people: tuple[Person, ...], words: Words, *, is_forced: bool, by_order: bool = False
) -> Entry:
    """Return the log's entry for a move; whether it is told as forced or ordered depends on who reads it."""
    people = tuple(person.at(move.number) for person in people)
    stood_in = move.by_ai and not people[move.seat].is_ai
    return Entry(move.number, move.played_at, stood_in, is_forced, by_order, tuple(_lines(move, people, words)))


def tells_ordered(match: Match, seat: int, reader: int | None) -> bool:
    """Whether a reader is told that a seat ordered a move beforehand: its owner; everybody after the end, if agreed."""
    return seat == reader or (match.status == Match.Status.FINISHED and match.orders_shown)


def tells_forced(seat: int | None, verb: str, *, reader: int | None, purses_are_seen: bool) -> bool:
    """Whether a reader is told that the move of a seat was the only one; `verb` is as a record has it."""
    # Ruling R10: that a pass was forced tells of a purse, so where purses are hidden only its owner reads it.
    return verb != "pass" or purses_are_seen or seat == reader


def line_of(event: dict[str, Any], people: tuple[Person, ...], words: Words) -> Line:
    """Return a stored event with its ids turned into the words people read."""
    values = {name: _tell(name, value, people, words) for name, value in event.items() if name != "event"}
    if "award" in event:
        edition = words.edition
        genre = None if event["genre"] is None else edition.genres.index(event["genre"])
        values["label"] = award_label(event["award"], genre, event["quarter"], words)
    return Line(f"games/events/{event['event']}.html", values, tuple(_facts(event, values)))


def undo_line(person: Person, count: int, *, by_staff: bool) -> Line:
    """Tell that moves were taken back: by whoever made them, or for everybody by moderators."""
    if by_staff:
        return Line("games/events/undone_by_staff.html", {"count": count})
    return Line("games/events/undone.html", {"seat": person})


def _lines(move: PlayedMove, people: tuple[Person, ...], words: Words) -> Iterable[Line]:
    if move.is_undo:
        yield undo_line(people[move.seat], move.entry[2], by_staff=move.is_by_staff)
    for event in move.events:
        yield line_of(event, people, words)


def _facts(event: dict[str, Any], values: dict[str, Any]) -> Iterable[tuple[str, Any]]:
    """Yield what moves, from where and to where: ids as they are stored, money in words, and no money for nothing."""
    for name in MOVING.get(event["event"], ()):
        if name not in ("price", "share"):
            yield name, event[name]
        elif event[name]:
            yield name, values[name]["words"]


def _tell(name: str, value: Any, people: tuple[Person, ...], words: Words) -> Any:
    """One value of an event as people read it, by what it is called."""
    teller = _TELLERS.get(name)
    return value if value is None or teller is None else teller(value, people, words)


def _tile(value: str, people: tuple[Person, ...], words: Words) -> str:
    return words.tile(words.edition.tile_index[value])


def _screenplay(value: str, people: tuple[Person, ...], words: Words) -> str:
    return words.screenplay(words.edition.screenplay_index[value])


def _location(value: str, people: tuple[Person, ...], words: Words) -> str:
    return words.location([place.id for place in words.edition.board].index(value))


def _money(value: Any, people: tuple[Person, ...], words: Words) -> Any:
    """Return an amount in the edition's words; a whole table of purses stays as it is."""
    return {"amount": value, "words": words.money(value)} if isinstance(value, int) else value


_TELLERS: dict[str, Callable[[Any, tuple[Person, ...], Words], Any]] = {
    "seat": lambda value, people, words: people[value],
    "order": lambda value, people, words: [people[seat] for seat in value],
    "tile": _tile,
    "covered": _tile,
    "tiles": lambda value, people, words: [_tile(tile, people, words) for tile in value],
    "screenplay": _screenplay,
    "uncovered": _screenplay,
    "location": _location,
    **dict.fromkeys(("amount", "price", "share", "pot", "money"), _money),
}
