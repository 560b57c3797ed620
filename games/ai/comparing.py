"""Answers to one question compared: whether one is clearly the best, and people would hesitate nevertheless.

Every answer is played on from the same draws of what is hidden, so that luck is the same for all. By what a seat may
know alone: whoever compares is told no more than whoever was asked.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.ai.appraisal import Snapshot
from games.ai.brain import sight_of
from games.ai.choices import lot_gains
from games.ai.forecast import NOISE, Correction, corrected, correction_of, public
from games.ai.ladder import STYLES, assistant, director, trainee
from games.ai.rollout import place_hand, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, options, perform, scores
from games.engine.edition import Edition
from games.engine.moves import PASS
from games.engine.state import AUCTION, NOBODY, PARTY, PLACING

LOOKS: Final = (4, 12)  # pairs of a first look and a second one: most questions are close, and that is seen soon
PAIRS: Final = 80  # ... and of the one that counts, on draws of its own
WORTH_PAIRS: Final = 24
# The best answer leads every other by so much of a chance, and by so many standard errors.
LEAD: Final = 0.05
SURE: Final = 3.0
MOST_ANSWERS: Final = 4
JUMPS: Final = (2, 4, 7)  # by so many more than they must people overbid
# Of the brains that are asked so many may agree with the best answer: who knows it at once needs no problem.
AGREED: Final = 0.8
GUESSES: Final = 5  # of each brain that errs

Draw = tuple[State, float, Correction]


class AnswerChance(NamedTuple):
    """An answer as the rules have it, and the chance to win with it."""

    code: int
    chance: float


class PricedLot(NamedTuple):
    """What a lot is worth, in whole money, to the seat that is asked and to the rival who wants it most."""

    worth: int
    rival: int
    rival_worth: int


@dataclass(frozen=True, slots=True)
class ClearChoice:
    """A question with one clearly best answer, the answers in the order in which people read them."""

    seat: int
    answers: tuple[AnswerChance, ...]
    best: int
    lead: float
    lot: PricedLot | None = None


def find_clear_choice(state: State, dice: Random) -> ClearChoice | None:
    """Return what is asked here if one answer is clearly the best and not everybody sees it; None otherwise."""
    seen = public(state)
    codes = candidates(seen)
    if len(codes) < 2 or not divides(seen, codes, dice):
        return None
    for pairs in LOOKS:
        look = Comparing(seen, codes, dice, pairs)
        if look.is_close():
            return None
        codes = look.most_promising()
    found = Comparing(seen, _with_jumps(seen, codes), dice, PAIRS).clear_choice()
    if found is None or seen.phase != AUCTION:
        return found
    return _priced(seen, found, dice)


def candidates(seen: State) -> list[int]:
    """Return the answers that differ: in an auction whether to bid at all, elsewhere one of those that do the same."""
    codes = options(seen)
    if seen.phase == AUCTION:
        return codes[:2]
    if seen.phase == PLACING and len(seen.hand) != 1:  # in which order tiles are placed mostly makes no difference
        return []
    alike: dict[object, int] = {}
    for code in codes:
        alike.setdefault(_likeness(seen, code), code)
    return list(alike.values())


def divides(seen: State, codes: Sequence[int], dice: Random) -> bool:
    """Tell whether brains of all sorts are at odds about it, each by its own idea of what things are worth."""
    brains = [director, *STYLES.values(), *[assistant] * GUESSES, *[trainee] * GUESSES]
    legal, seat = options(seen), seen.turn
    told = [_likeness(seen, brain(legal, lambda: sight_of(seen, seat), dice).code) for brain in brains]
    known = {_likeness(seen, code) for code in codes}
    votes = [vote for vote in told if vote in known]
    return bool(votes) and max(map(votes.count, set(votes))) <= AGREED * len(brains)


class Comparing:
    """Some answers, each played on from the same draws."""

    def __init__(self, seen: State, codes: Sequence[int], dice: Random, pairs: int) -> None:
        """Play them all."""
        self.seen, self.codes = seen, list(codes)
        snapshot = Snapshot(director.appraiser(seen), seen)
        draws = _draws(seen, dice, pairs)
        self.chances = [
            [_chance(draw, seen.turn, snapshot, lambda table: perform(table, code)) for draw in draws]  # noqa: B023
            for code in codes
        ]
        self.means = [fmean(chances) for chances in self.chances]

    def lead(self, one: int, other: int) -> tuple[float, float]:
        """Return by how much an answer is better than another, and how far that may be wrong."""
        gaps = [here - there for here, there in zip(self.chances[one], self.chances[other], strict=True)]
        return fmean(gaps), stdev(gaps) / len(gaps) ** 0.5

    def is_clear(self, one: int, other: int) -> bool:
        """Tell whether an answer is better than another beyond the noise."""
        lead, error = self.lead(one, other)
        return lead >= max(LEAD, SURE * error)

    def is_close(self) -> bool:
        """Tell at a first look whether it is not worth another."""
        best, second = sorted(self.means)[:-3:-1]
        return best - second < LEAD

    def most_promising(self) -> list[int]:
        """Return the best few of many answers, in their order."""
        best = sorted(range(len(self.codes)), key=lambda index: -self.means[index])[:MOST_ANSWERS]
        return [self.codes[index] for index in sorted(best)]

    def clear_choice(self) -> ClearChoice | None:
        """Return the choice, if one answer beats all others; of bids those are left out that are nearly as good."""
        every = range(len(self.codes))
        best = max(every, key=self.means.__getitem__)
        lowest = 1  # of the bids, where this is an auction
        if self.seen.phase == AUCTION:
            if best > lowest and not self.is_clear(best, lowest):
                best = lowest
            if not self.is_clear(best, lowest if self.codes[best] == PASS else 0):
                return None
        worse = [index for index in every if index != best and self.is_clear(best, index)]
        if self.seen.phase != AUCTION and len(worse) < len(self.codes) - 1:
            return None
        shown = sorted([best, *worse[: MOST_ANSWERS - 1]])
        answers = tuple(AnswerChance(self.codes[index], round(self.means[index], 3)) for index in shown)
        lead = min(self.lead(best, index)[0] for index in worse)
        return ClearChoice(self.seen.turn, answers, shown.index(best), round(lead, 3))


def price_lot(seen: State, seat: int, dice: Random) -> PricedLot:
    """Return up to which price each of two seats had rather pay than see the other have the lot at that price."""
    rival = _rival(seen, seat)
    worth = _worth(seen, seat, rival, dice)
    return PricedLot(worth, rival, _worth(seen, rival, seat, dice))


def _with_jumps(seen: State, codes: Sequence[int]) -> list[int]:
    """Return the answers, in an auction with bids that are higher than they need be."""
    if seen.phase != AUCTION:
        return list(codes)
    legal = set(options(seen))
    return [*codes, *(codes[1] + jump for jump in JUMPS if codes[1] + jump in legal)]


def _priced(seen: State, found: ClearChoice, dice: Random) -> ClearChoice | None:
    """Add what the lot is worth; a choice that this does not explain is none that could be explained to people."""
    lot = price_lot(seen, found.seat, dice)
    answer = found.answers[found.best].code
    is_explained = lot.worth < options(seen)[1] if answer == PASS else lot.worth >= answer
    if not is_explained:
        return None
    return ClearChoice(found.seat, found.answers, found.best, found.lead, lot)


def _draws(seen: State, dice: Random, pairs: int) -> list[Draw]:
    tables = [with_drawn_secrets(seen, dice) for _ in range(pairs)]
    correction = correction_of(tables[0])  # what is hidden changes nothing of it
    return [(table, dice.random(), correction) for table in tables]


def _chance(draw: Draw, seat: int, snapshot: Snapshot, act: Callable[[State], object]) -> float:
    """Return a seat's chance after something was done, by one match played on in thought."""
    table, luck = draw[0].copy(), Random(draw[1])
    act(table)
    play_on(table, [snapshot] * snapshot.seats, luck, NOISE)
    return corrected([tuple(map(float, scores(table)))], draw[2]).win[seat]


