"""How long slow matches take, as measured by `manage.py slow_play --json`: what the page that explains them draws."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

FIGURES: Final = Path(__file__).with_name("slow_play.json")
# The five ways to be asked, each with what the one before it offers.
MODES: Final = ("in_turn", "maximum_bids", "orders", "wishes", "together")
# The drawing's measures: a frame of film for a day, and dots for decisions, four in a column.
DAY: Final = 13
DOT: Final = 9
ROWS: Final = 4
WEEK: Final = 7
# On a phone it is drawn anew: four weeks of film in a line, and as many dots as fit beside each other.
NARROW: Final = 4 * WEEK * DAY
FILM: Final = 24


class ModeLine(NamedTuple):
    """A line of film, or of dots: from where on down, and how wide."""

    y: int
    width: int


@dataclass(frozen=True, slots=True)
class ModeRow:
    """A way of being asked: how long a usual match takes in it, and how often somebody has to answer."""

    mode: str
    days: int
    decisions: int
    fewer_days: int  # percent, beside the first one
    fewer_decisions: int

    @property
    def a_day(self) -> str:
        return f"{self.decisions / max(1, self.days):.1f}"

    @property
    def film(self) -> int:
        return self.days * DAY

    @property
    def dots(self) -> int:
        """The width of the full columns."""
        return self.decisions // ROWS * DOT

    @property
    def last_dots(self) -> int:
        """The height of the last column, which is not full."""
        return self.decisions % ROWS * DOT

    @property
    def narrow_film(self) -> list[ModeLine]:
        return _lines(self.film, NARROW, FILM)

    @property
    def narrow_dots(self) -> list[ModeLine]:
        return _lines(self.decisions * DOT, NARROW // DOT * DOT, DOT)

    @property
    def dots_below(self) -> int:
        """How far down the dots of a phone begin."""
        return len(self.narrow_film) * FILM + 4

    @property
    def narrow_height(self) -> int:
        return self.dots_below + len(self.narrow_dots) * DOT


@dataclass(frozen=True, slots=True)
class SlowPlay:
    """The chart."""

    rows: tuple[ModeRow, ...]
    width: int
    weeks: tuple[int, ...]

    @property
    def first(self) -> ModeRow:
        return self.rows[0]

    @property
    def last(self) -> ModeRow:
        return self.rows[-1]

    @property
    def axis(self) -> list[tuple[int, int]]:
        """Where each week begins, and which it is."""
        return [(days * DAY, days // WEEK) for days in self.weeks]


def slow_play() -> SlowPlay | None:
    """Return what was measured; nothing where it was not."""
    return chart_of(_read()) if FIGURES.exists() else None


def chart_of(figures: dict[str, Any]) -> SlowPlay:
    """Lay the figures of all modes out beside the first one."""
    medians = [_medians(figures["modes"][mode]) for mode in MODES]
    most_days, most_decisions = medians[0]
    rows = tuple(
        ModeRow(mode, days, decisions, _fewer(days, most_days), _fewer(decisions, most_decisions))
        for mode, (days, decisions) in zip(MODES, medians, strict=True)
    )
    width = max(max(row.film, row.dots + DOT) for row in rows)
    return SlowPlay(rows, width + 40, tuple(range(0, max(row.days for row in rows) + 1, WEEK)))


def _lines(length: int, width: int, height: int) -> list[ModeLine]:
    """Break a length into lines of a width, one below the other."""
    return [ModeLine(start // width * height, min(width, length - start)) for start in range(0, length, width)]


def _medians(mode: dict[str, Any]) -> tuple[int, int]:
    return round(mode["days"]["median"]), round(mode["human_decisions"]["median"])


def _fewer(now: int, before: int) -> int:
    return round(100 * (before - now) / max(1, before))


@cache
def _read() -> dict[str, Any]:
    figures: dict[str, Any] = json.loads(FIGURES.read_text())
    return figures
