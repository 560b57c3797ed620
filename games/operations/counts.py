"""Figures of processes as plain counts: what a minute is made of, and what a plot says about it."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, Final

from config.metrics import PREFIX, PUSH_STEPS, THOUGHT_STEPS

PUSH: Final = "push"
THOUGHT: Final = "thought"
# Histograms by the name under which their steps are counted.
HISTOGRAMS: Final = {
    f"{PREFIX}_push_seconds_bucket": (PUSH, PUSH_STEPS),
    f"{PREFIX}_thought_seconds_bucket": (THOUGHT, THOUGHT_STEPS),
}
COUNTERS: Final = {f"{PREFIX}_moves_total": "moves", f"{PREFIX}_errors_total": "errors"}


def counts_of(figures: Iterable[Sequence[Any]]) -> Counter[str]:
    """Return what a process has counted that is kept over a day; steps of a histogram as `push 3`."""
    found: Counter[str] = Counter()
    for name, labels, value in figures:
        if name in COUNTERS:
            found[COUNTERS[name]] += int(value)
        elif name in HISTOGRAMS:
            kind, steps = HISTOGRAMS[name]
            bounds = [*map(float, steps), float("inf")]
            found[f"{kind} {bounds.index(float(labels['le']))}"] += int(value)
    return found


def gauge_of(figures: Iterable[Sequence[Any]], name: str) -> float:
    """Return the value of something that is no counter, all labels together."""
    return sum(value for told, _labels, value in figures if told == f"{PREFIX}_{name}")


def steps_of(counts: dict[str, int], kind: str, steps: Sequence[float]) -> list[int]:
    """Return how many fell into each step: a histogram counts into every step that is large enough.

    While two versions with other steps run side by side the counts may not fit each other; nothing is less than none.
    """
    reached = [counts.get(f"{kind} {place}", 0) for place in range(len(steps) + 1)]
    return [max(0, upper - lower) for upper, lower in zip(reached, [0, *reached], strict=False)]


def within(shares: Sequence[int], steps: Sequence[float], share: float) -> float | None:
    """Return within how many seconds this share of them was done; None where there were none.

    Inside of a step they are taken as evenly spread. Of what lies beyond the last step nothing more is known.
    """
    wanted, passed, lower = sum(shares) * share, 0, 0.0
    if not wanted:
        return None
    for count, upper in zip(shares, steps, strict=False):
        if passed + count >= wanted:
            return lower + (upper - lower) * (wanted - passed) / count
        passed, lower = passed + count, upper
    return lower