def _worth(seen: State, seat: int, rival: int, dice: Random) -> int:
    """Return the highest price without regret: tried at none, half and all of the purse, and between them by rule."""
    snapshot, draws, purse = Snapshot(director.appraiser(seen), seen), _draws(seen, dice, WORTH_PAIRS), seen.money[seat]

    def gain(price: int) -> float:
        having = [_after_sale(draw, seat, price, seat, snapshot) for draw in draws]
        losing = [_after_sale(draw, rival, min(price, seen.money[rival]), seat, snapshot) for draw in draws]
        return fmean(having) - fmean(losing)

    tried = sorted({0, purse // 2, purse})
    gains = [gain(price) for price in tried]
    fine = [price for price in range(purse + 1) if _between(tried, gains, price) >= 0]
    return max(fine, default=0)


def _after_sale(draw: Draw, winner: int, price: int, seat: int, snapshot: Snapshot) -> float:
    def sold(table: State) -> None:
        sell(table, winner, price)
        place_hand(table, snapshot)

    return _chance(draw, seat, snapshot, sold)


def _between(tried: Sequence[int], gains: Sequence[float], price: int) -> float:
    """Return what is gained at a price between two that were tried."""
    above = next(index for index, one in enumerate(tried) if one >= price)
    below = max(above - 1, 0) if tried[above] != price else above
    if above == below:
        return gains[above]
    share = (price - tried[below]) / (tried[above] - tried[below])
    return gains[below] + share * (gains[above] - gains[below])


def _rival(seen: State, seat: int) -> int:
    """Return who leads, or else whom the lot would suit most of those still in."""
    if seen.leader not in (NOBODY, seat):
        return seen.leader
    gains = lot_gains(director.appraiser(seen), seen)
    others: Iterable[int] = [other for other in seen.queue if other != seat]
    return max(others, key=gains.__getitem__)


def _likeness(seen: State, code: int) -> object:
    """Return what makes an answer what it is: those that are alike in it come to the same."""
    edition = seen.edition
    if seen.phase == PARTY:
        return edition.tile_kind[code], edition.tile_stars[code]
    if seen.phase != PLACING or code < 0:
        return code
    tile, space = divmod(code, len(edition.space_kind))
    return (tile, edition.space_screenplay[space], edition.space_kind[space], *_covered(seen, edition, space))


def _covered(seen: State, edition: Edition, space: int) -> tuple[int, ...]:
    tile = seen.top[space]
    return () if tile < 0 else (edition.tile_kind[tile], edition.tile_stars[tile])
