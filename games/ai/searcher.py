"""The producer, who settles the price of a lot by playing on in thought."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import blake2b
from random import Random
from typing import Final

from games.ai.appraisal import Appraiser
from games.ai.bidding import Chances, best_stop, reach_of_rivals
from games.ai.brain import Look, Thought
from games.ai.choices import limit, lot_gains
from games.ai.evaluation import Judge, PlainJudge
from games.ai.ladder import director
from games.ai.learned import load_value
from games.ai.lot_search import Depth, lot_chances
from games.ai.reasons import why_bid
from games.engine import State
from games.engine.moves import PASS
from games.engine.state import AUCTION, NO_BID, NOBODY

THOUGHTS_REMEMBERED: Final = 256
# Below the first part of its own limit and above the second of anybody's the answer is clear without thinking ahead.
CLEARLY_CHEAP, CLEARLY_DEAR = 0.5, 1.3


def learned(state: State) -> Judge:
    """Judge by what was learned, where it was, else by the valuation."""
    return load_value(state.edition.id, state.setup.seats) or PlainJudge()


@dataclass(frozen=True)
class Searcher:
    """A brain: the director's valuation, for bids corrected by rollouts."""

    bids: Depth
    # How far rivals may stray from the limits it gives them, as a part of each.
    doubt: float
    judge: Callable[[State], Judge] = field(default=learned)
    # Whether a bid that is higher than it thought makes it think higher of the bidder.
    trusts_bids: bool = True

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Think once about a lot and then bid up to the price it found."""
        sight = look()
        state = sight.view.state
        state.money = list(sight.purses)
        appraiser = director.appraiser(state)
        if state.phase == AUCTION:
            return self.bid(appraiser, state, options, sight.whim)
        return director(options, lambda: sight, dice)

    def bid(self, appraiser: Appraiser, state: State, options: list[int], whim: str) -> Thought:
        """Raise by one up to the price to which it pays to stay in, be it to have the lot or to drive others up."""
        seat, gains = state.turn, lot_gains(appraiser, state)
        limits = {one: limit(appraiser, state, one, gains, state.queue) for one in state.queue}
        stop = limits[seat]
        if len(options) > 1 and stop * CLEARLY_CHEAP <= options[1] <= max(limits.values()) * CLEARLY_DEAR:
            rival = max((one for one in state.queue if one != seat), key=gains.__getitem__)
            question = SearchQuestion(appraiser, before_bids(state), (rival,), whim)
            chances = _chances(question, self.judge(state), self.bids)
            reach = reach_of_rivals(state, limits, self.doubt, trusts_bids=self.trusts_bids)
            stop = best_stop(chances, reach, state.bid, state.money[seat])
        goes_on = len(options) > 1 and options[1] <= stop
        haul = appraiser.haul(state, seat, state.lot())
        return Thought(options[1] if goes_on else PASS, why_bid(state, haul.worth, stop, haul))


class SearchQuestion:
    """What is thought about. Two are equal where everything the seat knows is, so that one thought serves both."""

    def __init__(self, appraiser: Appraiser, state: State, details: tuple[int, ...], whim: str = "") -> None:
        """Take the table as the seat sees it, and what is asked; a whim of its own lets it think of other draws."""
        self.appraiser, self.state, self.details = appraiser, state, details
        setup = state.setup
        self.key = (
            (setup.edition.id, setup.studios, setup.deal, state.quarter, state.location, state.phase, state.turn),
            (state.popcorn, state.pot, tuple(state.money), tuple(state.queue), tuple(state.top), tuple(state.movies)),
            (tuple(map(tuple, state.screenplays)), tuple(state.offered), tuple(state.hand), tuple(state.awards)),
            details,
            *([whim] if whim else []),
        )

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, SearchQuestion) and self.key == other.key

    def dice(self) -> Random:
        """Chance for thinking about it: the same whenever it is thought about."""
        return Random(blake2b(repr(self.key).encode(), digest_size=8).digest())


def before_bids(state: State) -> State:
    """Return the auction as it was before anybody bid: a lot is thought about once, not once a bid."""
    table = state.copy()
    table.bid, table.leader, table.queue = NO_BID, NOBODY, list(range(state.setup.seats))
    return table


@lru_cache(maxsize=THOUGHTS_REMEMBERED)
def _chances(question: SearchQuestion, judge: Judge, depth: Depth) -> Chances:
    return lot_chances(question.appraiser, judge, question.state, question.details[0], depth, question.dice())


def forget() -> None:
    """Forget every thought; the next ones take longer and come out the same."""
    _chances.cache_clear()


producer = Searcher(bids=Depth(pairs=16, locations=3, plays_out_from=3), doubt=0.15)
