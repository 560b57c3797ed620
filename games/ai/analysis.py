"""A match looked at afterwards: everybody's chance at every location, what lots were worth, what decisions cost.

Worth and chances come from one source, the forecast: a lot is worth the most that can be paid for it without a smaller
chance to win than if the other has it at that price.
"""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.choices import lot_gains
from games.ai.forecast import NOISE, Forecast, corrected, correction_of, forecast, public
from games.ai.ladder import director
from games.ai.rollout import place_hand, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, scores
from games.engine.state import AUCTION, NO_BID, OVER, PARTY

PAIRS: Final = 12
# A decision is named if it cost more than this, and more than twice what the estimate may be wrong by.
LEAST_COST: Final = 0.02
SURE: Final = 2.0
PASSED, OVERPAID = "passed", "overpaid"


class Chance(NamedTuple):
    """Everybody's prospects when a location was reached, after so many moves."""

    number: int
    quarter: int
    location: int
    win: tuple[float, ...]
    place: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost its seat something beyond the noise: what was done, at which price, and what was better."""

    number: int
    seat: int
    kind: str
    price: int
    worth: int
    cost: float


@dataclass(frozen=True, slots=True)
class LotWorth:
    """A lot that was sold: its price, what it was worth to the winner and to the next, and who drove the price."""

    number: int
    quarter: int
    location: int
    winner: int
    price: int
    worth: int
    rival: int
    rival_worth: int
    driven_up: bool


class Balance(NamedTuple):
    """Where a seat's result came from, in chances to win; with an even chance the parts add up to the result."""

    deal: float
    decisions: float
    rivals: float
    luck: float
    result: float


class _Comparison(NamedTuple):
    """Having a lot and leaving it to another, by price and pair by pair."""

    having: list[list[float]]
    losing: list[list[float]]

    def gain(self, price: int, instead: int) -> tuple[float, float]:
        """Return by how much having it at a price beats its going to the other at another, and how sure that is."""
        gaps = [one - other for one, other in zip(self.having[price], self.losing[instead], strict=True)]
        return fmean(gaps), stdev(gaps) / len(gaps) ** 0.5

    def worth(self, purse: int) -> int:
        """Return the most that can be paid without regret; nobody pays more than they have."""
        fine = [price for price in range(purse + 1) if self.gain(price, price)[0] >= 0]
        return max(fine, default=0)


def analyse(states: Sequence[State], seed: str) -> Iterator[Chance | LotWorth | Mistake]:
    """Yield what is found, location by location, of a match whose states after each move these are."""
    dice = Random(seed)
    for number in _arrivals(states):
        state = states[number]
        yield Chance(number, state.quarter, state.location, *_rounded(forecast(state, dice)))
        if state.phase == AUCTION:
            yield from _look_at_lot(states, number, dice)
    if states[-1].phase == OVER:
        last = states[-1]
        yield Chance(len(states) - 1, last.quarter, last.location, *forecast(last, dice))


def balance(chances: Sequence[Chance], mistakes: Sequence[Mistake]) -> list[Balance]:
    """Return for each seat how good the deal was, what its own decisions and its rivals' did, and what luck was."""
    seats = len(chances[0].win)
    return [_balance(seat, seats, chances, mistakes) for seat in range(seats)]


def plain(found: Chance | LotWorth | Mistake) -> dict[str, Any]:
    """Return a finding as JSON has it."""
    return found._asdict() if isinstance(found, Chance) else asdict(found)


def _arrivals(states: Sequence[State]) -> Iterator[int]:
    """Yield after how many moves each location was reached."""
    before = None
    for number, state in enumerate(states):
        here = (state.quarter, state.location)
        if state.phase in (AUCTION, PARTY) and here != before:
            before = here
            yield number


