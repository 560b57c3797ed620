"""A rating over time as a line: drawn here in whole numbers, dressed by the stylesheet."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from leaderboard.elo import POINT
from leaderboard.models import RatingChange

WIDTH, HEIGHT = 720, 240
LEFT, RIGHT, TOP, BOTTOM = 64, 16, 14, 36
STEPS: Final = (10, 20, 25, 50, 100, 200, 250, 500, 1000)  # of the lines behind, in points
MOST_LINES: Final = 5


@dataclass(frozen=True, slots=True)
class Mark:
    """A line behind the chart: where, and the rating it stands for."""

    y: int
    points: int


@dataclass(frozen=True, slots=True)
class RatingChart:
    """Everything the drawing needs."""

    line: str
    area: str
    marks: tuple[Mark, ...]
    end: tuple[int, int]
    began_at: datetime
    ended_at: datetime
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    foot: int = HEIGHT - BOTTOM


def draw_chart(changes: Sequence[RatingChange]) -> RatingChart | None:
    """Return the line through these changes, the oldest first; None where there is nothing to draw."""
    if len(changes) < 2:
        return None
    values, times = [change.after for change in changes], [change.ended_at for change in changes]
    low, high, step = _scale(min(values), max(values))
    spots = [(_x(time, times[0], times[-1]), _y(value, low, high)) for time, value in zip(times, values, strict=True)]
    line = " ".join(f"{x},{y}" for x, y in spots)
    foot = HEIGHT - BOTTOM
    return RatingChart(
        line=line,
        area=f"{spots[0][0]},{foot} {line} {spots[-1][0]},{foot}",
        marks=tuple(Mark(_y(value, low, high), value // POINT) for value in range(low, high + 1, step)),
        end=spots[-1],
        began_at=times[0],
        ended_at=times[-1],
    )


def _scale(lowest: int, highest: int) -> tuple[int, int, int]:
    """Round ratings just below and above all, and the step between the lines."""
    step = next((step * POINT for step in STEPS if (highest - lowest) <= step * POINT * MOST_LINES), STEPS[-1] * POINT)
    low = lowest // step * step
    return low, max(-(-highest // step) * step, low + step), step


def _x(time: datetime, first: datetime, last: datetime) -> int:
    length = (last - first).total_seconds() or 1
    return LEFT + round((WIDTH - LEFT - RIGHT) * (time - first).total_seconds() / length)


def _y(value: int, low: int, high: int) -> int:
    return TOP + round((HEIGHT - TOP - BOTTOM) * (high - value) / (high - low))
