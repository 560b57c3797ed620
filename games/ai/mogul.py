"""The mogul: learns how each rival bids, thinks every auction through, and keeps to itself what it threw."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from hashlib import blake2b
from math import inf
from random import Random
from typing import Final

from games.ai import searcher
from games.ai.appraisal import Appraiser
from games.ai.auction_search import Doubt, plans
from games.ai.bidding import Chances
from games.ai.brain import Look, Sight, Thought
from games.ai.choices import limit, lot_gains, place_answer, take_scores
from games.ai.doubts import doubt_of
from games.ai.evaluation import Judge
from games.ai.ladder import director
from games.ai.lot_search import Depth, LotTable, best_answer, lot_table
from games.ai.reasons import why_bid, why_place, why_take
from games.ai.rivals import forget_auctions, picture_of, read_log
from games.ai.searcher import (
    CLEARLY_DEAR,
    THOUGHTS_REMEMBERED,
    Searcher,
    SearchQuestion,
    before_bids,
    learned,
    producer,
)
from games.engine import State, perform
from games.engine.kinds import GUEST_STAR
from games.engine.moves import PASS
from games.engine.state import AUCTION, NO_TILE, PARTY

DUEL: Final = 2
# How many times as many draws are thought of, by quarter. 28 of them tell a price to a coin in the first half, and to
# two or three coins in the second, when rollouts go to the end.
LATER: Final = (1.0, 1.0, 1.5, 2.0)
# At most so many answers are compared: those that the valuation likes best.
MOST_ANSWERS: Final = 6
# Where chances differ by less it does not matter what one does, and nobody should be able to tell.
NEARLY_EQUAL: Final = 0.001


@dataclass(frozen=True)
class Mogul:
    """A brain: between two it thinks whole auctions through, by what it learned of its rival; in a crowd it drives.

    Where three and more bid, limits learned from the log are known too roughly to build on: it wins twice as often by
    going as far as the valuation says that the others will.
    """

    bids: Depth
    choices: Depth
    crowd: Searcher
    judge: Callable[[State], Judge] = field(default=learned)

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Answer from what is known of the table and of those who sit at it."""
        sight = look()
        state = sight.view.state
        state.money = list(sight.purses)
        appraiser = director.appraiser(state)
        if state.phase == AUCTION and state.setup.seats > DUEL:
            return self.crowd.bid(appraiser, state, options, sight.whim)
        if state.phase == AUCTION:
            return self._duel(appraiser, state, options, sight)
        if len(options) == 1:
            return director(options, lambda: sight, dice)
        if state.phase == PARTY:
            return self._take(appraiser, state, sight.whim)
        return self._place(appraiser, state, options, sight.whim)

    def _duel(self, appraiser: Appraiser, state: State, options: list[int], sight: Sight) -> Thought:
        gains = lot_gains(appraiser, state)
        limits = {one: limit(appraiser, state, one, gains, state.queue) for one in state.queue}
        answer, highest = PASS, int(limits[state.turn])
        if len(options) > 1 and options[1] <= max(limits.values()) * CLEARLY_DEAR:
            answer, highest = self._think(appraiser, state, limits, sight)
        haul = appraiser.haul(state, state.turn, state.lot())
        return Thought(answer, why_bid(state, haul.worth, highest, haul))

    def _think(self, appraiser: Appraiser, state: State, limits: Mapping[int, float], sight: Sight) -> tuple[int, int]:
        """Return the best answer in this auction, or one that is nearly as good, and what the lot is worth at most."""
        seat, purse, rival = state.turn, state.money[state.turn], 1 - state.turn
        question = SearchQuestion(appraiser, before_bids(state), (seat, rival), sight.whim)
        table = _table(question, self.judge(state), self._depth(state))
        chances = Chances(table[seat][seat], table[rival][seat])
        found = plans(state.bid, purse, self.doubt(appraiser, state, limits, table, sight), chances)
        best = max(plan.chance for plan in found)
        nearly = [plan.answer for plan in found if plan.chance >= best - NEARLY_EQUAL]
        return _dice(state, sight.whim).choice(nearly), min(chances.fair_price(), purse)

    def _depth(self, state: State) -> Depth:
        """Think of more draws later, when ends differ more than guesses do."""
        return replace(self.bids, pairs=round(self.bids.pairs * LATER[state.quarter - 1]))

    def doubt(
        self, appraiser: Appraiser, state: State, limits: Mapping[int, float], table: LotTable, sight: Sight
    ) -> Doubt:
        """Return how far the rival may go, by the log and by what it would think."""
        rival = 1 - state.turn
        return doubt_of(state, rival, limits, table, picture_of(rival, read_log(appraiser, state, sight.log)))

    def _take(self, appraiser: Appraiser, state: State, whim: str) -> Thought:
        scores = take_scores(appraiser, state)
        return Thought(self._best(appraiser, state, scores, whim), why_take(state, scores))

    def _place(self, appraiser: Appraiser, state: State, options: list[int], whim: str) -> Thought:
        haul = appraiser.haul(state, state.turn, state.hand)
        first = place_answer(state, *haul.places[0])
        ways = appraiser.ways(state, state.turn, state.hand)
        scores = {place_answer(state, tile, space): gain for tile, space, gain in ways}
        if not scores:
            scores = _harmless(appraiser, state, options) or {first: 0.0}
        if first in scores:
            scores[first] = inf
        return Thought(self._best(appraiser, state, scores, whim), why_place(state, haul))

    def _best(self, appraiser: Appraiser, state: State, scores: dict[int, float], whim: str) -> int:
        """Of the answers that the valuation likes, the one that wins most often in thought."""
        likely = tuple(sorted(scores, key=lambda answer: -scores[answer])[:MOST_ANSWERS])
        if len(likely) == 1:
            return likely[0]
        return _answer(SearchQuestion(appraiser, state, likely, whim), self.judge(state), self.choices)


