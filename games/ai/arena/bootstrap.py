"""How sure a share of wins is: blocks are drawn again and again from those that were played."""

from collections.abc import Sequence
from random import Random
from statistics import fmean
from typing import Final, NamedTuple

RESAMPLES: Final = 2_000
CONFIDENCE: Final = 0.95


class Interval(NamedTuple):
    """A share and the interval in which it lies 95 times in 100."""

    share: float
    low: float
    high: float


def interval(shares: Sequence[float], seed: str = "bootstrap") -> Interval:
    """Return the interval of the mean, by the bootstrap over blocks; the same for the same blocks."""
    dice = Random(seed)
    means = sorted(fmean(dice.choices(shares, k=len(shares))) for _ in range(RESAMPLES))
    tail = int((1 - CONFIDENCE) / 2 * RESAMPLES)
    return Interval(fmean(shares), means[tail], means[-1 - tail])


def standard_error(shares: Sequence[float]) -> float:
    """Return the standard error of the mean of blocks."""
    mean = fmean(shares)
    return float((sum((share - mean) ** 2 for share in shares) / max(len(shares) - 1, 1) / len(shares)) ** 0.5)
