"""How things of the edition are drawn: kinds with their words, genres, tiles found by what they are."""

from collections.abc import Collection
from dataclasses import replace
from typing import Final, NamedTuple

from games.engine import Edition
from games.table.studio import Play
from games.table.track import Glyph
from games.words import Words

# Genres are drawn by their place in the edition.
GENRE_PICTURES: Final = ("drama", "action", "comedy")


class Part(NamedTuple):
    """A kind of tile or space and the word for it."""

    kind: str
    word: str


class Face(NamedTuple):
    """A tile in large, with the word of its kind."""

    glyph: Glyph
    word: str


def part_of(words: Words, kind: str) -> Part:
    return Part(kind, words.word(kind))


def picture_of(genre: int) -> str:
    return GENRE_PICTURES[genre % len(GENRE_PICTURES)]


def drawn(play: Play, edition: Edition) -> Play:
    """A screenplay or movie with the pictures of its genre."""
    picture = picture_of(edition.genres.index(play.genre))
    trophies = (replace(trophy, genre=trophy.genre and picture) for trophy in play.trophies)
    return replace(play, genre=picture, trophies=tuple(trophies))


def tile_like(edition: Edition, kind: int, stars: int, but: Collection[int] = ()) -> int:
    """A tile of that kind with that many stars, or the nearest there is."""
    tiles = [tile for tile in edition.bag if edition.tile_kind[tile] == kind and tile not in but]
    return min(tiles, key=lambda tile: abs(edition.tile_stars[tile] - stars))
