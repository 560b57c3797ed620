"""Where wishes put the tiles in hand."""

from collections.abc import Callable, Collection, Sequence

from games.engine import Move, move_of, perform
from games.engine.kinds import BLANK, KINDS
from games.engine.moves import discard_code, place_code
from games.engine.state import NO_TILE, PLACING, State
from games.orders.values import PlaceRule


def place_hand(state: State, choose: Callable[[State], int | None]) -> tuple[Move, ...]:
    """Return what `choose` does with the whole hand, tile by tile; nothing if it leaves one of them open.

    A movie that is completed brings a new screenplay, which nobody may have thought of: what follows is asked anew.
    """
    table, moves = state.copy(), list[Move]()
    while True:
        code = choose(table)
        if code is None:
            return ()
        moves.append(move_of(table.edition, PLACING, code))
        if len(table.hand) == 1:  # what comes after the last tile is no longer about it
            return tuple(moves)
        perform(table, code)
        if len(table.movies) > len(state.movies):
            return tuple(moves)


def next_by_rules(state: State, rules: Sequence[PlaceRule], discards: Collection[str]) -> int | None:
    """Return the tile in hand that fits the earliest rule; then what may be thrown away."""
    for rule in rules:
        for tile in state.hand:
            space = _space(state, tile, rule) if _is_meant(state, tile, rule.what) else None
            if space is not None:
                return place_code(state.edition, tile, space)
    thrown = [tile for tile in state.hand if any(_is_meant(state, tile, what) for what in discards)]
    return discard_code(thrown[0]) if thrown else None


def _is_meant(state: State, tile: int, what: str) -> bool:
    printed = state.edition.tiles[tile]
    return what in (printed.id, KINDS[printed.kind])


def _space(state: State, tile: int, rule: PlaceRule) -> int | None:
    """Return the space of the rule's screenplay for the tile: an empty one of its kind, a blank one, the worst top."""
    edition = state.edition
    screenplay = edition.screenplay_index.get(rule.screenplay)
    if screenplay is None or screenplay not in state.screenplays[state.turn] or not state.missing[screenplay]:
        return None
    fitting = [space for space in edition.spaces[screenplay] if state.takes[space] & edition.tile_bit[tile]]
    empty = [space for space in fitting if state.top[space] == NO_TILE]
    if empty:
        return min(empty, key=lambda space: edition.space_kind[space] == BLANK)
    worst = min(fitting, key=lambda space: edition.tile_stars[state.top[space]], default=None)
    return worst if rule.covers else None
