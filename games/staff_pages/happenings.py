"""What happened at a table, in sentences: moves, what happened besides, and what was said."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from types import MappingProxyType
from typing import Any, Final

from django.template.loader import render_to_string
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.edition_words import Words, words_of
from games.models import Match, PlayedMove, TableEvent
from games.staff_pages.way import Way, ways_of
from games.table.log import entry_of
from games.table.people import Person, people_at

# What moderators do, among what happens at a table.
BY_TEAM: Final = frozenset({"taken_over", "taken_back", "ended", "voided", "counted", "set_aside", "taken_up"})
ENTRIES: Final = 30
BREAK: Final = SafeString("<br>")
UNKNOWN: Final[Mapping[int, Way]] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Happening:
    """One line of what happened; `number` where it is an entry of the match."""

    at: datetime
    number: int | None
    sentence: SafeString
    mark: str = ""
    is_by_team: bool = False
    way: Way | None = None  # of an entry: how it came to be


def happenings_at(match: Match, *, before: int | None = None) -> list[Happening]:
    """Return the latest entries and what happened between them, newest first, in the reader's language."""
    if match.is_closed:
        return []
    people, words = people_at(_seats(match)), words_of(match.edition_id)
    entries = match.moves.defer("why").order_by("-number")
    read = list((entries.filter(number__lt=before) if before else entries)[: ENTRIES + 1])
    moves = read[:ENTRIES]
    lowest = moves[-1].number if len(moves) == ENTRIES else 0
    events = match.table_events.filter(after_number__gte=lowest)
    events = events.filter(after_number__lt=before) if before else events
    later = match.moves.filter(number__gte=lowest).order_by("-number").values_list("number", "entry")
    told = [*tell_moves(moves, people, words, ways_of(read, people, later)), *_tell_events(events, people, words)]
    return sorted(told, key=lambda line: (line.at, line.number or 0), reverse=True)


def tell_moves(
    moves: Iterable[PlayedMove], people: tuple[Person, ...], words: Words, ways: Mapping[int, Way] = UNKNOWN
) -> Iterator[Happening]:
    """Tell entries as a spectator reads them: neither what was forced, which tells of purses, nor what was ordered."""
    for move in moves:
        entry = entry_of(move, people, words, is_forced=False, by_order=False)
        lines = [_render(line.template, words, line=line.values) for line in entry.lines]
        mark = _("an AI stood in") if entry.stood_in else _("the team") if move.is_by_staff else ""
        sentence = format_html_join(BREAK, "{}", ((line,) for line in lines))
        yield Happening(entry.at, entry.number, sentence, mark, move.is_by_staff, ways.get(entry.number))


def _tell_events(events: Iterable[TableEvent], people: tuple[Person, ...], words: Words) -> Iterator[Happening]:
    for event in events:
        seat = None if event.seat is None else people[event.seat].at(event.after_number)
        words_said = _render(f"games/table_events/{event.kind}.html", words, event=event, seat=seat)
        sentence = format_html_join(" ", "{}", ((part,) for part in (words_said, event.note) if part))
        is_by_team = event.kind in BY_TEAM
        yield Happening(event.at, None, sentence, _("the team") if is_by_team else "", is_by_team)


def _render(template: str, words: Words, **context: Any) -> SafeString:
    return render_to_string(template, {"words": words, **context})


def _seats(match: Match) -> list[Any]:
    return list(match.seats.select_related("user").order_by("number"))
