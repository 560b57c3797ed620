"""Who fits together, without the database: wishes go in, a group comes out."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

# So many points apart is about the same.
NEAR_POINTS: Final = 200
# With so many of those who wait longest every group is tried: five of them in at most a few thousand ways.
LOOKED_AT: Final = 14


@dataclass(frozen=True, slots=True)
class SeekWish:
    """What one person would like, and whom they are kept apart from."""

    seek_id: int
    user_id: int
    sizes: frozenset[int]
    decision_seconds: int
    rated: bool
    near: bool
    edition_id: str
    strength: int
    apart: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class SeekGroup:
    """People who sit down together, who has waited longest first."""

    wishes: tuple[SeekWish, ...]

    @property
    def size(self) -> int:
        return len(self.wishes)

    @property
    def edition_id(self) -> str:
        """The edition that somebody asked for; empty where any will do."""
        return next((wish.edition_id for wish in self.wishes if wish.edition_id), "")


def choose_group(wishes: Sequence[SeekWish]) -> SeekGroup | None:
    """Return the next group, around who has waited longest and as large as they like; None where nobody fits."""
    for place, first in enumerate(wishes):
        others = [wish for wish in wishes[place + 1 :] if fit(first, wish)][:LOOKED_AT]
        if group := _largest(first, others):
            return group
    return None


def fit(one: SeekWish, other: SeekWish) -> bool:
    """Tell whether two would sit at the same table."""
    if (one.decision_seconds, one.rated) != (other.decision_seconds, other.rated):
        return False
    if one.edition_id and other.edition_id and one.edition_id != other.edition_id:
        return False
    if other.user_id in one.apart or one.user_id in other.apart or one.user_id == other.user_id:
        return False
    is_far = abs(one.strength - other.strength) > NEAR_POINTS
    return not (is_far and (one.near or other.near)) and not one.sizes.isdisjoint(other.sizes)


def _largest(first: SeekWish, others: list[SeekWish]) -> SeekGroup | None:
    for size in sorted(first.sizes, reverse=True):
        willing = [wish for wish in others if size in wish.sizes]
        for rest in combinations(willing, size - 1):
            if all(fit(one, other) for one, other in combinations(rest, 2)):
                return SeekGroup((first, *rest))
    return None
