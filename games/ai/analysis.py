"""A match looked at afterwards: everybody's chance at every location, what lots were worth, what decisions cost.

Worth and chances come from one source, the forecast: a lot is worth the most that can be paid for it without a smaller
chance to win than if the other has it at that price.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import pairwise
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.choices import lot_gains
from games.ai.forecast import NOISE, Forecast, corrected, correction_of, forecast, public
from games.ai.hindsight import CostlyDecision, decisions_worth_a_look, judge
from games.ai.ladder import director
from games.ai.rollout import place_hand, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, scores
from games.engine.state import AUCTION, NO_BID, OVER, PARTY

PAIRS: Final = 12
AT_ONCE: Final = 6
PASSED, OVERPAID, JUMPED, TOOK, PLACED, DISCARDED = "passed", "overpaid", "jumped", "took", "placed", "discarded"


class Chance(NamedTuple):
    """Everybody's prospects when a location was reached, after so many moves."""

    number: int
    quarter: int
    location: int
    win: tuple[float, ...]
    place: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """A decision that cost its seat something beyond the noise: where, what was done, at which price, and the rest."""

    quarter: int
    location: int
    kind: str
    price: int  # nothing outside of auctions
    worth: int
    verdict: CostlyDecision

    @property
    def seat(self) -> int:
        return self.verdict.seat


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
    """Where a seat's result came from, in chances to win: with an even chance the parts add up to the result."""

    decisions: float
    rivals: float
    luck: float  # what was dealt and drawn, and what is too small to be told from it
    result: float


Finding = Chance | LotWorth | Mistake


class _Comparison(NamedTuple):
    """Having a lot and leaving it to another, by price and pair by pair."""

    having: list[list[float]]
    losing: list[list[float]]

    def gain(self, price: int) -> float:
        """Return by how much having it at a price beats its going to the other for the same."""
        return fmean(self.having[price]) - fmean(self.losing[price])

    def worth(self, purse: int) -> int:
        """Return the most that can be paid without regret; nobody pays more than they have."""
        fine = [price for price in range(purse + 1) if self.gain(price) >= 0]
        return max(fine, default=0)


def analyse(states: Sequence[State], entries: Sequence[list[Any] | None], seed: str) -> Iterator[Finding]:
    """Yield what is found, location by location, of a match: its states, and the entries that led from one to the next.

    An entry that was taken back, or takes back, is None.
    """
    dice, states = Random(seed), _in_force(states, entries)
    arrivals = [*_arrivals(states), len(states) - 1]
    for number, after in pairwise(arrivals):
        state = states[number]
        yield Chance(number, state.quarter, state.location, *_rounded(forecast(state, dice)))
        worth_to = _worth_of_lot(states, number, dice)
        if state.phase == AUCTION:
            yield from _look_at_lot(states, number, worth_to)
        for question in decisions_worth_a_look(states, entries, range(number, after)):
            verdict = judge(states, question, dice)
            if verdict and (mistake := _explain(states, number, verdict, worth_to)):
                yield mistake
    if states[-1].phase == OVER:
        last = states[-1]
        yield Chance(len(states) - 1, last.quarter, last.location, *forecast(last, dice))


def at_first_glance(state: State, seed: str) -> Chance:
    """Return about how all stand after the deal, by a few matches in thought: as long as somebody can wait for it."""
    return Chance(0, state.quarter, state.location, *_rounded(forecast(state, Random(seed), rollouts=AT_ONCE)))


def balance(chances: Sequence[Chance], mistakes: Sequence[Mistake]) -> list[Balance]:
    """Return for each seat what its own decisions and its rivals' did to its chance, and what was luck."""
    return [_balance(seat, chances, mistakes) for seat in range(len(chances[0].win))]


def plain(found: Finding) -> dict[str, Any]:
    """Return a finding as JSON has it."""
    if isinstance(found, Chance):
        return found._asdict()
    told = asdict(found)
    return told | told.pop("verdict", {})


