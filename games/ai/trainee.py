"""The level `trainee`: a sensible beginner who values tiles roughly and looks at no purse but its own."""

from random import Random

from games.ai.brain import Look, Thought
from games.ai.valuation import best_space, lot_worth
from games.engine.moves import PASS, discard_code, place_code
from games.engine.state import AUCTION, PARTY, State

# The part of a lot's worth that is bid at most: what a loser gains the winner pays.
PRICE_OF_A_POINT = 0.55
# How far its estimate of a lot strays, as a part of it.
NOISE = 0.2


def choose(options: list[int], look: Look, dice: Random) -> Thought:
    """Bids up to a rough worth, takes the tile that brings most, places it where it brings most."""
    state = look().view.state
    if state.phase == AUCTION:
        return Thought(_bid(state, options, dice))
    if state.phase == PARTY:
        return Thought(max(options, key=lambda tile: best_space(state, state.turn, tile)[0]))
    return Thought(_place(state))


def _bid(state: State, options: list[int], dice: Random) -> int:
    """The lowest bid there is, while the lot is worth it."""
    worth = lot_worth(state, state.turn, state.lot()) * PRICE_OF_A_POINT * dice.gauss(1, NOISE)
    return options[1] if len(options) > 1 and options[1] <= worth else PASS


def _place(state: State) -> int:
    _, space, tile = max(((*best_space(state, state.turn, tile), tile) for tile in state.hand), key=lambda o: o[0])
    return discard_code(tile) if space is None else place_code(state.edition, tile, space)
