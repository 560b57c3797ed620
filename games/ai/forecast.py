"""The chance of every seat to win from here: the match played on in thought, again and again, by directors.

What is hidden is drawn anew each time, unless everything may be known. Directors in thought are surer of the end than
matches are, so what they say is drawn towards even, by as much as matches kept apart for that have shown
(`calibration.py`).
"""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.evaluation import chance_to_win
from games.ai.ladder import director
from games.ai.rollout import play_on
from games.ai.sampling import with_drawn_secrets
from games.engine import SPECTATOR, State, scores, view
from games.engine.state import OVER

FIGURES: Final = Path(__file__).parent / "forecast.json"
ROLLOUTS: Final = 24
NOISE: Final = 0.3  # how freely directors bid in thought, as for `producer`

Scores = tuple[float, ...]


class Correction(NamedTuple):
    """How far a lead at the end of a rollout is trusted, in points, and how far all of it is drawn towards even."""

    luck: float
    doubt: float


class Forecast(NamedTuple):
    """For each seat the chance to win, and the place to expect."""

    win: tuple[float, ...]
    place: tuple[float, ...]


def forecast(state: State, dice: Random, *, knows_all: bool = False, rollouts: int = ROLLOUTS) -> Forecast:
    """Return what is to be expected of a position: by what everybody may know, or by everything."""
    if state.phase == OVER:
        return _told(list(map(float, scores(state))))
    ends = list(play_ends(state, dice, knows_all=knows_all, rollouts=rollouts))
    return corrected(ends, correction_of(state))


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
    """Return the chances that ends played in thought stand for."""
    seats = range(len(ends[0]))
    even = 1 / len(seats)
    raw = [fmean(chance_to_win(list(end), seat, correction.luck) for end in ends) for seat in seats]
    win = tuple((1 - correction.doubt) * chance + correction.doubt * even for chance in raw)
    middle = (len(seats) + 1) / 2
    places = [fmean(_place(end, seat) for end in ends) for seat in seats]
    place = tuple((1 - correction.doubt) * one + correction.doubt * middle for one in places)
    return Forecast(win, place)


def correction_of(state: State) -> Correction:
    """Return what was found for this edition, number of seats and quarter; a careful guess where nothing was."""
    found = figures().get(f"{state.edition.id}-{state.setup.seats}")
    return Correction(*found[state.quarter - 1]) if found else Correction(luck=4.0, doubt=0.2)


def figures() -> dict[str, list[tuple[float, float]]]:
    """Return what `manage.py calibrate --fit` has found, by edition and number of seats."""
    return dict(_read()["corrections"])


def results() -> list[dict[str, Any]]:
    """Return what `manage.py calibrate --publish` has measured."""
    return list(_read()["results"])


@cache
def _read() -> dict[str, Any]:
    return dict(json.loads(FIGURES.read_text())) if FIGURES.exists() else {"corrections": {}, "results": []}


def _told(values: list[float]) -> Forecast:
    """Return the end itself: whoever is first has won, and those who share the first place share the win."""
    best = [value == max(values) for value in values]
    win = tuple(is_best / sum(best) for is_best in best)
    return Forecast(win, tuple(_place(values, seat) for seat in range(len(values))))


def _place(values: Sequence[float], seat: int) -> float:
    """Return a seat's place; those who are equal have the middle of theirs."""
    ahead = sum(value > values[seat] for value in values)
    equal = sum(value == values[seat] for value in values)
    return ahead + (equal + 1) / 2