def _harmless(appraiser: Appraiser, state: State, options: list[int]) -> dict[int, float]:
    """Return where a tile can go that the valuation would discard: an empty space of its kind takes as much afterwards.

    Not the last one of a screenplay, which would finish a movie that may still become better.
    """
    edition, found = state.edition, {}
    for code in options:
        tile, space = divmod(code, len(edition.space_kind))
        if code < 0 or state.top[space] != NO_TILE or edition.space_kind[space] == GUEST_STAR:
            continue
        if edition.space_kind[space] == edition.tile_kind[tile] and state.missing[edition.space_screenplay[space]] > 1:
            table = state.copy()
            perform(table, code)
            found[code] = appraiser.worth(table, state.turn)
    return found


def _dice(state: State, whim: str) -> Random:
    """Chance for one bid: the same whenever it is asked for, and nobody's but the seat's own."""
    key = (whim, state.setup.deal, state.quarter, state.location, state.bid, tuple(state.queue), tuple(state.money))
    return Random(blake2b(repr(key).encode(), digest_size=8).digest())


@lru_cache(maxsize=THOUGHTS_REMEMBERED)
def _table(question: SearchQuestion, judge: Judge, depth: Depth) -> LotTable:
    return lot_table(question.appraiser, judge, question.state, question.details, depth, question.dice())


@lru_cache(maxsize=THOUGHTS_REMEMBERED)
def _answer(question: SearchQuestion, judge: Judge, depth: Depth) -> int:
    return best_answer(question.appraiser, judge, question.state, question.details, depth, question.dice())


def forget() -> None:
    """Forget every thought; the next ones take longer and come out the same."""
    _table.cache_clear()
    _answer.cache_clear()
    forget_auctions()
    searcher.forget()


mogul = Mogul(
    bids=Depth(pairs=28, locations=6, plays_out_from=3),
    # In the first half of the year a tile on the wrong space costs two chances in a hundred, and a third of these
    # draws, looking half as far, finds the right one hardly more often than the valuation does.
    choices=Depth(pairs=96, locations=6, plays_out_from=3),
    crowd=replace(producer, trusts_bids=False),
)
