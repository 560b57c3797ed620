"""How many planted helpers are found, and how many honest pairs look like them: on deals kept apart."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any, Final

from games.ai.deals import CHECKING, PUBLISHED, TUNING
from games.engine import Edition
from games.fair_play.answers import SeatAnswers
from games.fair_play.feeding import HonestPlay, learn
from games.fair_play.figures import SEATS, TOGETHER, size_of
from games.fair_play.players import EVERYBODY, HONEST
from games.fair_play.series import Series, SeriesTable, play_series
from games.fair_play.shares import share_of

MATCHES: Final = max(TOGETHER)
# As many tables for each honest set as give about as many pairs; a table of five has ten of them.
TABLES: Final = {2: 240, 3: 120, 4: 72, 5: 48}
# A threshold lets less than this part of the pairs through that it was chosen by. It is never below odds of a hundred
# to one: what is learned of honest players being right, no more than one in a hundred of them gets there by chance.
LET_THROUGH: Final = 0.005
LEAST: Final = 4.6
# A first set of deals showed that lower thresholds let too many honest pairs through: it is used up.
MEASURED: Final = f"{PUBLISHED}/2"

Progress = Callable[[Iterable[int], str], Iterable[int]]


def run_trial(
    editions: Sequence[Edition], scale: float, progress: Progress, seats: Sequence[int] = SEATS
) -> dict[str, Any]:
    """Learn habits, choose thresholds, and measure both rates; each of the three on deals of its own."""
    learned: dict[str, HonestPlay] = {}
    thresholds: dict[str, dict[str, float]] = {}
    for size in sorted({size_of(one) for one in seats}):
        sizes = [one for one in seats if size_of(one) == size]
        honest = [one for n in sizes for one in _series(editions, n, TUNING, scale / 3, progress)]
        learned[size] = learn(answers for one in honest for answers in _people(one))
        checking = [one for n in sizes for one in _series(editions, n, CHECKING, scale, progress)]
        thresholds[size] = {str(k): _threshold(checking, learned[size], k) for k in TOGETHER}
    results = [
        row
        for n in seats
        for row in _measure(editions, n, learned[size_of(n)], thresholds[size_of(n)], scale, progress)
    ]
    return {
        "learned": {size: one.to_json() for size, one in learned.items()},
        "thresholds": thresholds,
        "results": results,
    }


def _measure(
    editions: Sequence[Edition],
    seats: int,
    honest_play: HonestPlay,
    thresholds: dict[str, float],
    scale: float,
    progress: Progress,
) -> Iterator[dict[str, Any]]:
    honest = list(_series(editions, seats, MEASURED, scale, progress, kinds=list(EVERYBODY)))
    planted = list(_series(editions, seats, MEASURED, scale * 80 / TABLES[seats], progress, planted=True))
    for together in TOGETHER:
        threshold = thresholds[str(together)]
        alarms = [value > threshold for one in honest for value in pair_values(one, honest_play, together)]
        found = [(one.planted, _planted_value(one, honest_play, together) > threshold) for one in planted]
        by_way: dict[str, list[bool]] = defaultdict(list)
        for way, is_found in found:
            by_way[way].append(is_found)
        yield {
            "seats": seats,
            "matches": together,
            "false_alarms": asdict(share_of(alarms)),
            "found": asdict(share_of([is_found for _, is_found in found])),
            "by_way": {way: asdict(share_of(hits)) for way, hits in sorted(by_way.items())},
        }


def _series(
    editions: Sequence[Edition],
    seats: int,
    label: str,
    scale: float,
    progress: Progress,
    kinds: Sequence[str] = tuple(HONEST),
    planted: bool = False,
) -> Iterator[Series]:
    """Play so many tables, the editions in turn."""
    name = f"fair play/{label}/{'planted' if planted else 'honest'}"
    for number in progress(range(max(round(scale * TABLES[seats]), 2)), f"{seats} seats, {name}"):
        table = SeriesTable(editions[number % len(editions)], seats, MATCHES)
        yield play_series(table, name, number, kinds=kinds, planted=planted)


def _people(series: Series) -> Iterator[SeatAnswers]:
    """Yield all that each player answered."""
    for player in range(len(series.players)):
        mine = [match.answers[match.seat_of[player]] for match in series.matches]
        yield SeatAnswers(
            tuple(offer for one in mine for offer in one.offers), tuple(pick for one in mine for pick in one.picks)
        )


def pair_values(series: Series, honest_play: HonestPlay, together: int) -> Iterator[float]:
    """Yield the suspicion of every pair, for every run of so many matches that has none in common with another."""
    for first in range(0, len(series.matches) - together + 1, together):
        for one, other in combinations(range(len(series.players)), 2):
            yield _value(series, one, other, honest_play, first, together)


def _planted_value(series: Series, honest_play: HonestPlay, together: int) -> float:
    return _value(series, series.giver, series.taker, honest_play, 0, together)


def _value(series: Series, one: int, other: int, honest_play: HonestPlay, first: int, together: int) -> float:
    """Return the greater of both directions: who looks at a pair does not know which way it goes."""
    matches = series.matches[first : first + together]
    return max(
        honest_play.suspicion(
            [(match.answers[match.seat_of[giver]], match.seat_of[taker]) for match in matches], len(series.players)
        )
        for giver, taker in ((one, other), (other, one))
    )


def _threshold(honest: Sequence[Series], honest_play: HonestPlay, together: int) -> float:
    values = sorted((value for one in honest for value in pair_values(one, honest_play, together)), reverse=True)
    return round(max(values[int(len(values) * LET_THROUGH)], LEAST), 2)