def _in_force(states: Sequence[State], entries: Sequence[list[Any] | None]) -> list[State]:
    """Return the states as if nothing had been taken back: meanwhile the table stood where it stood before."""
    kept = [states[0]]
    for state, entry in zip(states[1:], entries, strict=True):
        kept.append(kept[-1] if entry is None else state)
    return kept


def _arrivals(states: Sequence[State]) -> Iterator[int]:
    """Yield after how many moves each location was reached."""
    before = None
    for number, state in enumerate(states):
        here = (state.quarter, state.location)
        if state.phase in (AUCTION, PARTY) and here != before:
            before = here
            yield number


def _look_at_lot(states: Sequence[State], number: int, worth_to: Callable[[int], int]) -> Iterator[LotWorth]:
    """Look at an auction from its opening to its sale."""
    opening, sale = states[number], _sale(states, number)
    if sale is None:
        return
    sold_at, winner, price = sale
    rival = _last_rival(states, number, sold_at, winner)
    worth, rival_worth = worth_to(winner), worth_to(rival)
    driven = rival_worth < price - 1
    yield LotWorth(sold_at, opening.quarter, opening.location, winner, price, worth, rival, rival_worth, driven)


def _worth_of_lot(states: Sequence[State], number: int, dice: Random) -> Callable[[int], int]:
    """Return what tells the worth of a lot to a seat: against its last rival to the winner, against that to others."""
    opening, sale = states[number], _sale(states, number)

    @cache
    def worth_to(seat: int) -> int:
        assert sale is not None, "of a lot that was sold"
        sold_at, winner, price = sale
        other = _last_rival(states, number, sold_at, winner) if seat == winner else winner
        return _compare(opening, seat, other, price, dice).worth(opening.money[seat])

    return worth_to


def _explain(
    states: Sequence[State], number: int, verdict: CostlyDecision, worth_to: Callable[[int], int]
) -> Mistake | None:
    """Say what was wrong; None where chances and worth would contradict each other: then the noise is too loud."""
    before, best = states[verdict.number - 1], verdict.answers[0].entry
    played = next(answer.entry for answer in verdict.answers if answer.is_played)
    where = (before.quarter, before.location)
    if before.phase != AUCTION:
        kind = {"take": TOOK, "discard": DISCARDED}.get(played[1], PLACED)
        return Mistake(*where, kind, 0, 0, verdict)
    sale = _sale(states, number)
    if sale is None:
        return None
    worth = worth_to(verdict.seat)
    if played[1] == "pass":
        return Mistake(*where, PASSED, max(before.bid, 0), worth, verdict) if worth > before.bid else None
    if best[1] == "bid":
        return Mistake(*where, JUMPED, played[2], worth, verdict)
    is_too_dear = sale[1:] == (verdict.seat, played[2]) and worth < played[2]
    return Mistake(*where, OVERPAID, played[2], worth, verdict) if is_too_dear else None


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


def _last_rival(states: Sequence[State], number: int, sold_at: int, winner: int) -> int:
    """Return who gave way last; where nobody bid against it, whom it would suit most."""
    for later in range(sold_at - 1, number - 1, -1):
        seat = states[later].turn
        if seat != winner and states[later].bid != NO_BID:
            return seat
    opening = states[number]
    gains = lot_gains(director.appraiser(opening), opening)
    return max((seat for seat in range(opening.setup.seats) if seat != winner), key=gains.__getitem__)


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


def _balance(seat: int, chances: Sequence[Chance], mistakes: Sequence[Mistake]) -> Balance:
    total = chances[-1].win[seat] - 1 / len(chances[0].win)
    own = sum(mistake.verdict.swing[seat] for mistake in mistakes if mistake.seat == seat)
    given = sum(mistake.verdict.swing[seat] for mistake in mistakes if mistake.seat != seat)
    return Balance(*(round(part, 3) for part in (own, given, total - own - given, total)))


def _rounded(found: Forecast) -> tuple[tuple[float, ...], tuple[float, ...]]:
    win, place = found
    return tuple(round(chance, 3) for chance in win), tuple(round(one, 2) for one in place)
