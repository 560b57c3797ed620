"""A whole auction thought through: every bid one could make now and whenever one is asked again, whoever wins then.

Nobody's limit is known. Many sets of limits are drawn, each auction is bid out by the rules, rivals raising by one as
they mostly do, and what comes of it is weighed by the chance to win the match with that winner and that price.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.engine.moves import PASS
from games.engine.state import State

# How many sets of limits are drawn; with a single rival all its limits are gone through instead.
SETS: Final = 120

# By seat the highest price it would pay.
Limits = Mapping[int, int]
# By seat and price the chance to win the match if that seat gets the lot at that price.
Worth = Mapping[int, Sequence[float]]
# By price the chance that it is the limit.
Doubt = Sequence[float]


class BidPlan(NamedTuple):
    """A bid, or PASS, and the chance to win the match that comes of it."""

    answer: int
    chance: float


def drawn_limits(doubts: Mapping[int, Doubt], dice: Random) -> list[tuple[float, Limits]]:
    """Return sets of rivals' limits with their weights: each rival's spread evenly, together at random."""
    if len(doubts) == 1:
        ((rival, doubt),) = doubts.items()
        return [(chance, {rival: price}) for price, chance in enumerate(doubt) if chance > 1e-4]
    columns = []
    for doubt in doubts.values():
        column = _evenly(doubt)
        dice.shuffle(column)
        columns.append(column)
    return [(1 / SETS, dict(zip(doubts, row, strict=True))) for row in zip(*columns, strict=True)]


def _evenly(doubt: Doubt) -> list[int]:
    """Return as many limits as there are sets, each as often as it is likely."""
    limits, reached, price = list[int](), doubt[0], 0
    for number in range(SETS):
        while (number + 0.5) / SETS > reached and price + 1 < len(doubt):
            price += 1
            reached += doubt[price]
        limits.append(price)
    return limits


def fair_price(seat: int, rival: int, worth: Worth) -> int:
    """Return the highest price at which a seat had rather have the lot than see a rival pay as much for it."""
    prices = range(len(worth[seat]))
    return max((price for price in prices if worth[seat][price] >= worth[rival][price]), default=0)


def plans(state: State, sets: Sequence[tuple[float, Limits]], worth: Worth) -> list[BidPlan]:
    """Return what comes of every answer there is, passing first; bids that nobody could match are left out."""
    seat, purse, rivals = state.turn, state.money[state.turn], tuple(state.queue[1:])
    course, every = AuctionCourse(seat, purse, sets, worth), tuple(range(len(sets)))
    highest = max(max(limits.values()) for _, limits in sets)
    bids = range(state.bid + 1, min(max(highest, state.bid + 1), purse) + 1)
    passing = BidPlan(PASS, course.passing(state.bid, rivals, every))
    return [passing, *(BidPlan(bid, course.bidding(bid, rivals, every)) for bid in bids)]


class AuctionCourse:
    """The rest of an auction, for whoever answers as well as can be each time it is asked.

    What rivals do tells of their limits: with each of their answers fewer of the sets that were drawn can be true.
    """

    def __init__(self, seat: int, purse: int, sets: Sequence[tuple[float, Limits]], worth: Worth) -> None:
        """Take what may be true, each with its weight, and what it would be worth."""
        self.seat, self.purse, self.sets, self.worth = seat, purse, sets, worth
        self.known: dict[tuple[int, tuple[int, ...], tuple[int, ...]], float] = {}

    def asked(self, bid: int, rivals: tuple[int, ...], possible: tuple[int, ...]) -> float:
        """Return the chance that comes of the best answer to a bid; of sets that are possible, by their weight."""
        key = bid, rivals, possible
        if key not in self.known:
            bids = {bid + 1, *(self.sets[number][1][rival] for number in possible for rival in rivals)}
            sensible = [own for own in bids if bid < own <= self.purse]
            raising = max((self.bidding(own, rivals, possible) for own in sensible), default=0.0)
            self.known[key] = max(self.passing(bid, rivals, possible), raising)
        return self.known[key]

    def passing(self, bid: int, rivals: tuple[int, ...], possible: tuple[int, ...]) -> float:
        """Return the chance that is left to whoever passes."""
        sets, worth = self.sets, self.worth
        return sum(sets[number][0] * _settled(rivals, bid, sets[number][1], worth) for number in possible)

    def bidding(self, own: int, rivals: tuple[int, ...], possible: tuple[int, ...]) -> float:
        """Return the chance that comes of a bid: the lot is one's own, or the rivals' answers ask again."""
        chance, asking = 0.0, dict[tuple[int, tuple[int, ...]], list[int]]()
        for number in possible:
            weight, limits = self.sets[number]
            now, left = own, []
            for rival in rivals:
                if limits[rival] > now:
                    now += 1
                    left.append(rival)
            if left:
                asking.setdefault((now, tuple(left)), []).append(number)
            else:
                chance += weight * self.worth[self.seat][own]
        return chance + sum(self.asked(now, left, tuple(still)) for (now, left), still in asking.items())


def _settled(queue: Sequence[int], bid: int, limits: Limits, worth: Worth) -> float:
    """Return what comes of the auction among the others."""
    left = list(queue)
    while len(left) > 1:
        still = list[int]()
        for position, rival in enumerate(left):
            if len(left) - position + len(still) == 1:
                still.append(rival)
            elif limits[rival] > bid:
                bid += 1
                still.append(rival)
        left = still
    return worth[left[0]][max(bid, 0)]