def _look_at_lot(states: Sequence[State], number: int, dice: Random) -> Iterator[LotWorth | Mistake]:
    """Look at an auction from its opening to its sale."""
    opening, sale = states[number], _sale(states, number)
    if sale is None:
        return
    sold_at, winner, price = sale
    rival, passed_at = _last_rival(states, number, sold_at, winner)
    of_winner, of_rival = (_compare(opening, *pair, price, dice) for pair in ((winner, rival), (rival, winner)))
    worth, rival_worth = of_winner.worth(opening.money[winner]), of_rival.worth(opening.money[rival])
    driven = rival_worth < price - 1
    yield LotWorth(sold_at, opening.quarter, opening.location, winner, price, worth, rival, rival_worth, driven)
    lost, error = of_winner.gain(price, price)
    if worth < price and -lost > max(LEAST_COST, SURE * error):
        yield Mistake(sold_at, winner, OVERPAID, price, worth, round(-lost, 3))
    if price < opening.money[rival]:
        missed, error = of_rival.gain(price + 1, price)
        if rival_worth > price and missed > max(LEAST_COST, SURE * error):
            yield Mistake(passed_at, rival, PASSED, price, rival_worth, round(missed, 3))


def _sale(states: Sequence[State], number: int) -> tuple[int, int, int] | None:
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


def _last_rival(states: Sequence[State], number: int, sold_at: int, winner: int) -> tuple[int, int]:
    """Return who gave way last, and with which move; where nobody bid against it, whom it would suit most."""
    for later in range(sold_at - 1, number - 1, -1):
        seat = states[later].turn
        if seat != winner and states[later].bid != NO_BID:
            return seat, later + 1
    opening = states[number]
    gains = lot_gains(director.appraiser(opening), opening)
    rival = max((seat for seat in range(opening.setup.seats) if seat != winner), key=gains.__getitem__)
    return rival, sold_at


def _compare(opening: State, seat: int, rival: int, price: int, dice: Random) -> _Comparison:
    """Play on with the lot and without it, on the same draws, at a low, the real and the highest price."""
    seen = public(opening)
    snapshot = Snapshot(director.appraiser(seen), seen)
    draws = [(with_drawn_secrets(seen, dice), dice.random()) for _ in range(PAIRS)]

    def by_price(winner: int) -> list[list[float]]:
        tried = sorted({0, min(price, opening.money[winner]), opening.money[winner]})
        found = {paid: [_chance(draw, winner, paid, seat, snapshot) for draw in draws] for paid in tried}
        return [_between(found, paid) for paid in range(max(opening.money) + 1)]

    return _Comparison(by_price(seat), by_price(rival))


def _chance(draw: tuple[State, float], winner: int, paid: int, seat: int, snapshot: Snapshot) -> float:
    """Return a seat's chance once the lot has gone to a winner at a price, by one match played on in thought."""
    table, luck = draw[0].copy(), Random(draw[1])
    sell(table, winner, paid)
    place_hand(table, snapshot)
    play_on(table, [snapshot] * snapshot.seats, luck, NOISE)
    end = tuple(map(float, scores(table)))
    return corrected([end], correction_of(draw[0])).win[seat]


def _between(found: dict[int, list[float]], paid: int) -> list[float]:
    """Return the chances at a price between two that were tried; beyond the highest nobody can pay."""
    below = max(price for price in found if price <= paid)
    above = min((price for price in found if price >= paid), default=below)
    share = (paid - below) / (above - below) if above > below else 0.0
    return [low + share * (high - low) for low, high in zip(found[below], found[above], strict=True)]


def _balance(seat: int, seats: int, chances: Sequence[Chance], mistakes: Sequence[Mistake]) -> Balance:
    even, first, result = 1 / seats, chances[0].win[seat], chances[-1].win[seat]
    own = -sum(mistake.cost for mistake in mistakes if mistake.seat == seat)
    given = sum(mistake.cost for mistake in mistakes if mistake.seat != seat) / (seats - 1)
    deal, total = first - even, result - even
    parts = [round(part, 3) for part in (deal, own, given, total - deal - own - given, total)]
    return Balance(*parts)


def _rounded(found: Forecast) -> tuple[tuple[float, ...], tuple[float, ...]]:
    win, place = found
    return tuple(round(chance, 3) for chance in win), tuple(round(one, 2) for one in place)
