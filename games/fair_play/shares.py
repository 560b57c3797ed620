"""Shares with what is known of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt


@dataclass(frozen=True, slots=True)
class MeasuredShare:
    """A part of a whole, with the interval in which it lies 95 times in 100 (Wilson's)."""

    share: float
    low: float
    high: float
    count: int


def share_of(hits: Sequence[bool]) -> MeasuredShare:
    """Return which part of these is true."""
    return measured_share(sum(hits), len(hits))


def measured_share(hits: int, count: int) -> MeasuredShare:
    """Return the share of so many of so many."""
    if not count:
        return MeasuredShare(0.0, 0.0, 1.0, 0)
    part, z = hits / count, 1.96
    middle = (part + z * z / (2 * count)) / (1 + z * z / count)
    spread = z * sqrt(part * (1 - part) / count + z * z / (4 * count * count)) / (1 + z * z / count)
    low, high = max(middle - spread, 0.0), min(middle + spread, 1.0)
    return MeasuredShare(round(part, 4), round(low, 4), round(high, 4), count)
