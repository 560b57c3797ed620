"""What a seat's orders answer to the question it is asked: moves, a question of their own, or nothing."""

from random import Random

from games.ai.brain import Sight
from games.ai.ladder import director
from games.engine import Bid, Pass, View, move_of
from games.engine.kinds import KINDS
from games.engine.state import AUCTION, NO_BID, PARTY, PLACING, State
from games.orders.placing import next_by_rules, place_hand
from games.orders.values import Answer, Ask, LotOrder, Orders, PartyWish, Say, TileWish

# As long as so many are still in, a bid does not win the lot unless two others let it go.
DRIVEN_AMONG = 3


def answer(sight: Sight, orders: Orders) -> Answer | Ask | None:
    """Return what the orders of the acting seat answer now; None where they say nothing about it."""
    state = sight.view.state
    if state.turn != sight.view.viewer:
        return None
    if state.phase == AUCTION:
        return _answer_lot(state, orders)
    if state.phase == PARTY:
        return _answer_party(sight, orders.party_wish(state.quarter, state.location))
    if state.phase == PLACING:
        return _answer_placing(sight, orders)
    return None


def most(state: State, seat: int, orders: Orders, location: int) -> int:
    """Return the highest bid that the seat's orders would make for a lot, by what it has now; NO_BID for a pass."""
    order = orders.lot(state.quarter, location)
    if order.say != Say.LIMIT:
        return NO_BID
    left = state.money[seat] if orders.cap is None else min(state.money[seat], _left_of_cap(state, seat, orders.cap))
    return min(order.limit, left, state.money[seat] - order.keeps)


def failed_condition(state: State, seat: int, order: LotOrder) -> str:
    """Return which condition of an order does not hold for the next raise; nothing where all do."""
    if order.unless_won is not None and (order.unless_won, seat) in {
        (sale.location, sale.seat) for sale in state.sales
    }:
        return "won"
    if order.while_leads is not None and state.leader != order.while_leads:
        return "leads"
    return "keeps" if state.money[seat] - (state.bid + 1) < order.keeps else ""


def _answer_lot(state: State, orders: Orders) -> Answer | Ask | None:
    """Return the least raise needed up to the limit, then a pass."""
    seat, order = state.turn, orders.lot(state.quarter, state.location)
    if order.say == Say.ASK:
        return None
    if order.say == Say.PASS:
        return _pass("pass")
    least = state.bid + 1
    if least > min(order.limit, state.money[seat]):
        return _pass("limit")
    if orders.cap is not None and least > _left_of_cap(state, seat, orders.cap):
        return _pass("cap")
    failed = failed_condition(state, seat, order)
    if failed:
        return Ask(failed) if order.otherwise == Say.ASK else _pass(failed)
    if order.drives and (state.bid == NO_BID or len(state.queue) < DRIVEN_AMONG):
        return _pass("drives")
    return Answer((Bid(least),), "limit")


def _pass(why: str) -> Answer:
    return Answer((Pass(),), why)


def _left_of_cap(state: State, seat: int, cap: int) -> int:
    return cap - sum(sale.price for sale in state.sales if sale.seat == seat)


def _answer_party(sight: Sight, wish: PartyWish) -> Answer | Ask | None:
    state = sight.view.state
    if wish.as_director:
        return Answer((move_of(state.edition, PARTY, ask_director(sight, state)),), "director")
    for wanted in wish.tiles:
        tile = _best_on_offer(state, wanted)
        if tile is not None:
            return Answer((move_of(state.edition, PARTY, tile),), "wish")
    return Ask("offered") if wish.tiles else None


def _best_on_offer(state: State, wanted: TileWish) -> int | None:
    stars, kind = state.edition.tile_stars, KINDS.index(wanted.kind)
    fitting = [tile for tile in state.offered if state.edition.tile_kind[tile] == kind and stars[tile] >= wanted.stars]
    return max(fitting, key=stars.__getitem__, default=None)


def _answer_placing(sight: Sight, orders: Orders) -> Answer | Ask | None:
    """Return what the rules of the lot say, then those for all tiles, then the director."""
    state, wishes = sight.view.state, orders.placing
    rules = (*orders.lot(state.quarter, state.location).places, *wishes.rules)
    moves = place_hand(state, lambda table: next_by_rules(table, rules, wishes.discards))
    if moves:
        return Answer(moves, "wish")
    if wishes.as_director:
        return Answer(place_hand(state, lambda table: ask_director(sight, table)), "director")
    return Ask("fits") if rules or wishes.discards else None


def ask_director(sight: Sight, state: State) -> int:
    """Return what the director would answer in this seat's place; its thought changes nothing of the table."""
    seen = Sight(View(sight.view.viewer, state.copy()), sight.purses)
    return director(seen.view.options(), lambda: seen, Random(0)).code  # noqa: S311 - it throws no dice
