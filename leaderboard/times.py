"""How long answers take: counted by steps that grow, so that hundreds of matches add up to a few numbers."""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from typing import Final

from games.models.match import DAY, HOUR, MINUTE

# Upper ends in seconds; whatever takes longer counts to the last.
TIMES: Final = (
    *(1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 50, 60, 75, 90, 120, 150, 180, 240),
    *(5 * MINUTE, 10 * MINUTE, 20 * MINUTE, 30 * MINUTE, HOUR, 2 * HOUR, 4 * HOUR, 8 * HOUR, 12 * HOUR),
    *(DAY, 2 * DAY, 3 * DAY, 7 * DAY, 30 * DAY),
)
# A quarter, half and three quarters of the answers.
QUARTILES: Final = (1, 2, 3)


def count_times(seconds: Iterable[float]) -> list[int]:
    """Count the answers within each of TIMES and not within the one before; end with the last that has any."""
    counts = [0] * len(TIMES)
    for taken in seconds:
        counts[min(bisect_left(TIMES, taken), len(TIMES) - 1)] += 1
    while counts and not counts[-1]:
        counts.pop()
    return counts


def add_up(many: Iterable[Sequence[int]]) -> list[int]:
    """Return the counts of several matches together."""
    total = [0] * len(TIMES)
    for counts in many:
        for number, count in enumerate(counts):
            total[number] += count
    return total


def quartiles(counts: Sequence[int]) -> tuple[int, int, int] | None:
    """Within how many seconds a quarter, half and three quarters of the answers came; None where there are none."""
    answers = sum(counts)
    if not answers:
        return None
    first, second, third = (_within(counts, -(-answers * quarter // 4)) for quarter in QUARTILES)
    return first, second, third


def _within(counts: Sequence[int], wanted: int) -> int:
    """Return the first time within which so many answers came."""
    for number, count in enumerate(counts):
        wanted -= count
        if wanted <= 0:
            return TIMES[number]
    return TIMES[-1]
