"""A match looked at afterwards: everybody's chance at every location, what lots were worth, what decisions cost.

Worth and chances come from one source, the forecast of the location at which they are asked for: a lot is worth the
most that can be paid for it without a smaller chance to win than if the other has it at that price.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise
from random import Random
from typing import Any, Final, NamedTuple

from games.ai.forecast import Forecast, forecast, look_ahead
from games.ai.hindsight import CostlyDecision, decisions_worth_a_look, judge
from games.ai.lot_worth import LotComparison, LotWorth, comparison_of_lot, look_at_lot, sale_of
from games.engine import State
from games.engine.state import AUCTION, OVER, PARTY

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


class Balance(NamedTuple):
    """Where a seat's result came from, in chances to win: with an even chance the parts add up to the result."""

    decisions: float
    rivals: float
    luck: float  # what was dealt and drawn, and what is too small to be told from it
    result: float


Finding = Chance | LotWorth | Mistake


def analyse(states: Sequence[State], entries: Sequence[list[Any] | None], seed: str) -> Iterator[Finding]:
    """Yield what is found, location by location, of a match: its states, and the entries that led from one to the next.

    An entry that was taken back, or takes back, is None.
    """
    dice, states = Random(seed), _in_force(states, entries)
    arrivals = [*_arrivals(states), len(states) - 1]
    for number, after in pairwise(arrivals):
        state = states[number]
        chances, by = look_ahead(state, dice)
        yield Chance(number, state.quarter, state.location, *_rounded(chances))
        compare = comparison_of_lot(states, number, by, dice)
        if state.phase == AUCTION:
            yield from look_at_lot(states, number, compare)
        for question in decisions_worth_a_look(states, entries, range(number, after)):
            verdict = judge(states, question, by, dice)
            if verdict and (mistake := _explain(states, number, verdict, compare)):
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


def _explain(
    states: Sequence[State], number: int, verdict: CostlyDecision, compare: Callable[[int], LotComparison]
) -> Mistake | None:
    """Say what was wrong; None where chances and worth would contradict each other: then the noise is too loud."""
    before, best = states[verdict.number - 1], verdict.answers[0].entry
    played = next(answer.entry for answer in verdict.answers if answer.is_played)
    where = (before.quarter, before.location)
    if before.phase != AUCTION:
        kind = {"take": TOOK, "discard": DISCARDED}.get(played[1], PLACED)
        return Mistake(*where, kind, 0, 0, verdict)
    sale = sale_of(states, number)
    if sale is None:
        return None
    worth = compare(verdict.seat).worth(states[number].money[verdict.seat])
    if played[1] == "pass":
        return Mistake(*where, PASSED, max(before.bid, 0), worth, verdict) if worth >= best[2] else None
    if best[1] == "bid":
        return Mistake(*where, JUMPED, played[2], worth, verdict)
    is_too_dear = sale[1:] == (verdict.seat, played[2]) and worth < played[2]
    return Mistake(*where, OVERPAID, played[2], worth, verdict) if is_too_dear else None


def _balance(seat: int, chances: Sequence[Chance], mistakes: Sequence[Mistake]) -> Balance:
    total = chances[-1].win[seat] - 1 / len(chances[0].win)
    own = sum(mistake.verdict.swing[seat] for mistake in mistakes if mistake.seat == seat)
    given = sum(mistake.verdict.swing[seat] for mistake in mistakes if mistake.seat != seat)
    return Balance(*(round(part, 3) for part in (own, given, total - own - given, total)))


def _rounded(found: Forecast) -> tuple[tuple[float, ...], tuple[float, ...]]:
    win, place = found
    return tuple(round(chance, 3) for chance in win), tuple(round(one, 2) for one in place)
