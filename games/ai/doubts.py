"""How far a rival may go for the lot at hand: by price the chance that it is the rival's limit.

Either it bids as it did so far, or it thinks ahead as a producer does; the log says which is likelier. What
it has bid already cuts off whatever lies below, and its purse whatever lies above.
"""

from collections.abc import Iterable, Mapping
from statistics import NormalDist
from typing import Final

from games.ai.auction_search import Doubt
from games.ai.bidding import Chances, best_stop, reach_of_rivals
from games.ai.lot_search import LotTable
from games.ai.rivals import MANNERS, RivalPicture
from games.ai.searcher import CLEARLY_CHEAP, CLEARLY_DEAR, producer
from games.engine import State
from games.engine.state import NO_BID

# Who thinks ahead strays so far from what a copy of it says.
STRAY, STRAY_PART = 0.7, 0.08
# A copy that stops at a whole price might as well stop a little below the next one.
BETWEEN_COINS: Final = 0.6
# A manner less likely than this is not thought about.
UNLIKELY: Final = 0.004


def doubt_of(state: State, rival: int, limits: Mapping[int, float], table: LotTable, picture: RivalPicture) -> Doubt:
    """By price the chance that it is the limit of a rival who is still in the auction."""
    shares = [(weight, manner.limits(limits[rival])) for weight, manner in zip(picture.manners, MANNERS, strict=True)]
    thought = as_a_producer(state, rival, limits, table)
    shares.append((picture.thinks, NormalDist(thought + BETWEEN_COINS, STRAY + STRAY_PART * max(thought, 0.0))))
    return cut_off(shares, max(state.bids[rival], 0), state.money[rival])


def as_a_producer(state: State, rival: int, limits: Mapping[int, float], table: LotTable) -> float:
    """Return how far the rival would go if it thought as a producer does, once it has been outbid by one."""
    asked, own = state.copy(), limits[rival]
    asked.turn, asked.leader, asked.bid = rival, state.turn, state.bid + 1
    if asked.bid + 1 > max(limits.values()) * CLEARLY_DEAR:
        return own
    chances = Chances(table[rival][rival], table[state.turn][rival])
    stop = best_stop(chances, reach_of_rivals(asked, limits, producer.doubt), asked.bid, state.money[rival])
    return max(state.bid if stop == NO_BID else stop, own * CLEARLY_CHEAP)


def cut_off(shares: Iterable[tuple[float, NormalDist]], told: int, purse: int) -> list[float]:
    """Return the chance of each whole limit, from what was bid up to the purse; nobody stops between two coins."""
    likely = [(weight, limits) for weight, limits in shares if weight > UNLIKELY]
    chances = [0.0] * (purse + 1)
    below = [sum(weight * limits.cdf(price) for weight, limits in likely) for price in range(told, purse + 1)]
    if not told:
        below[0] = 0.0  # whoever wants nothing stops at nothing
    everything = sum(weight for weight, _ in likely) - below[0]
    if everything < 1e-6:  # it has gone further than anybody would have thought, so surely no further
        chances[told] = 1.0
        return chances
    for price in range(told, purse):
        chances[price] = (below[price + 1 - told] - below[price - told]) / everything
    chances[purse] = max(1 - sum(chances[:purse]), 0.0)
    return chances
