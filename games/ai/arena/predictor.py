"""A mogul that runs a copy of its rivals' brains, to measure what that brings: their whims are all it does not know."""

from collections.abc import Mapping
from random import Random

from games.ai.appraisal import Appraiser
from games.ai.auction_search import Doubt
from games.ai.brain import Sight, sight_of
from games.ai.lot_search import LotTable
from games.ai.mogul import Mogul, mogul
from games.engine import State, options, perform
from games.engine.moves import PASS


class Predictor(Mogul):
    """Takes for certain what a copy of its rival would do."""

    def doubt(
        self, appraiser: Appraiser, state: State, limits: Mapping[int, float], table: LotTable, sight: Sight
    ) -> Doubt:
        """Return one limit, beyond doubt."""
        return [0.0] * _limit_of_copy(state, 1 - state.turn, sight) + [1.0]


def _limit_of_copy(state: State, rival: int, sight: Sight) -> int:
    """Return the lowest bid that a copy of the rival lets stand; its purse where it goes on for ever."""
    purse = state.money[rival]
    for bid in range(state.bid + 1, min(purse, state.money[state.turn]) + 1):
        asked = state.copy()
        perform(asked, bid)
        seen = sight_of(asked, rival, (*sight.log, bid))
        if mogul(options(asked), lambda seen=seen: seen, Random(0)).code == PASS:  # type: ignore[misc]
            return bid
    return purse


predictor = Predictor(bids=mogul.bids, choices=mogul.choices, crowd=mogul.crowd)
