"""What a lot was worth to whoever bought it and to whoever gave way, by the forecast of its location."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.choices import lot_gains
from games.ai.forecast import NOISE, Reading, Scores, odds, public
from games.ai.ladder import director
from games.ai.rollout import place_hand, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, scores
from games.engine.state import NO_BID

PAIRS: Final = 12
# A point of lead counts so much of a chance beside it: where nothing is left to win or lose, points tell what is good.
BY_POINTS: Final = 0.003
# A price is called anything but fair if what it gained or lost is more than so many standard errors.
BEYOND_NOISE: Final = 2.0


@dataclass(frozen=True, slots=True)
class LotWorth:
    """A lot that was sold: its price, what it was worth to the winner and to the next, and who drove the price.

    Whether the price was good or bad for the winner beyond the noise is told besides (`is_sure`).
    """

    number: int
    quarter: int
    location: int
    winner: int
    price: int
    worth: int
    rival: int
    rival_worth: int
    driven_up: bool
    is_sure: bool


class LotComparison(NamedTuple):
    """Having a lot and leaving it to another, by price and pair by pair."""

    having: list[list[float]]
    losing: list[list[float]]

    def gain(self, price: int) -> float:
        """Return by how much having it at a price beats its going to the other for the same."""
        return fmean(self.having[price]) - fmean(self.losing[price])

    def is_sure(self, price: int) -> bool:
        """Tell whether that is more than chance explains."""
        gaps = [have - lose for have, lose in zip(self.having[price], self.losing[price], strict=True)]
        return abs(fmean(gaps)) > BEYOND_NOISE * stdev(gaps) / len(gaps) ** 0.5

    def worth(self, purse: int) -> int:
        """Return the most that can be paid without regret; nobody pays more than they have.

        A dear price that chance alone makes look fine counts as one fine price, and not for all below it.
        """
        return max(sum(self.gain(price) >= 0 for price in range(purse + 1)) - 1, 0)


def look_at_lot(states: Sequence[State], number: int, compare: Callable[[int], LotComparison]) -> Iterator[LotWorth]:
    """Look at an auction from its opening to its sale."""
    opening, sale = states[number], sale_of(states, number)
    if sale is None:
        return
    sold_at, winner, price = sale
    rival = _last_rival(states, number, sold_at, winner)
    theirs, bid = compare(rival), price - 1
    rival_worth = theirs.worth(opening.money[rival])
    yield LotWorth(
        number=sold_at,
        quarter=opening.quarter,
        location=opening.location,
        winner=winner,
        price=price,
        worth=compare(winner).worth(opening.money[winner]),
        rival=rival,
        rival_worth=rival_worth,
        driven_up=rival_worth < bid and theirs.is_sure(bid),
        is_sure=compare(winner).is_sure(price),
    )


def comparison_of_lot(
    states: Sequence[State], number: int, by: Reading, dice: Random
) -> Callable[[int], LotComparison]:
    """Return what compares for a seat: with its last rival for the winner, with that for others."""
    opening, sale = states[number], sale_of(states, number)

    @cache
    def compare(seat: int) -> LotComparison:
        assert sale is not None, "of a lot that was sold"
        sold_at, winner, price = sale
        other = _last_rival(states, number, sold_at, winner) if seat == winner else winner
        return _compare(opening, (seat, other), price, by, dice)

    return compare


def sale_of(states: Sequence[State], number: int) -> tuple[int, int, int] | None:
    """Return after which move the lot was sold, to whom and for how much; None where the match stops before that."""
    opening = states[number]
    for later in range(number + 1, len(states)):
        state = states[later]
        if state.quarter != opening.quarter:
            return None
        if len(state.sales) > len(opening.sales):
            sale = state.sales[len(opening.sales)]
            return later, sale.seat, sale.price
    return None


def _last_rival(states: Sequence[State], number: int, sold_at: int, winner: int) -> int:
    """Return who gave way last; where nobody bid against it, whom it would suit most."""
    for later in range(sold_at - 1, number - 1, -1):
        seat = states[later].turn
        if seat != winner and states[later].bid != NO_BID:
            return seat
    opening = states[number]
    gains = lot_gains(director.appraiser(opening), opening)
    return max((seat for seat in range(opening.setup.seats) if seat != winner), key=gains.__getitem__)


def _compare(opening: State, pair: tuple[int, int], price: int, by: Reading, dice: Random) -> LotComparison:
    """Play on with the lot and without it, on the same draws, at a low, the real and the highest price."""
    seen, (seat, rival) = public(opening), pair
    snapshot = Snapshot(director.appraiser(seen), seen)
    draws = [(with_drawn_secrets(seen, dice), dice.random()) for _ in range(PAIRS)]

    def by_price(winner: int) -> list[list[float]]:
        tried = sorted({0, min(price, opening.money[winner]), opening.money[winner]})
        ends = {paid: [_end_after(draw, winner, paid, snapshot) for draw in draws] for paid in tried}
        found = {paid: [_prospects(end, seat, by) for end in ends[paid]] for paid in tried}
        return [_between(found, paid) for paid in range(max(opening.money) + 1)]

    return LotComparison(by_price(seat), by_price(rival))


def _end_after(draw: tuple[State, float], winner: int, paid: int, snapshot: Snapshot) -> Scores:
    """Return the final scores of one match played on in thought once the lot has gone to a winner at a price."""
    table, luck = draw[0].copy(), Random(draw[1])
    sell(table, winner, paid)
    place_hand(table, snapshot)
    play_on(table, [snapshot] * snapshot.seats, luck, NOISE)
    return tuple(map(float, scores(table)))


def _prospects(end: Scores, seat: int, by: Reading) -> float:
    """Return a seat's chance by one end, and a little for its lead."""
    lead = end[seat] - max(score for other, score in enumerate(end) if other != seat)
    return odds(end, by)[seat] + BY_POINTS * lead


def _between(found: dict[int, list[float]], paid: int) -> list[float]:
    """Return the chances at a price between two that were tried; beyond the highest nobody can pay."""
    below = max(price for price in found if price <= paid)
    above = min((price for price in found if price >= paid), default=below)
    share = (paid - below) / (above - below) if above > below else 0.0
    return [low + share * (high - low) for low, high in zip(found[below], found[above], strict=True)]
