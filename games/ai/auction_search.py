"""An auction between two thought through: every bid one could make now, and whenever one is asked again.

The rival's limit is not known, only how likely each is. It raises by one as most do, and what comes of it is weighed by
the chance to win the match with that winner and that price.
"""

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from games.ai.bidding import Chances
from games.engine.moves import PASS

# By price the chance that it is the rival's limit.
Doubt = Sequence[float]


class BidPlan(NamedTuple):
    """A bid, or PASS, and the chance to win the match that comes of it."""

    answer: int
    chance: float


def plans(bid: int, purse: int, doubt: Doubt, chances: Chances) -> list[BidPlan]:
    """Return what comes of every answer to a bid, passing first; bids that the rival could not match are left out.

    Whatever is answered, the best answer is given whenever one is asked again: by going on the rival has told that its
    limit is higher. Chances are weighed by how likely it is to come to them.
    """
    likely = [sum(doubt[price:]) for price in range(len(doubt) + 2)]  # that the limit is this or higher

    def passing(bid: int) -> float:
        return likely[max(bid, 0)] * chances.losing[max(bid, 0)]

    def bidding(bid: int, own: int) -> float:
        is_over = likely[max(bid, 0)] - likely[min(own + 1, len(doubt))]
        return is_over * chances.having[own] + (asked(own + 1) if own + 1 < len(doubt) else 0.0)

    def bids(bid: int) -> range:
        return range(bid + 1, min(max(len(doubt) - 1, bid + 1), purse) + 1)

    @cache
    def asked(bid: int) -> float:
        return max([passing(bid), *(bidding(bid, own) for own in bids(bid))])

    return [BidPlan(PASS, passing(bid)), *(BidPlan(own, bidding(bid, own)) for own in bids(bid))]
