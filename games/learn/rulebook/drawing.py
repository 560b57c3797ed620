"""How things of the edition are drawn: kinds with their words, genres, tiles found by what they are."""

from collections.abc import Collection
from typing import NamedTuple

from games.edition_words import Words
from games.engine import Edition
from games.table.track import Glyph


class NamedKind(NamedTuple):
    """A kind of tile or space and the word for it."""

    kind: str
    word: str


class Face(NamedTuple):
    """A tile in large, with the word of its kind."""

    glyph: Glyph
    word: str


def part_of(words: Words, kind: str) -> NamedKind:
    return NamedKind(kind, words.word(kind))


def tile_like(edition: Edition, kind: int, stars: int, but: Collection[int] = ()) -> int:
    """Return a tile of that kind with that many stars, or the nearest there is."""
    tiles = [tile for tile in edition.bag if edition.tile_kind[tile] == kind and tile not in but]
    return min(tiles, key=lambda tile: abs(edition.tile_stars[tile] - stars))
