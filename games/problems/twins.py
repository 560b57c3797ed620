"""Answers that come to the same: who gives one of them has given the other."""

from games.engine import Discard, Move, Place, State, Take


def are_twins(state: State, one: Move, other: Move) -> bool:
    """Tell whether two answers do the same, be it with another tile of the same kind and stars."""
    return one == other or _effect(state, one) == _effect(state, other)


def _effect(state: State, move: Move) -> tuple[object, ...]:
    """Return what an answer does, without the names of tiles and spaces."""
    edition = state.edition
    match move:
        case Take(tile):
            return ("take", *_look(state, edition.tile_index[tile]))
        case Discard(tile):
            return ("discard", *_look(state, edition.tile_index[tile]))
        case Place(tile, screenplay, index):
            space = edition.spaces[edition.screenplay_index[screenplay]].start + index
            covered = state.top[space]
            below = () if covered < 0 else _look(state, covered)
            return (screenplay, edition.space_kind[space], *_look(state, edition.tile_index[tile]), below)
    return (move,)


def _look(state: State, tile: int) -> tuple[int, int]:
    return state.edition.tile_kind[tile], state.edition.tile_stars[tile]
