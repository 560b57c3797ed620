"""How long somebody takes for their answers: people waver, and take longer for what is hard; a program may not."""

from collections.abc import Iterable, Sequence
from math import log
from statistics import stdev
from typing import Final, NamedTuple

# Fewer timed answers tell nothing; what took longer was no thinking.
FEWEST: Final = 40
LONGEST: Final = 10 * 60.0
SHORTEST: Final = 0.2
# Nobody weighs a hard question so fast.
QUICK: Final = 2.0


class TimedAnswer(NamedTuple):
    """One answer: how many seconds it took, and whether the question was a hard one."""

    seconds: float
    is_hard: bool


class Tempo(NamedTuple):
    """How even somebody's times are, as the spread of their logarithms, and which part of the hard ones was quick."""

    answers: int
    spread: float
    quick: float


def read_times(answers: Iterable[TimedAnswer]) -> Tempo | None:
    """Return what is told of times; None where there are too few."""
    timed = [one for one in answers if one.seconds <= LONGEST]
    if len(timed) < FEWEST:
        return None
    spread = stdev(log(max(one.seconds, SHORTEST)) for one in timed)
    return Tempo(len(timed), round(spread, 3), round(_quick([one.seconds for one in timed if one.is_hard]), 3))


def _quick(seconds: Sequence[float]) -> float:
    return sum(one < QUICK for one in seconds) / len(seconds) if seconds else 0.0
