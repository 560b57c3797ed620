"""The course of a match as a chart: everybody's chances one upon the other, and what happened in lanes above."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

from games.analysis.deciders import decider_of
from games.analysis.geometry import Geometry, spread
from games.engine import places
from games.engine.markers import marker_name
from games.history.replay import MatchReplay
from games.table.people import Person


@dataclass(frozen=True, slots=True)
class Band:
    """One seat's share of the chart; its name stands where it is highest, if there is room."""

    person: Person
    name: str
    points: str
    label: tuple[float, float] | None


@dataclass(frozen=True, slots=True)
class LaneMark:
    """Something in a lane: a movie with its rating, a lot with its price, a mistake."""

    x: float
    at: int  # where it leads
    text: str
    title: str  # for whoever points at it
    studio: int
    is_mine: bool
    is_now: bool = False


@dataclass(frozen=True, slots=True)
class RoundMark:
    """Where a round begins, and where its name stands."""

    number: int
    x: float
    middle: float


@dataclass(frozen=True, slots=True)
class LotSpan:
    """From where to where a location took, for the axis and for whoever points at it."""

    x: float
    width: float
    name: str


@dataclass(frozen=True, slots=True)
class Course:
    """The whole chart in one size."""

    geometry: Geometry
    bands: tuple[Band, ...]
    own_line: str
    rounds: tuple[RoundMark, ...]
    spans: tuple[LotSpan, ...]
    ticks: tuple[tuple[int, float], ...]
    movies: tuple[LaneMark, ...]
    lots: tuple[LaneMark, ...]
    mistakes: tuple[LaneMark, ...]
    cursor: float
    reached: float  # beyond it nothing is known yet


def course_of(content: dict[str, Any], replay: MatchReplay, geometry: Geometry, at: int) -> Course:
    """Draw what is known of a match, with the cursor after an entry."""
    chances, last = content["chances"], replay.timeline.last
    columns = [(geometry.x(one["number"], last), one["win"]) for one in chances]
    order = order_of(replay)
    bands = tuple(_bands(columns, order, replay, geometry))
    is_mine = replay.viewer is not None
    return Course(
        geometry=geometry,
        bands=bands,
        own_line=_line([(x, geometry.y(win[order[0]])) for x, win in columns]) if is_mine else "",
        rounds=tuple(_rounds(replay, geometry)),
        spans=tuple(_spans(replay, geometry)),
        ticks=tuple((percent, geometry.y(percent / 100)) for percent in _percents(geometry)),
        movies=_movies(replay, geometry),
        lots=_big_lots(content["lots"], replay, geometry),
        mistakes=_mistakes(content["mistakes"], replay, geometry, at),
        cursor=geometry.x(at, last),
        reached=columns[-1][0],
    )


def order_of(replay: MatchReplay) -> list[int]:
    """Return the seats from the floor of the chart up: the reader's own, then the others by their final place."""
    end = replay.timeline.states[-1]
    seats = range(len(replay.people))
    if replay.viewer is None:
        return list(seats)
    ranks = places(end)
    return sorted(seats, key=lambda seat: (seat != replay.viewer, ranks[seat], seat))


def _percents(geometry: Geometry) -> Sequence[int]:
    return (0, 50, 100) if geometry.is_phone else (0, 25, 50, 75, 100)


def _bands(
    columns: Sequence[tuple[float, Sequence[float]]], order: Sequence[int], replay: MatchReplay, geometry: Geometry
) -> list[Band]:
    stacked = [(x, [0.0, *accumulate(win[seat] for seat in order)]) for x, win in columns]
    bands = []
    for level, seat in enumerate(order):
        below = [(x, geometry.y(heights[level])) for x, heights in stacked]
        above = [(x, geometry.y(heights[level + 1])) for x, heights in stacked]
        person = replay.people[seat]
        label = _label(above, below, geometry)
        bands.append(Band(person, person.name, _line([*above, *reversed(below)]), label))
    return bands


