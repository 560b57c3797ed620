"""Small plots of a day, as points for an SVG: drawn here, so that they need no script."""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

WIDTH: Final = 280
# The lowest and highest of a plot whose scale is by factors of ten, in seconds.
LEAST, MOST = 0.1, 1_000.0

Value = float | None
Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class PlotLine:
    """One curve: runs of points with gaps where nothing is known, and where its limit lies."""

    height: int
    runs: tuple[str, ...]
    areas: tuple[str, ...]
    limit: float | None = None

    @property
    def is_empty(self) -> bool:
        return not self.runs


@dataclass(frozen=True, slots=True)
class PlotBar:
    """One bar of a histogram: where it stands and how high, what is below it and what above."""

    x: float
    y: float
    width: float
    height: float
    label: str
    share: str
    is_late: bool


def line(values: Sequence[Value], height: int, *, limit: float | None = None) -> PlotLine:
    """Draw values over a day; the scale reaches to the largest, or to the limit if that is larger."""
    known = [value for value in values if value is not None]
    top = max([*known, (limit or 0.0) * 1.15, 1e-9])

    def place(value: float) -> float:
        return round(height - 1 - (height - 3) * value / top, 1)

    return PlotLine(height, *_runs(values, place, height), None if limit is None else place(limit))


def log_line(values: Sequence[Value], height: int) -> PlotLine:
    """Draw values by factors of ten, so that a second and ten minutes both show."""
    return PlotLine(height, *_runs(values, lambda value: log_place(value, height), height))


def log_place(seconds: float, height: int) -> float:
    """Return how far from the top a number of seconds lies."""
    kept = min(max(seconds, LEAST), MOST)
    return round(height * (1 - math.log(kept / LEAST) / math.log(MOST / LEAST)), 1)


def _runs(
    values: Sequence[Value], place: Callable[[float], float], height: int
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    step = WIDTH / max(1, len(values) - 1)
    runs, areas = [], []
    for is_known, group in groupby(enumerate(values), key=lambda pair: pair[1] is not None):
        if is_known:
            points = [(round(position * step, 1), place(value)) for position, value in group if value is not None]
            points = points if len(points) > 1 else [points[0], (points[0][0] + step / 2, points[0][1])]
            runs.append(_words(points))
            areas.append(_words([(points[0][0], height - 1), *points, (points[-1][0], height - 1)]))
    return tuple(runs), tuple(areas)


def _words(points: Sequence[Point]) -> str:
    return " ".join(f"{x:g},{y:g}" for x, y in points)


def bars(shares: Sequence[int], labels: Sequence[str], height: int, *, late_from: int) -> list[PlotBar]:
    """Draw a histogram by shares in 100; those from a place on are over the limit."""
    total, highest = sum(shares), max([*shares, 1])
    step = WIDTH / len(shares)
    drawn = []
    for place, (count, label) in enumerate(zip(shares, labels, strict=True)):
        tall = round(height * count / highest, 1)
        share = 100 * count / total if total else 0.0
        words = f"{share:.0f}" if share >= 1 or not count else f"{share:.1f}"
        x = round(place * step + 2, 1)
        drawn.append(PlotBar(x, height - tall, round(step - 4, 1), tall, label, words, place >= late_from))
    return drawn
