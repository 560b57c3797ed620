"""Of all that was said to win with a chance of three in ten, how many did: tenth by tenth, and how sure that is."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

TENTHS: Final = 10
# As far from what was said as may be.
NEAR_ENOUGH: Final = 0.03
# Holds the true share in 95 of 100 cases.
SURE: Final = 1.96
KEPT, MISSED, OPEN = "kept", "missed", "open"


@dataclass(frozen=True, slots=True)
class Tenth:
    """Forecasts that said about the same: what they said, what came, and how many they are."""

    said: float
    won: float
    count: int

    @property
    def interval(self) -> tuple[float, float]:
        """Return where the true share lies (Wilson's interval)."""
        squared = SURE * SURE
        middle = (self.won + squared / (2 * self.count)) / (1 + squared / self.count)
        spread = self.won * (1 - self.won) / self.count + squared / (4 * self.count**2)
        reach = SURE * spread**0.5 / (1 + squared / self.count)
        return max(middle - reach, 0.0), min(middle + reach, 1.0)

    @property
    def verdict(self) -> str:
        """Tell whether what came is near enough; open where it is not and they are too few to blame anybody."""
        if abs(self.won - self.said) <= NEAR_ENOUGH:
            return KEPT
        low, high = self.interval
        return MISSED if low > self.said + NEAR_ENOUGH or high < self.said - NEAR_ENOUGH else OPEN


def tenths_of(results: Iterable[dict[str, Any]]) -> list[Tenth]:
    """Return the tenths of some measurements thrown together."""
    found: dict[int, list[dict[str, float]]] = {}
    for result in results:
        for bucket in result["buckets"]:
            found.setdefault(min(int(bucket["said"] * TENTHS), TENTHS - 1), []).append(bucket)
    return [_together(buckets) for _, buckets in sorted(found.items())]


def _together(buckets: list[dict[str, float]]) -> Tenth:
    count = int(sum(bucket["count"] for bucket in buckets))
    said, won = (sum(bucket[name] * bucket["count"] for bucket in buckets) / count for name in ("said", "won"))
    return Tenth(said, won, count)


def better_than_score(brier: dict[str, float]) -> float:
    """Return by which part the error is less than that of the score alone; nothing where the score was never wrong."""
    return 1 - brier["ours"] / brier["score"] if brier["score"] else 0.0
