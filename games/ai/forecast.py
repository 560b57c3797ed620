"""The chance of every seat to win from here: the match played on in thought, again and again, by directors.

What is hidden is drawn anew each time, unless everything may be known. Each end is read as odds: by its points, and by
what the position itself promises every seat. How much a point counts was found on matches of mixed levels that no
figure is published of (`calibration.py`); directors in thought are surer of the end than such matches are.
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from math import exp, log
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.evaluation import Judge, PlainJudge
from games.ai.ladder import director
from games.ai.learned import load_value
from games.ai.rollout import play_on
from games.ai.sampling import with_drawn_secrets
from games.engine import SPECTATOR, State, places, scores, view
from games.engine.edition import QUARTERS
from games.engine.state import OVER

FIGURES: Final = Path(__file__).parent / "forecast.json"
ROLLOUTS: Final = 16
NOISE: Final = 0.3  # how freely directors bid in thought, as for `producer`
# An end counts the more the nearer it is: by one through the quarters left, and this many more.
SPARE_QUARTERS: Final = 0.25
LEAST_ODDS: Final = -30.0  # in logarithms
# How often what lies beside ends is mended, and how much it may be, in log odds.
LEVELLED: Final = 25
MOST_BESIDE: Final = 4.0

# How ends are read: beside what the position promises, or by themselves.
BESIDE_PROMISES, ALONE = "beside_promises", "alone"

Scores = tuple[float, ...]


class Trust(NamedTuple):
    """What ten points count, in log odds: of an end in thought, the same for its nearness, and of what is promised."""

    end: float
    near: float
    promise: float


# For wins, and for who comes before whom.
Trusts = tuple[Trust, Trust]


class Reading(NamedTuple):
    """How ends are read at one position: what a point of theirs counts, and what each seat has beside it."""

    point: float
    beside: Scores


class Correction(NamedTuple):
    """How ends are read to tell who wins, and to tell who comes before whom."""

    win: Reading
    place: Reading


class Forecast(NamedTuple):
    """For each seat the chance to win, and the place to expect."""

    win: tuple[float, ...]
    place: tuple[float, ...]


def forecast(state: State, dice: Random, *, knows_all: bool = False, rollouts: int = ROLLOUTS) -> Forecast:
    """Return what is to be expected of a position: by what everybody may know, or by everything."""
    if state.phase == OVER:
        return _told(places(state))
    return _foreseen(state, list(play_ends(state, dice, knows_all=knows_all, rollouts=rollouts)))


def look_ahead(state: State, dice: Random, *, rollouts: int = ROLLOUTS) -> tuple[Forecast, Reading]:
    """Return the forecast by what everybody may know, and how ends of answers given here are read to agree with it."""
    ends = list(play_ends(state, dice, knows_all=False, rollouts=rollouts))
    found = _foreseen(state, ends)
    return found, levelled(ends, correction_of(state).win, found.win)


def play_ends(state: State, dice: Random, *, knows_all: bool, rollouts: int) -> Iterator[Scores]:
    """Yield the final scores of matches played on in thought."""
    seen = state if knows_all else public(state)
    snapshot = Snapshot(director.appraiser(seen), seen)
    for _ in range(rollouts):
        table = seen.copy() if knows_all else with_drawn_secrets(seen, dice)
        play_on(table, [snapshot] * snapshot.seats, dice, NOISE)
        yield tuple(map(float, scores(table)))


def public(state: State) -> State:
    """Return what a spectator sees, with every purse: anybody can count them from the log."""
    seen = view(state, SPECTATOR).state
    seen.money = list(state.money)
    return seen


def corrected(ends: Sequence[Scores], correction: Correction) -> Forecast:
    """Return the chances that ends played in thought stand for: the mean of what each of them says."""
    said = [odds(end, correction.win) for end in ends]
    win = tuple(fmean(chances) for chances in zip(*said, strict=True))
    place = [places_of(end, correction.place) for end in ends]
    return Forecast(win, tuple(fmean(seat) for seat in zip(*place, strict=True)))


def correction_of(state: State) -> Correction:
    """Return how ends are read that are compared with each other: what the position promises is the same for all."""
    nothing, near = (0.0,) * state.setup.seats, nearness(state)
    win, place = trusts(ALONE)
    return Correction(reading(win, nothing, near), reading(place, nothing, near))


def levelled(ends: Sequence[Scores], by: Reading, chances: Scores) -> Reading:
    """Return how ends are read that say these chances: a point counts the same, what they leave out lies beside."""
    for _ in range(LEVELLED):
        said = [fmean(seat) for seat in zip(*(odds(end, by) for end in ends), strict=True)]
        steps = [log(chance / now) for chance, now in zip(chances, said, strict=True)]
        beside = [one + step for one, step in zip(by.beside, steps, strict=True)]
        by = Reading(by.point, tuple(max(-MOST_BESIDE, min(one, MOST_BESIDE)) for one in beside))
    return by


def reading(trust: Trust, promised: Scores, near: float) -> Reading:
    """Return how ends are read at a position by such trust."""
    return Reading((trust.end + trust.near * near) / 10, tuple(trust.promise * points / 10 for points in promised))


def promises(state: State) -> Scores:
    """Return the score that the position itself promises each seat."""
    judge: Judge = load_value(state.edition.id, state.setup.seats) or PlainJudge()
    return tuple(judge.scores(director.appraiser(state), state))


def nearness(state: State) -> float:
    """Return how near the end is: a quarter in the beginning, nearly three at the last location."""
    left = QUARTERS + 1 - state.quarter - state.location / len(state.edition.board)
    return 1 / (left + SPARE_QUARTERS)


def odds(end: Scores, by: Reading) -> Scores:
    """Return everybody's chance to win by one end."""
    weights = _weights(end, by)
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def places_of(end: Scores, by: Reading) -> Scores:
    """Return the place to expect of everybody by one end: half a place for oneself and each who may come before."""
    weights = _weights(end, by)
    return tuple(0.5 + sum(other / (own + other) for other in weights) for own in weights)


def _foreseen(state: State, ends: Sequence[Scores]) -> Forecast:
    win, place = trusts(BESIDE_PROMISES)
    promised, near = promises(state), nearness(state)
    return corrected(ends, Correction(reading(win, promised, near), reading(place, promised, near)))


def _weights(end: Scores, by: Reading) -> list[float]:
    """Return how everybody's odds are to each other, the best having 1 and nobody nothing."""
    values = [by.point * score + beside for score, beside in zip(end, by.beside, strict=True)]
    best = max(values)
    return [exp(max(value - best, LEAST_ODDS)) for value in values]


def trusts(read: str) -> Trusts:
    """Return what `manage.py calibrate --fit` has found for wins and for places."""
    win, place = _read()["trust"][read]
    return Trust(*win), Trust(*place)


def results() -> list[dict[str, Any]]:
    """Return what `manage.py calibrate --publish` has measured."""
    return list(_read()["results"])


def place_results() -> list[dict[str, Any]]:
    """Return by how much the places to expect were wrong."""
    return list(_read()["places"])


@cache
def _read() -> dict[str, Any]:
    return dict(json.loads(FIGURES.read_text()))


def _told(ranks: Sequence[int]) -> Forecast:
    """Return the end itself: those who share the first place share the win, and who shares a place has the middle."""
    firsts = ranks.count(1)
    win = tuple((rank == 1) / firsts for rank in ranks)
    return Forecast(win, tuple(rank + (ranks.count(rank) - 1) / 2 for rank in ranks))
