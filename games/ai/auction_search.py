"""A whole auction thought through: every bid one could make now, every price one could stop at, whoever wins then.

Nobody's limit is known. Many sets of limits are drawn, each auction is bid out by the rules, rivals raising by one as
they mostly do, and what comes of it is weighed by the chance to win the match with that winner and that price.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple

from games.engine.moves import PASS
from games.engine.state import State

# How many sets of limits are drawn; with a single rival all its limits are gone through instead.
SETS: Final = 48

# By seat the highest price it would pay.
Limits = Mapping[int, int]
# By seat and price the chance to win the match if that seat gets the lot at that price.
Worth = Mapping[int, Sequence[float]]
# By price the chance that it is the limit.
Doubt = Sequence[float]


class BidPlan(NamedTuple):
    """A bid, or PASS, the price to stop at afterwards, and the chance to win the match that comes of it."""

    answer: int
    stop: int
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


def plans(state: State, sets: Sequence[tuple[float, Limits]], worth: Worth) -> list[BidPlan]:
    """Return the best plan for every answer there is, passing first; bids that nobody could match are left out."""
    seat, purse = state.turn, state.money[state.turn]
    others = state.queue[1:]
    passing = sum(weight * _settled(others, state.bid, limits, worth) for weight, limits in sets)
    highest = max(max(limits.values()) for _, limits in sets)
    found = [BidPlan(PASS, PASS, passing)]
    for bid in range(state.bid + 1, min(max(highest, state.bid + 1), purse) + 1):
        by_stop = [0.0] * (purse + 1)
        for weight, limits in sets:
            _follow(others, seat, bid, limits, worth, weight, by_stop)
        stop = max(range(bid, purse + 1), key=by_stop.__getitem__)
        found.append(BidPlan(bid, stop, by_stop[stop]))
    return found


def _follow(
    others: Sequence[int], seat: int, bid: int, limits: Limits, worth: Worth, weight: float, by_stop: list[float]
) -> None:
    """Add what comes of a bid for each price one may stop at after it, raising by one until then."""
    own, purse, rivals = bid, len(by_stop) - 1, others
    while True:
        now, left = own, []
        for rival in rivals:
            if limits[rival] > now:
                now += 1
                left.append(rival)
        if not left:
            won = weight * worth[seat][own]
            for stop in range(own, purse + 1):
                by_stop[stop] += won
            return
        lost = weight * _settled(left, now, limits, worth)
        for stop in range(own, min(now, purse) + 1):
            by_stop[stop] += lost
        if now >= purse:
            return
        own, rivals = now + 1, left


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
