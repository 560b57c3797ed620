"""How an auction ends where every limit is known: the printed one, with the least raises from the first seat on."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from games.engine.state import NO_BID


class Sold(NamedTuple):
    """Who wins a lot and at which price."""

    seat: int
    price: int


def resolve(limits: Mapping[int, int], purses: Mapping[int, int], order: Sequence[int], bid: int = NO_BID) -> Sold:
    """Return who wins: seats act in this order, raise by as little as they can, and pass beyond limit or purse.

    NO_BID as a limit is a pass. Where there is a bid already, its leader is the last in the order.
    """
    queue = list(order)
    while len(queue) > 1:
        seat = queue.pop(0)
        if bid < min(limits[seat], purses[seat]):
            bid += 1
            queue.append(seat)
    return Sold(queue[0], max(bid, 0))
