"""Auctions: the legend and the cities go to whoever bids most, and the money to everybody else."""

from games.engine import placement
from games.engine.events import AuctionOpened, BidMade, BidPassed, Events, LotWon
from games.engine.moves import PASS, Bid, Move, Pass, is_whole
from games.engine.refusals import Refused
from games.engine.state import AUCTION, NO_BID, NOBODY, Sale, State


def begin(state: State, events: Events) -> None:
    """Let the popcorn seat act first, then clockwise among those who have not passed."""
    seats = state.setup.seats
    state.phase = AUCTION
    state.queue = [(state.popcorn + step) % seats for step in range(seats)]
    state.turn = state.popcorn
    _forget_bids(state)
    if events is not None:
        location = state.edition.board[state.location].id
        events.append(AuctionOpened(state.quarter, location, state.lot_ids(), tuple(state.queue)))


def options(state: State) -> list[int]:
    """Pass, or any bid above the last one that the purse allows."""
    return [PASS, *range(state.bid + 1, state.money[state.turn] + 1)]


def check(state: State, move: Move) -> int:
    """Return the move as an integer, or the reason why it is refused."""
    if isinstance(move, Pass):
        return PASS
    if not isinstance(move, Bid):
        raise Refused("auction.answer")
    if not is_whole(move.amount) or move.amount < 0:
        raise Refused("auction.whole_number")
    if move.amount <= state.bid:
        raise Refused("auction.higher", bid=state.bid)
    if move.amount > state.money[state.turn]:
        raise Refused("auction.purse", amount=move.amount, money=state.money[state.turn])
    return move.amount


def perform(state: State, code: int, events: Events) -> None:
    """Put a bidder at the end of the queue, take out who passes; the last seat in the queue has won."""
    queue = state.queue
    seat = queue.pop(0)
    state.undo_count = 0  # bids and passes stand
    if code != PASS:
        queue.append(seat)
        state.bid = code
        state.bids = (*state.bids[:seat], code, *state.bids[seat + 1 :])
        state.leader = seat
    if events is not None:
        events.append(BidPassed(seat) if code == PASS else BidMade(seat, code))
    # Ruling R1: when nobody has bid, the last seat takes the lot for nothing, without being asked.
    if len(queue) == 1:
        _win(state, events)
    else:
        state.turn = queue[0]


def _win(state: State, events: Events) -> None:
    winner = state.queue.pop()
    price = max(state.bid, 0)
    share = _pay(state, winner, price)
    state.popcorn = winner
    state.sales.append(Sale(state.location, winner, price))
    if events is not None:
        location = state.edition.board[state.location].id
        events.append(LotWon(winner, location, price, state.lot_ids(), share, state.pot))
    _forget_bids(state)
    placement.begin(state, winner, state.lot())


def _forget_bids(state: State) -> None:
    """Leave nothing of what was bid: the next lot begins anew."""
    state.bid = NO_BID
    state.bids = (NO_BID,) * state.setup.seats
    state.leader = NOBODY


def _pay(state: State, winner: int, price: int) -> int:
    """Put the price into the pot, and share the pot equally among the others; what does not divide waits there."""
    money = state.money
    money[winner] -= price
    share, state.pot = divmod(state.pot + price, len(money) - 1)
    if share:
        for seat in range(len(money)):
            if seat != winner:
                money[seat] += share
    return share