def _label(
    above: Sequence[tuple[float, float]], below: Sequence[tuple[float, float]], geometry: Geometry
) -> tuple[float, float] | None:
    """Return where a name fits best: where the band is high, and not at the edges of what is known."""
    edge = 44 if geometry.is_phone else 60
    reached = above[-1][0]
    inside = [
        (low - high, x, (low + high) / 2 + 4)
        for (x, high), (_, low) in zip(above, below, strict=True)
        if geometry.left + edge <= x <= reached - edge
    ]
    height, x, y = max(inside, default=(0.0, 0.0, 0.0))
    return (x, round(y, 1)) if height >= geometry.label_height else None


def _line(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _rounds(replay: MatchReplay, geometry: Geometry) -> list[RoundMark]:
    last, lots = replay.timeline.last, replay.timeline.beginnings()
    begins = [0, *(now.number for before, now in pairwise(lots) if now.quarter > before.quarter), last]
    return [
        RoundMark(number, geometry.x(begin, last), geometry.x((begin + end) // 2, last))
        for number, (begin, end) in enumerate(pairwise(begins), start=1)
    ]


def _spans(replay: MatchReplay, geometry: Geometry) -> list[LotSpan]:
    last, lots = replay.timeline.last, replay.timeline.beginnings()
    begins = [geometry.x(number, last) for number in (*(lot.number for lot in lots), last)]
    return [
        LotSpan(begin, round(end - begin, 1), f"{lot.quarter} · {replay.words.location(lot.location)}")
        for lot, (begin, end) in zip(lots, pairwise(begins), strict=True)
    ]


def _movies(replay: MatchReplay, geometry: Geometry) -> tuple[LaneMark, ...]:
    states, last = replay.timeline.states, replay.timeline.last
    found = [
        (number, movie)
        for number, (before, state) in enumerate(pairwise(states), start=1)
        for movie in state.movies[len(before.movies) :]
        if replay.timeline.steps[number].stands
    ]
    spots = spread([geometry.x(number, last) for number, _movie in found], 15 if geometry.is_phone else 22, geometry)
    return tuple(
        _mark(replay, movie.seat, x, at, marker_name(movie.marker) or "0", replay.words.screenplay(movie.screenplay))
        for x, (at, movie) in zip(spots, found, strict=True)
    )


def _big_lots(lots: Sequence[dict[str, Any]], replay: MatchReplay, geometry: Geometry) -> tuple[LaneMark, ...]:
    dearest = sorted(lots, key=lambda lot: -lot["price"])[: geometry.big_lots]
    shown = sorted((lot for lot in dearest if lot["price"]), key=lambda lot: lot["number"])
    wanted = [geometry.x(lot["number"], replay.timeline.last) for lot in shown]
    spots = spread(wanted, 34 if geometry.is_phone else 40, geometry)
    place, money = replay.words.location, replay.words.money
    return tuple(
        _mark(
            replay,
            lot["winner"],
            x,
            lot["number"],
            str(lot["price"]),
            f"{place(lot['location'])}, {money(lot['price'])}",
        )
        for x, lot in zip(spots, shown, strict=True)
    )


def _mistakes(
    mistakes: Sequence[dict[str, Any]], replay: MatchReplay, geometry: Geometry, at: int
) -> tuple[LaneMark, ...]:
    shown = sorted(mistakes, key=lambda one: one["number"])
    wanted = [geometry.x(one["number"] - 1, replay.timeline.last) for one in shown]
    return tuple(_mistake(replay, one, x, at) for x, one in zip(spread(wanted, 18, geometry), shown, strict=True))


def _mistake(replay: MatchReplay, mistake: dict[str, Any], x: float, cursor: int) -> LaneMark:
    decider, at = decider_of(mistake, replay), mistake["number"] - 1
    title = f"{decider.name}: {replay.words.location(mistake['location'])}"
    return LaneMark(x, at, "?", title, decider.person.studio, decider.is_mine, is_now=at == cursor)


def _mark(replay: MatchReplay, seat: int, x: float, at: int, text: str, title: str) -> LaneMark:
    person = replay.people[seat]
    return LaneMark(x, at, text, f"{person.name}: {title}", person.studio, seat == replay.viewer)
