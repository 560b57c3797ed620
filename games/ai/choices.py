"""How a valuation answers: up to which price it bids, which tile it takes, where it puts it."""

from collections.abc import Iterable, Sequence

from games.ai.appraisal import Appraiser
from games.engine.moves import discard_code, place_code
from games.engine.state import NO_BID, State


def lot_gains(appraiser: Appraiser, state: State) -> list[float]:
    """Return what the lot being auctioned would bring each seat."""
    lot = state.lot()
    return [appraiser.lay_out(state, seat, lot).worth for seat in range(state.setup.seats)]


def limit(appraiser: Appraiser, state: State, seat: int, gains: Sequence[float], rivals: Iterable[int]) -> float:
    """Return the price at which a seat does not care whether it gets the lot or the likeliest of these rivals does."""
    weights = appraiser.weights
    money, bid = state.money, state.bid
    threat = max([gains[rival] for rival in rivals if rival != seat and money[rival] > bid], default=0.0)
    wanted = gains[seat] + weights.denial * threat
    return wanted * price_of_a_point(appraiser, state, seat) if wanted > 0 else NO_BID


def price_of_a_point(appraiser: Appraiser, state: State, seat: int) -> float:
    """Return what a seat pays for a point now: more as the year goes on, and more the richer it is than others."""
    weights, calendar = appraiser.weights, appraiser.calendar
    left = calendar.left[calendar.moment(state)]
    price = weights.price_late + (weights.price_early - weights.price_late) * left
    usual_purse = sum(state.money) / len(state.money)
    riches = weights.wealth * (state.money[seat] / usual_purse - 1) if usual_purse else 0.0
    return price * max(1 + riches, 0.0)


def take_scores(appraiser: Appraiser, state: State) -> dict[int, float]:
    """For each party tile what it brings, less a part of what the seats that choose later will still find."""
    wishes = [appraiser.gains(state, seat, state.offered) for seat in state.queue]
    return _scores(appraiser, state.offered, wishes)


def pick_tile(appraiser: Appraiser, offered: Sequence[int], wishes: Sequence[dict[int, float]]) -> int:
    """Return the party tile to take, given what each would bring to the seat that chooses and to those after it."""
    if len(offered) == 1:
        return offered[0]
    scores = _scores(appraiser, offered, wishes)
    return max(offered, key=scores.__getitem__)


def _scores(appraiser: Appraiser, offered: Sequence[int], wishes: Sequence[dict[int, float]]) -> dict[int, float]:
    (mine, *theirs), denial = wishes, appraiser.weights.party_denial
    return {tile: mine[tile] - denial * _left_to_others(theirs, offered, tile) for tile in offered}


def _left_to_others(wanted: Sequence[dict[int, float]], offered: Sequence[int], taken: int) -> float:
    """Return what later seats gain if each takes what it wants most."""
    left, gained = [tile for tile in offered if tile != taken], 0.0
    for gains in wanted:
        best = max(left, key=gains.__getitem__)
        gained += gains[best]
        left.remove(best)
    return gained


def place_answer(state: State, tile: int, space: int | None) -> int:
    """Return a tile on a space, or out of the match, as an answer of the rules."""
    return discard_code(tile) if space is None else place_code(state.edition, tile, space)
