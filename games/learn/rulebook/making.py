"""The making of a movie, as an example: a screenplay with its spaces, a tile in hand, and the finished movie."""

from typing import NamedTuple

from games.edition_words import Words
from games.engine import Edition, Place, State, apply
from games.engine.kinds import BLANK, GUEST_STAR, MUSIC
from games.engine.placement import begin, lay
from games.engine.state import NO_TILE
from games.learn.rulebook.drawing import Face, tile_like
from games.learn.rulebook.examples import example_table
from games.table.fitting import fits_of
from games.table.studio import Play, plays_of
from games.table.track import glyph_of

ME = 0


class Making(NamedTuple):
    """Four pictures: the bare screenplay, a tile with several choices, the last tile, the movie."""

    bare: Play
    choice: Face
    open: Play
    last: Face
    closing: Play
    movie: Play
    next: Play


def making_of(words: Words) -> Making:
    """Return one screenplay from the first tile to the rating, by the rules."""
    state = example_table(words.edition)
    screenplay = _screenplay(words.edition)
    state.screenplays[ME] = [screenplay]
    bare = _play(state, words)
    covered, required = _cast(state, screenplay)
    choice = tile_like(words.edition, MUSIC, 3, covered)
    opened = _play(state, words, choice)
    last = required.pop()
    for space in required:
        lay(state, _tile_for(state, space), space)
    tile = _tile_for(state, last)
    closing = _play(state, words, tile, last)
    begin(state, ME, [tile])
    ids = words.edition.tiles[tile].id, words.edition.screenplays[screenplay].id
    finished, _ = apply(state, ME, Place(*ids, last - words.edition.spaces[screenplay].start))
    movie, following = plays_of(finished, ME, words)
    return Making(bare, _face(state, choice, words), opened, _face(state, tile, words), closing, movie, following)


def _screenplay(edition: Edition) -> int:
    """Return one of the first studio's, preferably with room for everything that is to be explained."""
    own = edition.screenplays_of(edition.studios[0])
    return max(
        own, key=lambda index: (BLANK in edition.screenplays[index].spaces, len(edition.screenplays[index].spaces))
    )


def _cast(state: State, screenplay: int) -> tuple[list[int], list[int]]:
    """Put music on the first blank space; return the tiles used, and the spaces that then still need one."""
    spaces = state.edition.spaces[screenplay]
    kinds = state.edition.space_kind
    blank = next((space for space in spaces if kinds[space] == BLANK), spaces[0])
    tile = tile_like(state.edition, MUSIC if kinds[blank] == BLANK else kinds[blank], 1)
    lay(state, tile, blank)
    return [tile], [space for space in spaces if space != blank and kinds[space] != GUEST_STAR]


def _tile_for(state: State, space: int) -> int:
    """Return a good tile for an empty space that no other space has."""
    used = {tile for tile in state.top if tile != NO_TILE}
    kind = state.edition.space_kind[space]
    return tile_like(state.edition, MUSIC if kind == BLANK else kind, 3, used)


def _play(state: State, words: Words, tile: int = NO_TILE, only: int | None = None) -> Play:
    """Return the screenplay, with the spaces lit that the tile in hand fits, or only that one of them."""
    fits = {} if tile == NO_TILE else fits_of(state, ME, tile, words)
    fits = {space: fit for space, fit in fits.items() if only in (None, space)}
    return plays_of(state, ME, words, fits)[0]


def _face(state: State, tile: int, words: Words) -> Face:
    return Face(glyph_of(state, tile, words), words.tile_kind(state.edition.tile_kind[tile]))
