"""How far to go in an auction: what a lot is worth at each price, and how far the rivals still in it may go.

Who stops where winning and losing are equal never pays too much, but lets rivals off cheaply, and what they pay is
shared out. As long as a rival will probably go on, one bid more costs it money; the risk is to be left with the lot.
"""

from collections.abc import Mapping, Sequence
from math import prod
from statistics import NormalDist
from typing import Final, NamedTuple

from games.engine.state import NO_BID, State

# No rival's limit is known more exactly than this, in money.
LEAST_SPREAD: Final = 0.6
# Whoever has gone further than this part of all that was thought possible goes no further.
SURELY: Final = 0.9999


class Chances(NamedTuple):
    """The chance to win the match by the price of the lot: if the seat gets it, and if its likeliest rival does."""

    having: Sequence[float]
    losing: Sequence[float]

    def fair_price(self) -> int:
        """Return the highest price at which one had rather have the lot than see the rival pay as much for it."""
        both = enumerate(zip(self.having, self.losing, strict=True))
        return max((price for price, (having, losing) in both if having >= losing), default=0)


class Reach(NamedTuple):
    """How far rivals may go: by price the chance that none of them goes beyond it, and that at most one does."""

    none_beyond: list[float]
    one_beyond: list[float]


def reach_of_rivals(state: State, limits: Mapping[int, float], doubt: float, *, trusts_bids: bool = True) -> Reach:
    """From what is thought of the limits of the seats still in the auction, each wrong by some part of it.

    Who trusts bids takes a leader's one that is higher than thought for its limit, and so believes that it goes on; two
    of these bid each other beyond what a lot is worth to either. Whoever does not only leaves out what lies below it.
    """
    thought = {rival: _centre(state, rival, likely, trusts_bids=trusts_bids) for rival, likely in limits.items()}
    each = [_by_price(state, rival, centre, doubt) for rival, centre in thought.items() if rival != state.turn]
    none = [prod(chances) for chances in zip(*each, strict=True)]
    one = [
        below + sum((1 - chances[rival]) * _without(chances, rival) for rival in range(len(chances)))
        for below, chances in zip(none, zip(*each, strict=True), strict=True)
    ]
    return Reach(none, one)


def best_stop(chances: Chances, reach: Reach, bid: int, purse: int) -> int:
    """Return the price up to which a seat should bid; NO_BID where it should let the lot go."""
    best, best_chance = NO_BID, _leaving(chances.losing, reach, bid)
    for stop in range(bid + 1, purse + 1):
        chance = _staying(chances, reach, bid, stop)
        if chance > best_chance:
            best, best_chance = stop, chance
    return best


def _staying(chances: Chances, reach: Reach, bid: int, stop: int) -> float:
    """Return the chance to win for who bids up to a price: it gets the lot if no rival goes beyond that."""
    having, none = chances.having, reach.none_beyond
    won, before = 0.0, 0.0
    for price in range(stop + 1):
        paid = max(price, bid + 1)
        won += (none[price] - before) * (having[paid] + having[min(paid + 1, stop)]) / 2
        before = none[price]
    return won + _lost(chances.losing, reach, stop, reach.one_beyond[stop] - before)


def _leaving(losing: Sequence[float], reach: Reach, bid: int) -> float:
    """Return the chance to win for who passes now."""
    price = max(bid, 0)
    return _lost(losing, reach, price, reach.one_beyond[price])


def _lost(losing: Sequence[float], reach: Reach, price: int, here: float) -> float:
    """Return the same for a lot that a rival gets at this price, with that chance, or at a higher one, if two go on."""
    chance, before = here * losing[price], reach.one_beyond[price]
    for higher in range(price + 1, len(reach.one_beyond)):
        chance += (reach.one_beyond[higher] - before) * losing[higher]
        before = reach.one_beyond[higher]
    return chance


def _centre(state: State, rival: int, likely: float, *, trusts_bids: bool) -> float:
    """Return where a rival's limit is thought to lie."""
    return max(likely, _told(state, rival) if trusts_bids else 0.0, 0.0)


def _told(state: State, rival: int) -> int:
    return state.bid if rival == state.leader else NO_BID


def _by_price(state: State, rival: int, centre: float, doubt: float) -> list[float]:
    """By price the chance that a rival goes no further. Who leads the auction goes at least as far as its bid."""
    told, limits = _told(state, rival), NormalDist(centre, doubt * centre + LEAST_SPREAD)
    ruled_out = min(limits.cdf(told), SURELY) if told > 0 else 0.0

    def goes_no_further(price: int) -> float:
        if price >= state.money[rival]:
            return 1.0
        return max(limits.cdf(price + 1) - ruled_out, 0.0) / (1 - ruled_out) if price >= told else 0.0

    return [goes_no_further(price) for price in range(max(state.money) + 1)]


def _without(chances: Sequence[float], one: int) -> float:
    return prod(chances[:one]) * prod(chances[one + 1 :])
