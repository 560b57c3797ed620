"""What a person who thinks as the director does would order beforehand, by what their seat sees."""

from collections.abc import Iterable
from math import floor

from games.ai.appraisal import Appraiser
from games.ai.brain import sight_of
from games.ai.choices import limit, lot_gains
from games.ai.ladder import director
from games.engine import Move, State, move_of
from games.engine.kinds import KINDS
from games.engine.state import AUCTION, NO_BID, NO_TILE, NOBODY, PLACING
from games.orders.answering import ask_director
from games.orders.placing import place_hand
from games.orders.values import LotOrder, PartyWish, PlaceRule, PlacingWishes, Say, TileWish

# A tile of so many stars stands for its kind.
USUAL_STARS = 2


def by_hand(state: State, seat: int) -> tuple[Move, ...]:
    """Return what the director answers now: one move, or where all tiles in hand go."""
    sight = sight_of(state, seat)
    if state.phase == PLACING:
        return place_hand(sight.view.state, lambda table: ask_director(sight, table))
    return (move_of(state.edition, state.phase, ask_director(sight, sight.view.state)),)


def lot_orders(state: State, seat: int, lots: Iterable[int], *, with_places: bool) -> dict[int, LotOrder]:
    """Return how far the director would go for lots of this quarter, and where their tiles would go."""
    return {lot: _lot_order(state, seat, lot, with_places=with_places) for lot in lots}


def placing_wishes(state: State, seat: int, lots: Iterable[int]) -> PlacingWishes:
    """Return where the director would put a usual tile of each kind, and what it would throw away."""
    seen, appraiser = _thought(state, seat)
    rules, discards = list[PlaceRule](), list[str]()
    for kind, tile in enumerate(_usual_tiles(seen)):
        ways = sorted(appraiser.ways(seen, seat, [tile]), key=lambda way: -way[2])
        rules += [_rule(seen, KINDS[kind], space) for _tile, space, gain in ways if gain > 0]
        discards += [] if ways else [KINDS[kind]]
    for lot in lots:
        haul = appraiser.haul(_opened(seen, seat, lot), seat, seen.lot_at(seen.quarter, lot))
        discards += [seen.edition.tiles[tile].id for tile, space in haul.places if space is None]
    return PlacingWishes(tuple(rules), tuple(discards))


def party_wish(state: State, seat: int) -> PartyWish:
    """Return the kinds in the order in which they help."""
    seen, appraiser = _thought(state, seat)
    usual = _usual_tiles(seen)
    gains = appraiser.gains(seen, seat, usual)
    kinds = sorted(range(len(KINDS)), key=lambda kind: -gains[usual[kind]])
    return PartyWish(tuple(TileWish(KINDS[kind]) for kind in kinds))


def _lot_order(state: State, seat: int, lot: int, *, with_places: bool) -> LotOrder:
    seen, appraiser = _thought(state, seat)
    table = seen if state.phase == AUCTION and lot == state.location else _opened(seen, seat, lot)
    most = floor(limit(appraiser, table, seat, lot_gains(appraiser, table), table.queue))
    most = min(most, seen.money[seat] if lot == state.location else sum(seen.money))
    if most <= table.bid:
        return LotOrder(Say.PASS)
    haul = appraiser.haul(table, seat, table.lot())
    places = tuple(_rule(seen, seen.edition.tiles[tile].id, space) for tile, space in haul.places if space is not None)
    return LotOrder(Say.LIMIT, most, places=places if with_places else ())


def _thought(state: State, seat: int) -> tuple[State, Appraiser]:
    """Return the seat's view with the purses that anybody can count, and how the director values it."""
    sight = sight_of(state, seat)
    seen = sight.view.state
    seen.money = list(sight.purses)
    return seen, director.appraiser(seen)


def _opened(seen: State, seat: int, lot: int) -> State:
    """Return the table as if a lot were sold now."""
    table = seen.copy()
    table.phase, table.location, table.turn = AUCTION, lot, seat
    table.bid, table.leader, table.queue = NO_BID, NOBODY, list(range(seen.setup.seats))
    return table


def _rule(seen: State, what: str, space: int) -> PlaceRule:
    screenplay = seen.edition.screenplays[seen.edition.space_screenplay[space]].id
    return PlaceRule(what, screenplay, covers=seen.top[space] != NO_TILE)


def _usual_tiles(seen: State) -> list[int]:
    edition = seen.edition
    return [
        min(
            (tile for tile in edition.bag if edition.tile_kind[tile] == kind),
            key=lambda tile: abs(edition.tile_stars[tile] - USUAL_STARS),
        )
        for kind in range(len(KINDS))
    ]
