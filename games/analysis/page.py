"""An analysis as a page shows it: one cursor turns the chart, the decision, the position and the lots."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from games.analysis.course import Course, course_of, order_of
from games.analysis.decisions import (
    Address,
    AnswerRow,
    DecisionPart,
    SideLine,
    decision_of,
    decisions_of,
    in_the_order_of_asking,
    side_line,
)
from games.analysis.geometry import DESK, PHONE
from games.analysis.lots import LotsPart, lots_of
from games.analysis.verdicts import Verdicts, verdicts_of
from games.engine import places, scores
from games.engine.state import OVER
from games.history.replay import MatchReplay
from games.history.timeline import Timeline
from games.table.people import Person


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for: where the cursor stands, and whether one steps into an answer or is asked anew."""

    at: int | None = None
    answer: int | None = None
    step: int | None = None
    learn: bool = False
    guess: int | None = None


@dataclass(frozen=True, slots=True)
class ChanceRow:
    """One line of the chart as a table."""

    number: int
    url: str
    quarter: int
    place: str
    percents: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class KeyRow:
    """Somebody's chance at the cursor."""

    person: Person
    percent: int


@dataclass(frozen=True, slots=True)
class PodiumRow:
    """How somebody ended."""

    person: Person
    place: int
    score: int
    is_mine: bool


@dataclass(frozen=True, slots=True)
class AnalysisPage:
    """All of it."""

    at: int
    last: int
    known: int  # up to which move
    quarter: str
    place: str
    courses: tuple[Course, ...]
    key: tuple[KeyRow, ...]
    chances: tuple[ChanceRow, ...]
    verdicts: tuple[Verdicts, ...]
    lots: LotsPart
    decisions: tuple[DecisionPart, ...]
    decision: DecisionPart | None
    asks: tuple[AnswerRow, ...]  # the question of somebody who learns; empty once they have answered
    next_lesson: str  # the next question for them
    line: SideLine | None
    parts: dict[str, SafeString]
    ways: dict[str, str]
    play_on: str
    here: str
    pick: str  # the address without its cursor, for a script that follows a click into the chart


def page_of(content: dict[str, Any], replay: MatchReplay, asked: Asked, address: Address) -> AnalysisPage | None:
    """Return what a page shows of an analysis; None as long as nothing is known."""
    if not content.get("chances"):
        return None
    decisions, timeline = decisions_of(content, replay, address), replay.timeline
    at = min(asked.at, timeline.last) if asked.at is not None else _most_telling(decisions, replay)
    mistake = next((one for one in content["mistakes"] if one["number"] - 1 == at and "answers" in one), None)
    decision = decision_of(mistake, replay, address, asked.guess) if mistake else None
    is_asked = asked.learn and decision is not None and decision.guess is None
    line = None
    if mistake and asked.answer is not None:
        line = side_line(mistake, replay, address, asked.answer, asked.step or 1)
    step = timeline.steps[at]
    return AnalysisPage(
        at=at,
        last=timeline.last,
        known=content["chances"][-1]["number"],
        quarter=f"{replay.words.word('quarter').capitalize()} {step.quarter}",
        place=replay.words.location(step.location),
        courses=tuple(course_of(content, replay, geometry, at) for geometry in (DESK, PHONE)),
        key=_key(content["chances"], replay, at),
        chances=tuple(_chance_row(one, replay, address) for one in content["chances"]),
        verdicts=verdicts_of(content, replay, decisions),
        lots=lots_of(content, replay, address, at),
        decisions=decisions,
        decision=decision,
        asks=tuple(in_the_order_of_asking(decision.answers)) if is_asked and decision else (),
        next_lesson=_next_lesson(decisions, at),
        line=line,
        parts=line.parts if line else replay.draw(at, seat=_seat_in_large(decision, replay, at)),
        ways={name: "" if way is None else address(at=way) for name, way in _ways(timeline, decisions, at).items()},
        play_on=replay.play_on(at),
        here=address(at=at),
        pick=address(),
    )


def _next_lesson(decisions: Sequence[DecisionPart], at: int) -> str:
    """Return the question after this one: of the reader's own, where they have any."""
    own = [one for one in decisions if one.is_mine] or decisions
    return next((one.learn for one in own if one.at > at), "")


def _seat_in_large(decision: DecisionPart | None, replay: MatchReplay, at: int) -> int | None:
    """Return whose studio is shown: of whoever decided; elsewhere the reader's own, or of whoever is to act."""
    if decision is not None:
        return decision.person.number
    turn = replay.timeline.states[at].turn
    return turn if replay.viewer is None and turn >= 0 else None


def podium_of(replay: MatchReplay) -> tuple[PodiumRow, ...]:
    """Return the result, best first; nothing of a record that stops before it."""
    end = replay.timeline.states[-1]
    if end.phase != OVER:
        return ()
    rows = [
        PodiumRow(person, place, score, person.number == replay.viewer)
        for person, place, score in zip(replay.people, places(end), scores(end), strict=True)
    ]
    return tuple(sorted(rows, key=lambda row: row.place))


def _most_telling(decisions: Sequence[DecisionPart], replay: MatchReplay) -> int:
    """Return where the cursor stands at first: at the reader's dearest decision, or anybody's."""
    own = [one for one in decisions if one.is_mine] or decisions
    return max(own, key=lambda one: one.cost).at if own else 0


def _key(chances: Sequence[dict[str, Any]], replay: MatchReplay, at: int) -> tuple[KeyRow, ...]:
    known = [one for one in chances if one["number"] <= at] or chances[:1]
    win = known[-1]["win"]
    return tuple(KeyRow(replay.people[seat], round(100 * win[seat])) for seat in order_of(replay))


def _chance_row(one: dict[str, Any], replay: MatchReplay, address: Address) -> ChanceRow:
    percents = tuple(round(100 * chance) for chance in one["win"])
    place = replay.words.location(one["location"])
    return ChanceRow(one["number"], address(at=one["number"]), one["quarter"], place, percents)


def _ways(timeline: Timeline, decisions: Sequence[DecisionPart], at: int) -> dict[str, int | None]:
    marks = [one.at for one in decisions]
    return {
        "first": 0 if at else None,
        "back": timeline.previous(at),
        "on": timeline.next(at),
        "last": timeline.last if at < timeline.last else None,
        "mistake_back": max((mark for mark in marks if mark < at), default=None),
        "mistake_on": min((mark for mark in marks if mark > at), default=None),
    }
