"""How far a brain bids: up to what the lot is worth to it, and on where a rival will surely go further."""

from random import Random

import pytest

from games.ai.bidding import Chances, best_stop, reach_of_rivals
from games.engine import State, start
from games.engine.state import NO_BID
from tests.games.ai.test_levels import new_table
from tests.games.engine.tables import EDITIONS

# Winning the lot is worth less the dearer it is, losing it is worth more; at 5 it makes no difference.
EVEN = 5
CHANCES = Chances(
    having=tuple(0.5 - 0.02 * (price - EVEN) for price in range(40)),
    losing=tuple(0.5 + 0.01 * (price - EVEN) for price in range(40)),
)


def auction(seats: int = 3, bid: int = NO_BID, leader: int | None = None) -> State:
    state = start(new_table(seats, EDITIONS[0], Random("bidding")).setup)
    state.bid = bid
    if leader is not None:
        state.leader = leader
    return state


def stop(state: State, limits: dict[int, float], doubt: float = 0.1) -> int:
    return best_stop(CHANCES, reach_of_rivals(state, limits, doubt), state.bid, state.money[state.turn])


def rivals(state: State) -> list[int]:
    return [seat for seat in state.queue if seat != state.turn]


def test_a_lot_that_nobody_else_wants_is_taken_cheaply_and_not_beyond_its_worth():
    state = auction()
    assert 0 <= stop(state, {state.turn: 9.0, **dict.fromkeys(rivals(state), 0.0)}) <= EVEN + 1


def test_a_rival_who_wants_it_much_is_driven_up_but_not_to_the_last_coin():
    state = auction(2)
    (rival,) = rivals(state)
    found = stop(state, {state.turn: 0.0, rival: 12.0})
    assert EVEN < found < 12


def test_who_doubts_its_guess_drives_less_far():
    state = auction(2)
    (rival,) = rivals(state)
    limits = {state.turn: 0.0, rival: 12.0}
    assert stop(state, limits, doubt=0.5) < stop(state, limits, doubt=0.05)


def test_a_lot_beyond_its_worth_that_the_leader_will_hardly_raise_is_let_go():
    state = auction(2, bid=9)
    (state.leader,) = rivals(state)
    assert stop(state, {state.turn: 5.0, state.leader: 4.0}) == NO_BID


def test_reach_grows_with_the_price_and_a_leader_reaches_at_least_its_bid():
    state = auction(4, bid=6)
    state.leader, second, third = rivals(state)
    reach = reach_of_rivals(state, {state.turn: 3.0, state.leader: 5.0, second: 3.0, third: 8.0}, 0.2)
    assert reach.none_beyond == sorted(reach.none_beyond)
    assert all(one >= none for none, one in zip(*reach, strict=True))
    assert reach.none_beyond[5] == 0
    assert reach.none_beyond[-1] == pytest.approx(1)
    assert 0 < reach.one_beyond[5] < 1
