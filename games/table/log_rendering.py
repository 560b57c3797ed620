"""Drawing the log: entries of the history, and between them what happened besides moves; newest first."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.engine import SPECTATOR
from games.models import Match, PlayedMove, TableEvent
from games.render_cache import part_cache
from games.table.log import PAGE, entry_of, line_of, tells_forced, tells_ordered
from games.table.people import Person
from games.table.settled import moves_since
from games.table.table import Table


class LogPlace(NamedTuple):
    """Where something stands in the log: after which entry, and, for what is no entry itself, which of those."""

    number: int
    event: int = 0


class Log(NamedTuple):
    """A page of the log, newest first: as everybody reads it, and the entries that their own seat reads otherwise."""

    entries: dict[LogPlace, SafeString]
    own: dict[LogPlace, tuple[int, SafeString]]

    def read_by(self, viewer: int | None) -> dict[LogPlace, SafeString]:
        """Return the page as a seat reads it, or a spectator."""
        return self.entries | {place: html for place, (seat, html) in self.own.items() if seat == viewer}


def draw_log(match: Match, table: Table, before: int) -> Log:
    """Draw a page of the log from the table; the opening stands below the first entry."""
    people = tuple(studio.person for studio in table.studios)
    moves = list(match.moves.filter(number__lt=before).order_by("-number")[:PAGE])
    first = moves[-1].number if moves else 1
    drawn = {LogPlace(move.number): _draw_entry(move, people, table, SPECTATOR) for move in moves}
    own = _draw_own(moves, people, table)
    if first == 1:
        lines = [line_of(event, people, table.words) for event in match.opening]
        drawn[LogPlace(0)] = _render("opening", table, lines=lines, at=match.started_at)
    since = 0 if first == 1 else first
    for event in TableEvent.objects.filter(match=match, after_number__gte=since, after_number__lt=before):
        drawn[LogPlace(event.after_number, event.pk)] = _draw_event(event, people, table)
    return Log(dict(sorted(drawn.items(), reverse=True)), own)


def go_on(earlier: Log, match: Match, table: Table, since: int) -> Log:
    """Carry the page on by a few entries: only what was played since is drawn, and nothing happened besides."""
    people = tuple(studio.person for studio in table.studios)
    moves = moves_since(match, since)
    drawn = {LogPlace(move.number): _draw_entry(move, people, table, SPECTATOR) for move in moves}
    own = _draw_own(moves, people, table)
    lowest = match.number - PAGE + 1 if match.number > PAGE else 0
    kept = {place: html for place, html in earlier.entries.items() if place.number >= lowest}
    kept_own = {place: read for place, read in earlier.own.items() if place.number >= lowest}
    return Log(dict(sorted((drawn | kept).items(), reverse=True)), kept_own | own)


def _draw_own(
    moves: Iterable[PlayedMove], people: tuple[Person, ...], table: Table
) -> dict[LogPlace, tuple[int, SafeString]]:
    """Return the entries that their own seat reads otherwise, as it reads them."""
    return {
        LogPlace(move.number): (move.seat, _draw_entry(move, people, table, move.seat))
        for move in moves
        if move.forced or move.by_order
    }


def _draw_entry(move: PlayedMove, people: tuple[Person, ...], table: Table, reader: int | None) -> SafeString:
    """Draw an entry. It never changes, so it is drawn once for each language, as long as nobody takes another name.

    Only whether it is told as forced or ordered differs: from reader to reader, and at the end.
    """
    told = move.forced and tells_forced(*move.entry[:2], reader=reader, purses_are_seen=table.purses_are_seen)
    # A substitute reads nothing of what was ordered by whoever sat there before.
    is_owner = people[move.seat].at(move.number) is people[move.seat]
    ordered = move.by_order and tells_ordered(table.match, move.seat, reader if is_owner else None)
    key = ("entry", move.match_id, move.number, table.words.language, people, told, ordered)
    said = {"is_forced": told, "by_order": ordered}
    return part_cache(key, lambda: _render("entry", table, entry=entry_of(move, people, table.words, **said)))


def _draw_event(event: TableEvent, people: tuple[Person, ...], table: Table) -> SafeString:
    seat = None if event.seat is None else people[event.seat].at(event.after_number)
    return _render("table_event", table, event=event, seat=seat, sentence=f"games/table_events/{event.kind}.html")


def _render(name: str, table: Table, **context: Any) -> SafeString:
    return render_to_string(f"games/table/{name}.html", {"words": table.words, **context})
