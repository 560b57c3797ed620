"""Who meets whom in a round: nobody twice while that can be avoided, and as few as possible who are kept apart.

Nothing here knows Django. Players are numbers, given in the order of the standings, the best first.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations, permutations
from typing import Final

from games.tournaments.seating_search import Seating, search

# As bad as meeting so many times again is to sit with somebody whom one keeps away.
APART_COSTS: Final = 100

Pair = frozenset[int]
Preference = Callable[[Sequence[int]], Sequence[int]]


@dataclass(frozen=True, slots=True)
class Past:
    """What earlier rounds and people's own wishes ask of a pairing."""

    met: Mapping[Pair, int] = field(default_factory=Counter)  # how often two have met
    apart: frozenset[Pair] = frozenset()  # who keeps whom away
    byes: Mapping[int, int] = field(default_factory=Counter)  # how often somebody had one
    held: Mapping[tuple[int, int], int] = field(default_factory=Counter)  # how often a player had a seat

    def cost(self, one: int, other: int) -> int:
        """Return how bad it is that two meet."""
        pair = frozenset((one, other))
        return self.met.get(pair, 0) + APART_COSTS * (pair in self.apart)


@dataclass(frozen=True, slots=True)
class Pairing:
    """The people of each table, and who sits at none."""

    tables: tuple[tuple[int, ...], ...]
    byes: tuple[int, ...] = ()


def pair_swiss(players: Sequence[int], points: Mapping[int, int], seats: int, past: Past) -> Pairing:
    """Let equals meet: at tables for two the upper half of those with the same points meets the lower half.

    At larger tables neighbours in the standings sit together. Who is left over at a table for two has a bye.
    """
    sizes = table_sizes(len(players), seats)
    prefer = _halves(points) if seats == 2 else _neighbours
    if sizes and sizes[-1] == 1:
        return _with_bye(players, sizes[:-1], prefer, past)
    return Pairing(search(players, sizes, prefer, past.cost).tables)


def pair_evenly(players: Sequence[int], seats: int, past: Past) -> Pairing:
    """Make tables of equal strength: the best are spread over all of them, then the next, in snakes."""
    sizes = table_sizes(len(players), seats)
    snaked = [player for table in snake(players, len(sizes)) for player in table]
    return Pairing(search(snaked, sizes, _neighbours, past.cost).tables)


def table_sizes(people: int, seats: int) -> list[int]:
    """Return how many people sit at each table: as few tables as possible, and AIs spread over the last ones."""
    tables = -(-people // seats)
    return [people // tables + (number < people % tables) for number in range(tables)]


def snake(players: Sequence[int], tables: int) -> list[list[int]]:
    """Deal players out to and fro: of eight at two tables, 1 4 5 8 and 2 3 6 7."""
    dealt: list[list[int]] = [[] for _ in range(tables)]
    for place, player in enumerate(players):
        turn, number = divmod(place, tables)
        dealt[number if turn % 2 == 0 else tables - 1 - number].append(player)
    return sorted(dealt, key=len, reverse=True)


def seat_people(people: Sequence[int], free: Sequence[int], past: Past) -> dict[int, int]:
    """Give the people of a table the seats that they had least often; of equal ways the first."""
    ways = (dict(zip(way, people, strict=True)) for way in permutations(free, len(people)))
    return min(ways, key=lambda way: sum(past.held.get((player, seat), 0) ** 2 for seat, player in way.items()))


def ai_seats(missing: int, seats: int, number: int) -> list[int]:
    """Return which seats AIs have at a table of a round that lacks people: the same at each, others in each round."""
    return sorted((number - 1 + place) % seats for place in range(missing))


def meetings(tables: Sequence[Sequence[int]]) -> Counter[Pair]:
    """Count who met at these tables."""
    return Counter(frozenset(pair) for table in tables for pair in combinations(table, 2))


def _with_bye(players: Sequence[int], sizes: Sequence[int], prefer: Preference, past: Past) -> Pairing:
    """Leave out the lowest of those who had the fewest byes with whom the others can be paired best."""
    fewest = min(past.byes.get(player, 0) for player in players)
    best: tuple[int, Seating] | None = None
    for left_out in (player for player in reversed(players) if past.byes.get(player, 0) == fewest):
        found = search([player for player in players if player != left_out], sizes, prefer, past.cost)
        if best is None or found.cost < best[1].cost:
            best = left_out, found
        if not found.cost:
            break
    assert best is not None
    return Pairing(best[1].tables, (best[0],))


def _neighbours(left: Sequence[int]) -> Sequence[int]:
    return left[1:]


def _halves(points: Mapping[int, int]) -> Preference:
    """Prefer for the best of those left who stands half the group below, then the rest of the lower half."""

    def prefer(left: Sequence[int]) -> Sequence[int]:
        group = [player for player in left if points.get(player, 0) == points.get(left[0], 0)]
        half = len(group) // 2
        others = left[len(group) :]
        return [*group[half or 1 :], *reversed(group[1 : half or 1]), *others]

    return prefer
