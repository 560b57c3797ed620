"""What was measured: which habits are common, from where on something is shown, and how often it is wrong then."""

import json
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from games.fair_play.feeding import HonestPlay
from games.fair_play.shares import measured_share

PATH: Final = Path(__file__).parent / "figures.json"
# How many matches are looked at together; in between the next smaller figure holds.
TOGETHER: Final = (1, 3, 5)
SEATS: Final = (2, 3, 4, 5)


class Yardstick(NamedTuple):
    """From where on something is shown, and which part of honest ones looks like it: as measured, and at most."""

    threshold: float
    wrong: float
    wrong_at_most: float


@cache
def load_figures() -> dict[str, Any]:
    """Read the file once."""
    figures: dict[str, Any] = json.loads(PATH.read_text(encoding="utf-8"))
    return figures


def size_of(seats: int) -> str:
    """Name the size for which something was learned: with two seats feeding is throwing the match."""
    return "two" if seats == 2 else "more"


@cache
def honest_play(seats: int) -> HonestPlay:
    """Return what is known of honest play at tables of this size."""
    return HonestPlay(**load_figures()["feeding"]["learned"][size_of(seats)])


def feeding_yardstick(seats: int, matches: int) -> Yardstick:
    """Return what holds for pairs that met so often, at tables with two seats or with more."""
    return _yardstick("feeding", size_of(seats), {one for one in SEATS if size_of(one) == size_of(seats)}, matches)


def likeness_yardstick(matches: int) -> Yardstick:
    """Return what holds for people of whom so many matches were looked at."""
    return _yardstick("likeness", "all", set(SEATS), matches)


def learned_rates() -> list[dict[str, float]]:
    """Return how often honest people of each sort agree with the reference."""
    rates: list[dict[str, float]] = load_figures()["likeness"]["learned"]
    return rates


def timing_yardstick() -> Yardstick:
    """Return from which evenness on times are shown."""
    figures = load_figures()["timing"]
    wrong = figures["false_alarms"]
    return Yardstick(figures["threshold"], wrong["share"], wrong["high"])


def _yardstick(signal: str, size: str, seats: set[int], matches: int) -> Yardstick:
    """Return a threshold, and the false alarms of all tables for which it was chosen."""
    figures, step = load_figures()[signal], max(one for one in TOGETHER if one <= max(matches, 1))
    rows = [row["false_alarms"] for row in figures["results"] if row["matches"] == step and row["seats"] in seats]
    alarms = sum(round(row["share"] * row["count"]) for row in rows)
    wrong = measured_share(alarms, sum(row["count"] for row in rows))
    return Yardstick(figures["thresholds"][size][str(step)], wrong.share, wrong.high)
