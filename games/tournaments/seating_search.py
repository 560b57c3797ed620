"""The search for tables at which the fewest meet again: complete for few people, and patient for many."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import Final

# So many steps the complete search takes before it gives way; each is a candidate for a chair.
MOST_STEPS: Final = 20_000
# ... and the exchange of chairs that follows it.
MOST_EXCHANGES: Final = 400

Cost = Callable[[int, int], int]
Preference = Callable[[Sequence[int]], Sequence[int]]
Tables = tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class Seating:
    """Tables, and how much was not to be avoided."""

    tables: Tables
    cost: int


class OutOfSteps(Exception):
    """The complete search takes too long."""


def search(players: Sequence[int], sizes: Sequence[int], prefer: Preference, cost: Cost) -> Seating:
    """Return the best tables: the first in the order of preference of those that cost least."""
    if not players:
        return Seating((), 0)
    wanted = _Search(prefer, cost)
    try:
        return wanted.cheapest(tuple(players), sorted(sizes, reverse=True))
    except OutOfSteps:
        return _exchange(_in_order(players, sizes), cost)


class _Search:
    """Fill one table after the other; whoever comes first of those left sits at the next."""

    def __init__(self, prefer: Preference, cost: Cost) -> None:
        self.prefer, self.cost = prefer, cost
        self.steps = 0

    def cheapest(self, players: tuple[int, ...], sizes: list[int]) -> Seating:
        """Allow more and more until something fits: what fits first costs least."""
        allowed = 0
        while True:
            self.least_above = 0
            tables = self._tables(players, sizes, allowed)
            if tables is not None:
                return Seating(tables, total(tables, self.cost))
            allowed = max(allowed + 1, self.least_above)

    def _tables(self, left: tuple[int, ...], sizes: list[int], allowed: int) -> Tables | None:
        if not left:
            return ()
        for size in dict.fromkeys(sizes):
            rest = sizes.copy()
            rest.remove(size)
            found = self._table((left[0],), tuple(self.prefer(left)), left, size, rest, allowed)
            if found is not None:
                return found
        return None

    def _table(
        self,
        table: tuple[int, ...],
        candidates: tuple[int, ...],
        left: tuple[int, ...],
        size: int,
        rest: list[int],
        allowed: int,
    ) -> Tables | None:
        """Complete a table by candidates, each after the last one taken, then all that follow it."""
        if len(table) == size:
            others = tuple(player for player in left if player not in table)
            following = self._tables(others, rest, allowed)
            return None if following is None else (table, *following)
        for place, candidate in enumerate(candidates):
            self._step()
            price = sum(self.cost(candidate, seated) for seated in table)
            if price > allowed:
                self._note(price)
                continue
            found = self._table((*table, candidate), candidates[place + 1 :], left, size, rest, allowed - price)
            if found is not None:
                return found
        return None

    def _step(self) -> None:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise OutOfSteps

    def _note(self, price: int) -> None:
        """Remember the least single price that was refused: nothing changes before it is allowed."""
        self.least_above = min(self.least_above or price, price)


def total(tables: Sequence[Sequence[int]], cost: Cost) -> int:
    """Add up what a seating costs."""
    return sum(cost(*pair) for table in tables for pair in combinations(table, 2))


def _in_order(players: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    tables, begin = [], 0
    for size in sorted(sizes, reverse=True):
        tables.append(list(players[begin : begin + size]))
        begin += size
    return tables


def _exchange(tables: list[list[int]], cost: Cost) -> Seating:
    """Exchange two chairs as long as that helps, now and then where it does not; keep the best that was seen."""
    dice = Random(len(tables))  # noqa: S311 - the same pairing whoever computes it
    best = Seating(tuple(map(tuple, tables)), total(tables, cost))
    for _attempt in range(MOST_EXCHANGES):
        if not best.cost:
            break
        _exchange_once(tables, cost, dice)
        now = total(tables, cost)
        if now < best.cost:
            best = Seating(tuple(map(tuple, tables)), now)
    return best


def _exchange_once(tables: list[list[int]], cost: Cost, dice: Random) -> None:
    """Move one of those who meet again to where it costs least."""
    troubled = [
        (number, chair)
        for number, table in enumerate(tables)
        for chair, player in enumerate(table)
        if _price(player, table, chair, cost)
    ]
    here, chair = dice.choice(troubled)
    ways = [
        (_gain(tables, here, chair, there, other, cost), abs(here - there), dice.random(), there, other)
        for there, table in enumerate(tables)
        if there != here
        for other in range(len(table))
    ]
    _, _, _, there, other = min(ways)
    tables[here][chair], tables[there][other] = tables[there][other], tables[here][chair]


def _gain(tables: list[list[int]], here: int, chair: int, there: int, other: int, cost: Cost) -> int:
    one, two = tables[here][chair], tables[there][other]
    before = _price(one, tables[here], chair, cost) + _price(two, tables[there], other, cost)
    after = _price(two, tables[here], chair, cost) + _price(one, tables[there], other, cost)
    return after - before


def _price(player: int, table: Sequence[int], chair: int, cost: Cost) -> int:
    return sum(cost(player, seated) for place, seated in enumerate(table) if place != chair)
