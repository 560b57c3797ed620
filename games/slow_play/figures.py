"""Many matches in every mode, and what came of them in figures."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from statistics import median, quantiles
from typing import Final

import django

from games.engine import edition_files
from games.slow_play.match import Mode, PlayedSlowly, play_slowly
from games.slow_play.scratch import scratch_database

Task = tuple[Mode, str, str]
Figures = dict[str, dict[str, dict[str, float]]]
TENTHS: Final = 10


def tasks_for(matches: int, modes: Sequence[Mode], seed: str) -> list[Task]:
    """Return what is to be played: in every mode the same deals, and each edition as often as the others."""
    editions = sorted(edition_files())
    return [(mode, editions[number % len(editions)], f"{seed}/{number}") for mode in modes for number in range(matches)]


def play_all(tasks: Sequence[Task], workers: int) -> Iterator[tuple[Mode, PlayedSlowly]]:
    """Yield every match as it is over, in the order of the tasks; each process has a database of its own."""
    # Started anew, not forked: nobody shares a connection to the site's database.
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=django.setup) as pool:
        for (mode, _edition, _seed), played in zip(tasks, pool.map(_play, tasks), strict=True):
            yield mode, played


def figures_of(played: Sequence[tuple[Mode, PlayedSlowly]]) -> Figures:
    """Return median and ninth tenth of days and of answers by hand, by mode."""
    modes = dict.fromkeys(mode for mode, _ in played)
    return {
        mode.value: {
            name: _spread([getattr(match, name) for mode_played, match in played if mode_played == mode])
            for name in PlayedSlowly._fields
        }
        for mode in modes
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    ninth = quantiles(values, n=TENTHS, method="inclusive")[-1] if len(values) > 1 else values[0]
    return {"median": round(median(values), 1), "p90": round(ninth, 1)}


def _play(task: Task) -> PlayedSlowly:
    with scratch_database():
        return play_slowly(*task)
