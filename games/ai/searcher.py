"""Brains that think ahead: producer and mogul settle the price of a lot by playing on in thought."""

from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Final

from games.ai.appraisal import Appraiser, appraiser_for
from games.ai.brain import Look, Thought
from games.ai.choices import lot_gains
from games.ai.ladder import director
from games.ai.lot_search import Depth, indifference_price
from games.ai.reasons import why_bid
from games.ai.weights import load_weights
from games.engine import State
from games.engine.moves import PASS
from games.engine.state import AUCTION, NOBODY

LOTS_REMEMBERED: Final = 256


@dataclass(frozen=True)
class Searcher:
    """A brain: the director's valuation, corrected by rollouts."""

    depth: Depth

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Thinks once about a lot and then bids up to the price it found; the rest as a director does."""
        sight = look()
        state = sight.view.state
        state.money = list(sight.purses)
        if state.phase != AUCTION:
            return director(options, lambda: sight, dice)
        return self._bid(state, options)

    def _bid(self, state: State, options: list[int]) -> Thought:
        appraiser = appraiser_for(state.edition, state.setup.seats, load_weights(state.edition.id, state.setup.seats))
        haul = appraiser.haul(state, state.turn, state.lot())
        if len(options) == 1:
            return Thought(PASS, why_bid(state, haul.worth, 0, haul))
        gains = lot_gains(appraiser, state)
        rival = max((seat for seat in state.queue if seat != state.turn), key=gains.__getitem__)
        most = _price(Lot(appraiser, state, rival), self.depth)
        return Thought(options[1] if options[1] <= most else PASS, why_bid(state, haul.worth, most, haul))


class Lot:
    """A lot as one seat sees it. Two are equal where everything the seat knows is, but for the bids so far."""

    def __init__(self, appraiser: Appraiser, state: State, rival: int) -> None:
        """The table before the first bid."""
        table = state.copy()
        table.bid, table.leader = -1, NOBODY
        table.queue = sorted(table.queue)
        self.appraiser, self.table, self.rival = appraiser, table, rival
        self.key = (
            table.edition.id,
            table.setup.studios,
            table.setup.deal,
            table.quarter,
            table.location,
            table.turn,
            rival,
            table.popcorn,
            tuple(table.money),
            table.pot,
            tuple(table.top),
            tuple(table.movies),
            tuple(map(tuple, table.screenplays)),
            len(table.awards),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Lot) and self.key == other.key

    def dice(self) -> Random:
        """Chance for thinking about this lot: the same whenever it is thought about."""
        return Random(blake2b(repr(self.key).encode(), digest_size=8).digest())


@lru_cache(maxsize=LOTS_REMEMBERED)
def _price(lot: Lot, depth: Depth) -> int:
    return indifference_price(lot.appraiser, lot.table, lot.rival, depth, lot.dice())
