"""Where things lie in a chart: once for a desk, once for a phone, which is drawn anew and never scaled."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Geometry:
    """The measures of a chart, in its own pixels."""

    width: int
    height: int
    left: int
    right: int
    top: int
    floor: int
    lanes: tuple[int, int, int]  # the middle of the lanes of movies, big lots and mistakes
    label_height: int  # a band so high carries its name
    big_lots: int  # so many of the dearest are shown
    is_phone: bool

    def x(self, number: int, last: int) -> float:
        """Return where a move stands."""
        return round(self.left + (self.right - self.left) * number / max(last, 1), 1)

    def y(self, chance: float) -> float:
        """Return how high a chance is."""
        return round(self.floor - (self.floor - self.top) * chance, 1)


DESK: Final = Geometry(
    width=892, height=324, left=78, right=880, top=84, floor=298, lanes=(13, 39, 65), label_height=24, big_lots=9,
    is_phone=False,
)  # fmt: skip
PHONE: Final = Geometry(
    width=316, height=250, left=38, right=312, top=78, floor=228, lanes=(12, 36, 60), label_height=40, big_lots=4,
    is_phone=True,
)  # fmt: skip


def spread(wanted: Sequence[float], gap: float, geometry: Geometry) -> list[float]:
    """Return places at least a gap apart, in the same order and as near as can be to those that were wanted.

    Neighbours that would touch form a block, which stands where its members want it on average.
    """
    blocks: list[list[float]] = []
    for index, place in enumerate(wanted):
        blocks.append([place - index * gap])
        while len(blocks) > 1 and _middle(blocks[-2]) >= _middle(blocks[-1]):
            last = blocks.pop()
            blocks[-1] += last
    found = [_middle(block) for block in blocks for _ in block]
    most = geometry.right - gap / 2 - (len(found) - 1) * gap
    least = geometry.left + gap / 2
    return [round(max(least, min(place, most)) + index * gap, 1) for index, place in enumerate(found)]


def _middle(block: Sequence[float]) -> float:
    return sum(block) / len(block)
