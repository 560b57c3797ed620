"""A match in thought: every seat played by a valuation, each auction settled at once by what everybody would pay."""

from collections.abc import Sequence
from random import Random

from games.ai.appraisal import Appraiser
from games.ai.choices import limit, lot_gains, pick_tile, place_answer
from games.engine import State, perform
from games.engine.moves import PASS
from games.engine.state import AUCTION, OVER, PARTY, PLACING


def play_on(state: State, seats: Sequence[Appraiser], dice: Random | None = None, noise: float = 0.0) -> None:
    """Play a match to its end."""
    while state.phase != OVER:
        play_location(state, seats, dice, noise)


def play_location(state: State, seats: Sequence[Appraiser], dice: Random | None, noise: float) -> None:
    """Play the rest of the location being visited: tiles in hand, and then the auction or the party."""
    quarter, location = state.quarter, state.location
    if state.phase == PLACING:
        place_hand(state, seats[state.turn])
    if state.phase == PARTY and (state.quarter, state.location) == (quarter, location):
        hold_party(state, seats)
    elif state.phase == AUCTION and (state.quarter, state.location) == (quarter, location):
        settle(state, prices(state, seats, dice, noise))
        place_hand(state, seats[state.turn])


def place_hand(state: State, appraiser: Appraiser) -> None:
    """Place all tiles in hand as they bring most."""
    for tile, space in appraiser.haul(state, state.turn, state.hand).places:
        perform(state, place_answer(state, tile, space))


def hold_party(state: State, seats: Sequence[Appraiser]) -> None:
    """Everybody who has not chosen yet takes a tile and places it. What one seat does changes no other's wishes."""
    wishes = [seats[seat].gains(state, seat, state.offered) for seat in state.queue]
    for turn, seat in enumerate(state.queue[:]):
        perform(state, pick_tile(seats[seat], state.offered, wishes[turn:]))
        place_hand(state, seats[seat])


def prices(state: State, seats: Sequence[Appraiser], dice: Random | None, noise: float) -> list[int]:
    """Return what each seat would pay at most, in whole money; NO_BID where it wants nothing."""
    every = range(len(seats))
    shared: dict[int, list[float]] = {}
    found = []
    for seat in every:
        appraiser = seats[seat]
        gains = shared.get(id(appraiser))
        if gains is None:
            gains = shared[id(appraiser)] = lot_gains(appraiser, state)
        most = limit(appraiser, state, seat, gains, every)
        if dice is not None:
            most *= 1 + noise * (dice.random() + dice.random() - 1)
        found.append(min(int(most), state.money[seat]))
    return found


def settle(state: State, most: Sequence[int]) -> None:
    """Bid by ones, in turn, until one seat is left: the whole auction as one step."""
    queue, bid = state.queue[:], state.bid
    while len(queue) > 1:
        seat = queue.pop(0)
        if most[seat] > bid:
            bid += 1
            queue.append(seat)
    sell(state, queue[0], bid)


def sell(state: State, winner: int, price: int) -> None:
    """Let a seat win the lot at a price: the moment before, one other seat was still in, and it passes."""
    loser = (winner + 1) % state.setup.seats
    state.queue, state.bid, state.turn = [loser, winner], price, loser
    perform(state, PASS)
