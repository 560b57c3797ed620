"""What may be ordered: an edit that makes no sense is refused, with words for whoever made it."""

from collections.abc import Iterable

from games.engine import State
from games.engine.kinds import KINDS
from games.engine.state import AUCTION
from games.orders.values import Changes, LotOrder, Orders, PartyWish, PlaceRule, PlacingWishes, Say
from games.play.refusals import (
    LimitAboveCap,
    LimitAbovePurse,
    LimitTooLow,
    LotPassed,
    LotSold,
    OrdersMoved,
    UnknownChoice,
)

# More wishes than there are tiles make no sense.
MOST_RULES = 100
OTHERWISE = (Say.ASK, Say.PASS)


def check_changes(state: State, seat: int, orders: Orders, changes: Changes) -> None:
    """Refuse an edit that was made for another quarter, or that names what is not there or not possible."""
    if changes.quarter != state.quarter:
        raise OrdersMoved
    after = changes.made_to(orders)
    if after.cap is not None and after.cap < 0:
        raise UnknownChoice
    for location, order in changes.lots.items():
        _check_lot(state, seat, location, order)
        if after.cap is not None and order.say == Say.LIMIT and order.limit > after.cap:
            raise LimitAboveCap
    for location, wish in changes.parties.items():
        if not _is_board(state, location) or not state.edition.board[location].is_party:
            raise UnknownChoice
        _check_party(wish)
    _check_party(after.party)
    _check_placing(state, after.placing)


def _check_lot(state: State, seat: int, location: int, order: LotOrder) -> None:
    if not _is_lot(state, location) or order.otherwise not in OTHERWISE or order.keeps < 0:
        raise UnknownChoice
    is_current = location == state.location
    if location < state.location or (is_current and state.phase != AUCTION):
        raise LotSold
    if is_current and seat not in state.queue:
        raise LotPassed
    if order.say == Say.LIMIT:
        _check_limit(state, seat, order.limit, is_current=is_current)
    if order.unless_won is not None and (not _is_lot(state, order.unless_won) or order.unless_won == location):
        raise UnknownChoice
    if order.while_leads is not None and (order.while_leads == seat or not 0 <= order.while_leads < state.setup.seats):
        raise UnknownChoice
    _check_rules(state, order.places)


def _check_limit(state: State, seat: int, limit: int, *, is_current: bool) -> None:
    """Nobody bids more than they have; by a later lot they may have more, though never more than there is."""
    if limit < 0:
        raise UnknownChoice
    if limit > (state.money[seat] if is_current else sum(state.money) + state.pot):
        raise LimitAbovePurse
    if is_current and limit <= state.bid and state.leader != seat:
        raise LimitTooLow


def _check_party(wish: PartyWish) -> None:
    if len(wish.tiles) > MOST_RULES or any(tile.kind not in KINDS for tile in wish.tiles):
        raise UnknownChoice


def _check_placing(state: State, wishes: PlacingWishes) -> None:
    _check_rules(state, wishes.rules)
    _check_tiles(state, wishes.discards)


def _check_rules(state: State, rules: tuple[PlaceRule, ...]) -> None:
    _check_tiles(state, [rule.what for rule in rules])
    if any(rule.screenplay not in state.edition.screenplay_index for rule in rules):
        raise UnknownChoice


def _check_tiles(state: State, named: Iterable[str]) -> None:
    names = list(named)
    if len(names) > MOST_RULES or any(name not in KINDS and name not in state.edition.tile_index for name in names):
        raise UnknownChoice


def _is_board(state: State, location: int) -> bool:
    return 0 <= location < len(state.edition.board)


def _is_lot(state: State, location: int) -> bool:
    return _is_board(state, location) and not state.edition.board[location].is_party
