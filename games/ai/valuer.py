"""Brains that answer straight from the valuation: trainee, assistant and director differ in how well they use it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from games.ai.appraisal import Appraiser, appraiser_for
from games.ai.brain import Look, Sight, Thought
from games.ai.choices import limit, lot_gains, place_answer, take_scores
from games.ai.reasons import why_bid, why_place, why_take
from games.ai.weights import load_weights, scaled
from games.engine import State
from games.engine.moves import PASS
from games.engine.state import AUCTION, PARTY

Memory = Callable[[Sight], list[int]]


def exactly(sight: Sight) -> list[int]:
    """Count every coin."""
    return list(sight.purses)


def roughly(sight: Sight) -> list[int]:
    """Know its own purse, and of the others only whether they are poor, middling or rich."""
    seat = sight.view.state.turn
    return [purse if owner == seat else (purse + 2) // 4 * 4 for owner, purse in enumerate(sight.purses)]


def only_its_own(sight: Sight) -> list[int]:
    """Believe that everybody has what it has itself."""
    return [sight.purses[sight.view.state.turn]] * len(sight.purses)


@dataclass(frozen=True)
class Valuer:
    """A brain: the tuned weights with a taste of its own, an error in its estimates, and a memory for purses."""

    taste: dict[str, float] = field(default_factory=dict)
    error: float = 0.0
    memory: Memory = exactly

    def __call__(self, options: list[int], look: Look, dice: Random) -> Thought:
        """Bid up to what a lot is worth, take the tile that brings most, place it where it brings most."""
        sight = look()
        state = sight.view.state
        state.money = self.memory(sight)
        appraiser = self.appraiser(state)
        if state.phase == AUCTION:
            return self._bid(appraiser, state, options, dice)
        if state.phase == PARTY:
            return self._take(appraiser, state, dice)
        haul = appraiser.haul(state, state.turn, state.hand)
        return Thought(place_answer(state, *haul.places[0]), why_place(state, haul))

    def appraiser(self, state: State) -> Appraiser:
        """Return the valuation this brain has of a table."""
        seats = state.setup.seats
        return appraiser_for(state.edition, seats, scaled(load_weights(state.edition.id, seats), **self.taste))

    def _bid(self, appraiser: Appraiser, state: State, options: list[int], dice: Random) -> Thought:
        """Return the lowest bid there is, up to what the lot is worth."""
        gains = lot_gains(appraiser, state)
        most = limit(appraiser, state, state.turn, gains, state.queue) * self._stray(dice)
        is_wanted = len(options) > 1 and options[1] <= most
        haul = appraiser.haul(state, state.turn, state.lot())
        return Thought(options[1] if is_wanted else PASS, why_bid(state, haul.worth, most, haul))

    def _take(self, appraiser: Appraiser, state: State, dice: Random) -> Thought:
        scores = take_scores(appraiser, state)
        estimates = {tile: score * self._stray(dice) for tile, score in scores.items()}
        return Thought(max(estimates, key=estimates.__getitem__), why_take(state, scores))

    def _stray(self, dice: Random) -> float:
        """Return by how much an estimate is off this time."""
        return max(dice.gauss(1, self.error), 0.0) if self.error else 1.0
