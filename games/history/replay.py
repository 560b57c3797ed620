"""A match that can be watched, move by move: one of ours, or a record that was brought along."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any

from django.db.models import prefetch_related_objects
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.edition_words import Words, level_name, words_in
from games.engine import SPECTATOR, State, view_of_past
from games.engine.state import OVER
from games.engine.view import money_is_open
from games.history.timeline import Timeline, TimelineStep, lot_of, quarter_of, timeline_of_match, timeline_of_record
from games.labels import table_name
from games.lobby.selectors import SEATS
from games.models import ImportedRecord, Match
from games.play.selectors.visibility import address_end, seat_number_of
from games.table.log import Line, line_of, tells_forced, undo_line
from games.table.past import draw_past
from games.table.people import Person, people_at

# So many moves are told beside the table, the newest first.
TOLD = 40


@dataclass(frozen=True, slots=True)
class MatchReplay:
    """Whose match it was, all that happened, and how to come to each moment of it."""

    name: str
    key: Hashable  # changes with everything that all who watch are shown alike
    match: Match  # what the parts of the table ask for; that of a record is stored nowhere
    timeline: Timeline
    people: tuple[Person, ...]
    viewer: int | None
    shows_all: bool
    words: Words
    slider: str  # where the slider sends its number
    token: str  # for tables that are found by link only
    address: Callable[[int], str]
    play_on: Callable[[int], str]  # where one goes on from a moment; empty where that cannot be

    def draw(self, number: int, seat: int | None = None) -> dict[str, SafeString]:
        """Return the parts of the table after an entry; with the eyes of another seat only where all is known."""
        return self.draw_state(self.timeline.states[number], seat)

    def draw_state(self, state: State, seat: int | None = None) -> dict[str, SafeString]:
        """Return the same for a position that may be one in thought only."""
        viewer = seat if self.shows_all and seat is not None else self.viewer
        seen = view_of_past(state, viewer, is_over=self.shows_all)
        owner = "" if viewer is None or viewer == self.viewer else self.people[viewer].name
        return draw_past(self.match, seen, self.people, self.words, owner)


@dataclass(frozen=True, slots=True)
class Told:
    """An entry as sentences, and the way to the table after it."""

    number: int
    url: str
    lines: tuple[Line, ...]
    is_forced: bool  # and whoever watches may know
    stands: bool


@dataclass(frozen=True, slots=True)
class ReplayChapter:
    """A lot of the match, and the way to where it begins."""

    quarter: int
    name: str
    url: str
    is_now: bool


@dataclass(frozen=True, slots=True)
class ReplayCursor:
    """Where one is, and the ways on and back; a way that leads nowhere is empty."""

    number: int
    last: int
    quarter: str
    place: str
    told: tuple[Told, ...]
    chapters: tuple[ReplayChapter, ...]
    ways: dict[str, str]
    play_on: str

    @property
    def now(self) -> Told:
        return self.told[0]


def replay_of_match(request: HttpRequest, match: Match) -> MatchReplay:
    """Return a match that has begun, as whoever asks may know it."""
    token = request.GET.get("token", "")
    timeline = timeline_of_match(match)
    prefetch_related_objects([match], SEATS)
    return MatchReplay(
        name=table_name(match),
        key=(match.pk, match.number, match.version),
        match=match,
        timeline=timeline,
        people=people_at(list(match.seats.all())),
        viewer=seat_number_of(match, request.user),
        shows_all=timeline.is_over,
        words=words_in(match.edition_id, get_language() or "en"),
        slider=reverse("replay", args=[match.pk]),
        token=token,
        address=lambda number: reverse("replay", args=[match.pk, number]) + address_end(token=token),
        play_on=lambda number: (
            reverse("play-on", args=[match.pk, number]) + address_end(token=token)
            if match.status == Match.Status.FINISHED and number < timeline.last
            else ""
        ),
    )


def replay_of_record(imported: ImportedRecord) -> MatchReplay:
    """Return a record, all of which everybody may see who has the link."""
    timeline = timeline_of_record(imported.record)
    return MatchReplay(
        name=imported.title or ", ".join(imported.names),
        key=imported.token,
        match=Match(edition_id=imported.edition_id, size=len(imported.names)),
        timeline=timeline,
        people=tuple(_person(number, seat) for number, seat in enumerate(imported.record["seats"])),
        viewer=SPECTATOR,
        shows_all=True,
        words=words_in(imported.edition_id, get_language() or "en"),
        slider=reverse("record", args=[imported.token]),
        token="",
        address=lambda number: reverse("record", args=[imported.token, number]),
        play_on=lambda number: (
            "" if timeline.states[number].phase == OVER else reverse("record-play-on", args=[imported.token, number])
        ),
    )


def cursor_of(replay: MatchReplay, number: int) -> ReplayCursor:
    """Return everything beside the table after an entry."""
    timeline = replay.timeline
    step = timeline.steps[number]
    latest = timeline.steps[max(0, number + 1 - TOLD) : number + 1]
    return ReplayCursor(
        number=number,
        last=timeline.last,
        quarter=f"{replay.words.word('quarter').capitalize()} {step.quarter}",
        place=replay.words.location(step.location),
        told=tuple(_told(replay, earlier) for earlier in reversed(latest)),
        chapters=tuple(_chapter(replay, beginning, step) for beginning in timeline.beginnings()),
        ways={name: "" if way is None else replay.address(way) for name, way in _ways(timeline, number).items()},
        play_on=replay.play_on(number),
    )


def _ways(timeline: Timeline, number: int) -> dict[str, int | None]:
    return {
        "first": 0 if number else None,
        "quarter_back": timeline.previous(number, quarter_of),
        "lot_back": timeline.previous(number, lot_of),
        "back": timeline.previous(number),
        "on": timeline.next(number),
        "lot_on": timeline.next(number, lot_of),
        "quarter_on": timeline.next(number, quarter_of),
        "last": timeline.last if number < timeline.last else None,
    }


def _told(replay: MatchReplay, step: TimelineStep) -> Told:
    people = tuple(person.at(step.number) for person in replay.people)
    lines = [line_of(event, people, replay.words) for event in step.events]
    if step.undone and step.seat is not None:
        lines.insert(0, undo_line(people[step.seat], step.undone, by_staff=step.by_staff))
    return Told(
        number=step.number,
        url=replay.address(step.number),
        lines=tuple(lines),
        is_forced=step.is_forced and _tells_forced(replay, step),
        stands=step.stands or step.undone > 0,
    )


def _tells_forced(replay: MatchReplay, step: TimelineStep) -> bool:
    purses_are_seen = replay.shows_all or money_is_open(replay.timeline.states[0])
    return tells_forced(step.seat, step.verb, reader=replay.viewer, purses_are_seen=purses_are_seen)


def _chapter(replay: MatchReplay, beginning: TimelineStep, now: TimelineStep) -> ReplayChapter:
    return ReplayChapter(
        quarter=beginning.quarter,
        name=replay.words.location(beginning.location),
        url=replay.address(beginning.number),
        is_now=lot_of(beginning) == lot_of(now),
    )


def _person(number: int, seat: dict[str, Any]) -> Person:
    """Whoever sat there, by the name the record gives them."""
    is_ai = seat["controller"].startswith("ai:")
    name = seat["name"] or level_name(seat["controller"].removeprefix("ai:"))
    return Person(number=number, name=name, studio=seat["studio"], is_ai=is_ai, user_id=None)
