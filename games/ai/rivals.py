"""How each rival bids, learned from the public log: how its limits so far compare with the valuation's.

A bid tells that a rival's limit is not below it, a pass that it is below the next price. A rival may be exactly a
director, or think ahead, or go some part as far, more or less steadily: what the log says of each of these is weighed
against how likely it was before anybody bid. Where there is no log, that is all there is.
"""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import prod
from random import Random
from statistics import NormalDist, fmean
from typing import Final, NamedTuple

from games.ai.appraisal import Appraiser
from games.ai.choices import limit, lot_gains
from games.ai.sampling import with_drawn_secrets
from games.engine import State, options, perform, start
from games.engine.moves import PASS
from games.engine.state import AUCTION, NO_BID

LOTS_REMEMBERED: Final = 4_096
# Whatever somebody is thought to be, they may do something else now and then.
LAPSES: Final = 0.03


class Manner(NamedTuple):
    """A way to bid: which part of the valuation's limit is one's own, and how far one strays from that."""

    part: float
    spread: float
    least_spread: float

    def limits(self, worth: float) -> NormalDist:
        """Return how far somebody of this manner may go for a lot that the valuation would buy at this price."""
        centre = self.part * max(worth, 0.0)
        return NormalDist(centre, self.spread * centre + self.least_spread)


# As the director bids, to a coin; and all others.
EXACTLY: Final = Manner(1.0, 0.0, 0.12)
PARTS: Final = {0.5: 0.08, 0.7: 0.14, 0.85: 0.18, 1.0: 0.2, 1.2: 0.18, 1.45: 0.14, 1.8: 0.08}
SPREADS: Final = (0.15, 0.35, 0.6)
MANNERS: Final = (EXACTLY, *(Manner(part, spread, 0.6) for part in PARTS for spread in SPREADS))
# Who thinks ahead has no part of its own: seen from the valuation it is about one of these, none of them steadily.
LIKE_THINKERS: Final = tuple(Manner(part, 0.35, 0.6) for part in (0.7, 0.85, 1.0, 1.2))
# How likely each is before anybody has bid.
A_DIRECTOR, A_THINKER, ANOTHER = 0.3, 0.56, 0.14
BEFOREHAND: Final = (A_DIRECTOR, *(ANOTHER * chance / len(SPREADS) for chance in PARTS.values() for _ in SPREADS))


class RivalPicture(NamedTuple):
    """What is thought of a rival: how likely each manner is, and how likely it is that it thinks ahead."""

    manners: tuple[float, ...]
    thinks: float


class BidEvidence(NamedTuple):
    """What one auction tells of a seat: the valuation's limit, the highest bid, and the price it refused, if it did."""

    seat: int
    worth: float
    bid: int
    refused: int | None

    def likelihood(self, manner: Manner) -> float:
        """Return how likely somebody of this manner would have bid like that."""
        limits = manner.limits(self.worth)
        below = 1.0 if self.refused is None else limits.cdf(self.refused)
        return LAPSES + (1 - LAPSES) * max(below - (limits.cdf(self.bid) if self.bid > 0 else 0.0), 0.0)


def picture_of(seat: int, evidence: Iterable[BidEvidence]) -> RivalPicture:
    """Return what is thought of a seat after all that was seen of it."""
    seen = [one for one in evidence if one.seat == seat]

    def likelihood(manner: Manner) -> float:
        return prod(one.likelihood(manner) for one in seen)

    manners = [before * likelihood(manner) for before, manner in zip(BEFOREHAND, MANNERS, strict=True)]
    thinks = A_THINKER * fmean(map(likelihood, LIKE_THINKERS))
    total = sum(manners) + thinks
    return RivalPicture(tuple(weight / total for weight in manners), thinks / total)


def read_log(appraiser: Appraiser, state: State, log: Sequence[int]) -> list[BidEvidence]:
    """Return what the auctions before this one tell of everybody; nothing where the log leads to another table."""
    # Whatever is still hidden may lie as it likes: nothing of it has been met so far.
    table = start(with_drawn_secrets(state, Random(0)).setup)
    found = list[BidEvidence]()
    opening, codes = table.copy(), list[int]()
    for code in log:
        if code not in options(table):
            return []
        is_bid = table.phase == AUCTION
        if is_bid and not codes:
            opening = table.copy()
        if is_bid:
            codes.append(code)
        perform(table, code)
        if codes and table.phase != AUCTION:
            found += _told_by(AuctionPast(appraiser, opening, tuple(codes)))
            codes = []
    return found if _is_same(table, state) else []


class AuctionPast:
    """An auction that is over: how it opened, and every bid and pass. Equal ones tell the same."""

    def __init__(self, appraiser: Appraiser, opening: State, codes: tuple[int, ...]) -> None:
        """Remember nothing that was still to come."""
        self.appraiser, self.opening, self.codes = appraiser, opening, codes
        setup, drawn = opening.setup, opening.drawn
        self.key = (
            (setup.edition.id, setup.studios, opening.quarter, opening.location, opening.popcorn, opening.lot()),
            (tuple(opening.money), tuple(opening.top), tuple(opening.movies), setup.deal.screenplays[: drawn + 1]),
            (tuple(map(tuple, opening.screenplays)), codes),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, AuctionPast) and self.key == other.key


@lru_cache(maxsize=LOTS_REMEMBERED)
def _told_by(past: AuctionPast) -> tuple[BidEvidence, ...]:
    """Return what an auction tells of every seat that was free to decide."""
    table, appraiser = past.opening.copy(), past.appraiser
    gains, told = lot_gains(appraiser, table), dict[int, BidEvidence]()
    for code in past.codes:
        seat, bid = table.turn, table.bid
        if table.money[seat] > bid:  # who cannot outbid says nothing by passing
            worth = limit(appraiser, table, seat, gains, table.queue)
            before = told[seat].bid if seat in told else NO_BID
            told[seat] = BidEvidence(seat, worth, before if code == PASS else code, bid + 1 if code == PASS else None)
        perform(table, code)
    return tuple(told.values())


def _is_same(table: State, state: State) -> bool:
    """Tell whether a replayed log has come to the table that is seen."""
    return all(
        getattr(table, name) == getattr(state, name) for name in ("quarter", "location", "phase", "turn", "bid", "top")
    )


def forget_auctions() -> None:
    """Forget what was read; it reads the same again."""
    _told_by.cache_clear()
