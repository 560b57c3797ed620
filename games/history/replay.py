"""A match that can be watched, move by move: one of ours, or a record that was brought along."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.edition_words import Words, level_name, words_in
from games.engine import SPECTATOR, view_of_past
from games.engine.view import money_is_open
from games.history.timeline import Course, Step, course_of_match, course_of_record, lot_of, quarter_of
from games.labels import table_name
from games.models import ImportedRecord, Match
from games.play.selectors.visibility import address_end, seat_number_of
from games.table.log import Line, line_of, tells_forced, undo_line
from games.table.past import draw_past
from games.table.people import Person, people_at

# So many moves are told beside the table, the newest first.
TOLD = 40


@dataclass(frozen=True, slots=True)
class Reel:
    """Whose match it was, all that happened, and how to come to each moment of it."""

    name: str
    key: Hashable  # changes with everything that all who watch are shown alike
    match: Match  # what the parts of the table ask for; that of a record is stored nowhere
    course: Course
    people: tuple[Person, ...]
    viewer: int | None
    shows_all: bool
    words: Words
    slider: str  # where the slider sends its number
    token: str  # for tables that are found by link only
    address: Callable[[int], str]

    def draw(self, number: int) -> dict[str, SafeString]:
        """The parts of the table after an entry."""
        seen = view_of_past(self.course.states[number], self.viewer, is_over=self.shows_all)
        return draw_past(self.match, seen, self.people, self.words)


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as sentences, and the way to the table after it."""

    number: int
    url: str
    lines: tuple[Line, ...]
    is_forced: bool  # and whoever watches may know
    stands: bool


@dataclass(frozen=True, slots=True)
class Chapter:
    """A lot of the match, and the way to where it begins."""

    quarter: int
    name: str
    url: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """Where one is, and the ways on and back; a way that leads nowhere is empty."""

    number: int
    last: int
    quarter: str
    place: str
    told: tuple[Told, ...]
    chapters: tuple[Chapter, ...]
    ways: dict[str, str]

    @property
    def now(self) -> Told:
        return self.told[0]


def reel_of_match(request: HttpRequest, match: Match) -> Reel:
    """A match that has begun, as whoever asks may know it."""
    token = request.GET.get("token", "")
    course = course_of_match(match)
    return Reel(
        name=table_name(match),
        key=(match.pk, match.number, match.version),
        match=match,
        course=course,
        people=people_at(list(match.seats.select_related("user").order_by("number"))),
        viewer=seat_number_of(match, request.user),
        shows_all=course.is_over,
        words=words_in(match.edition_id, get_language() or "en"),
        slider=reverse("replay", args=[match.pk]),
        token=token,
        address=lambda number: reverse("replay", args=[match.pk, number]) + address_end(token=token),
    )


def reel_of_record(imported: ImportedRecord) -> Reel:
    """A record, all of which everybody may see who has the link."""
    return Reel(
        name=str(imported),
        key=imported.token,
        match=Match(edition_id=imported.edition_id, size=len(imported.names)),
        course=course_of_record(imported.record),
        people=tuple(_person(number, seat) for number, seat in enumerate(imported.record["seats"])),
        viewer=SPECTATOR,
        shows_all=True,
        words=words_in(imported.edition_id, get_language() or "en"),
        slider=reverse("record", args=[imported.token]),
        token="",
        address=lambda number: reverse("record", args=[imported.token, number]),
    )


def moment_of(reel: Reel, number: int) -> Moment:
    """Everything beside the table after an entry."""
    course = reel.course
    step = course.steps[number]
    latest = course.steps[max(0, number + 1 - TOLD) : number + 1]
    return Moment(
        number=number,
        last=course.last,
        quarter=f"{reel.words.word('quarter').capitalize()} {step.quarter}",
        place=reel.words.location(step.location),
        told=tuple(_told(reel, earlier) for earlier in reversed(latest)),
        chapters=tuple(_chapter(reel, beginning, step) for beginning in course.beginnings()),
        ways={name: "" if way is None else reel.address(way) for name, way in _ways(course, number).items()},
    )


def _ways(course: Course, number: int) -> dict[str, int | None]:
    return {
        "first": 0 if number else None,
        "quarter_back": course.previous(number, quarter_of),
        "lot_back": course.previous(number, lot_of),
        "back": course.previous(number),
        "on": course.next(number),
        "lot_on": course.next(number, lot_of),
        "quarter_on": course.next(number, quarter_of),
        "last": course.last if number < course.last else None,
    }


def _told(reel: Reel, step: Step) -> Told:
    lines = [line_of(event, reel.people, reel.words) for event in step.events]
    if step.undone and step.seat is not None:
        lines.insert(0, undo_line(reel.people[step.seat], step.undone, by_house=step.by_house))
    return Told(
        number=step.number,
        url=reel.address(step.number),
        lines=tuple(lines),
        is_forced=step.is_forced and _tells_forced(reel, step),
        stands=step.stands or step.undone > 0,
    )


def _tells_forced(reel: Reel, step: Step) -> bool:
    purses_are_seen = reel.shows_all or money_is_open(reel.course.states[0])
    return tells_forced(step.seat, step.verb, reader=reel.viewer, purses_are_seen=purses_are_seen)


def _chapter(reel: Reel, beginning: Step, now: Step) -> Chapter:
    return Chapter(
        quarter=beginning.quarter,
        name=reel.words.location(beginning.location),
        url=reel.address(beginning.number),
        is_now=lot_of(beginning) == lot_of(now),
    )


def _person(number: int, seat: dict[str, Any]) -> Person:
    """Whoever sat there, by the name the record gives them."""
    is_ai = seat["controller"].startswith("ai:")
    name = seat["name"] or level_name(seat["controller"].removeprefix("ai:"))
    return Person(number=number, name=name, studio=seat["studio"], is_ai=is_ai, user_id=None)
