"""A studio: its screenplays with their stacks, its movies with their markers and awards."""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.edition_words import Words
from games.engine import State
from games.engine.kinds import GUEST_STAR, SPACE_KINDS
from games.engine.markers import marker_name
from games.engine.placement import rate
from games.engine.state import NO_TILE, Award, Movie
from games.render_cache import part_cache
from games.table.fitting import Fit
from games.table.track import Glyph, glyph_of


@dataclass(frozen=True, slots=True)
class Trophy:
    """An award with its words."""

    award: str
    genre: str
    label: str
    points: int


@dataclass(frozen=True, slots=True)
class Space:
    """A line of the cast list: who stands there, or what is missing; `fit` if the tile in hand could go there."""

    index: int
    kind: str
    word: str
    is_optional: bool
    tile: Glyph | None
    covered: tuple[Glyph, ...]
    fit: Fit | None


@dataclass(frozen=True, slots=True)
class Play:
    """A screenplay on paper, or a movie as a poster."""

    id: str
    title: str
    genre: str
    genre_word: str
    printed: int
    spaces: tuple[Space, ...]
    total: int
    missing: tuple[str, ...]
    marker: str | None
    is_movie: bool
    trophies: tuple[Trophy, ...]

    def __hash__(self) -> int:
        """Tell most of them apart by little: every part that shows one is looked up at every move."""
        return hash((self.id, self.total, self.marker))

    @property
    def cast(self) -> tuple[Glyph, ...]:
        """Who is in it, as the credits have them."""
        return tuple(space.tile for space in self.spaces if space.tile)

    @property
    def is_lit(self) -> bool:
        """Whether the tile in hand fits anywhere on it."""
        return any(space.fit for space in self.spaces)


def plays_of(state: State, seat: int, words: Words, fits: dict[int, Fit] | None = None) -> tuple[Play, ...]:
    """Return a seat's screenplays and movies, in the order in which they were received."""
    if fits:
        return _plays(state, seat, words, fits)
    # All that is read of the position: most moves change nothing of it, and all viewers see the same.
    read = (tuple(state.screenplays[seat]), tuple(state.top), tuple(state.under), *state.movies, *state.awards)
    key = ("plays", words.edition.id, words.language, *read)
    plays: tuple[Play, ...] = part_cache(key, lambda: _plays(state, seat, words, {}))
    return plays


def trophy_of(award: Award, words: Words) -> Trophy:
    """Return an award that was made."""
    label = award_label(award.award, award.genre, award.quarter, words)
    return Trophy(award.award, genre_picture(award.genre), label, award.points)


def award_label(award: str, genre: int | None, quarter: int | None, words: Words) -> str:
    """`First Movie, drama`, or `Best Movie, round 2`."""
    label = words.word(award)
    if genre is not None:
        return f"{label}, {words.genre(genre)}"
    if quarter is not None:
        return f"{label}, {words.word('quarter')} {quarter}"
    return label


def _plays(state: State, seat: int, words: Words, fits: dict[int, Fit]) -> tuple[Play, ...]:
    movies = {movie.screenplay: movie for movie in state.movies}
    return tuple(_play(state, held, movies.get(held), words, fits) for held in state.screenplays[seat])


def _play(state: State, screenplay: int, movie: Movie | None, words: Words, fits: dict[int, Fit]) -> Play:
    edition = state.edition
    printed = edition.screenplays[screenplay]
    spaces = tuple(_space(state, space, index, words, fits) for index, space in enumerate(edition.spaces[screenplay]))
    return Play(
        id=printed.id,
        title=words.screenplay(screenplay),
        genre=genre_picture(printed.genre),
        genre_word=words.genre(printed.genre),
        printed=printed.stars,
        spaces=spaces,
        total=rate(state, screenplay).total,
        missing=_missing(spaces, words),
        marker=marker_name(movie.marker) if movie else None,
        is_movie=movie is not None,
        trophies=tuple(trophy_of(award, words) for award in state.awards if award.screenplay == screenplay),
    )


def _missing(spaces: tuple[Space, ...], words: Words) -> tuple[str, ...]:
    """Return what has still to be found, equal spaces together: `camera`, `2 blank spaces`."""
    counts = Counter(space.kind for space in spaces if space.tile is None and not space.is_optional)
    return tuple(words.word(kind, n) if n == 1 else f"{n} {words.word(kind, n)}" for kind, n in counts.items())


def _space(state: State, space: int, index: int, words: Words, fits: dict[int, Fit]) -> Space:
    kind = state.edition.space_kind[space]
    *covered, top = state.stack(space) or [NO_TILE]
    return Space(
        index=index,
        kind=SPACE_KINDS[kind],
        word=words.space_kind(kind),
        is_optional=kind == GUEST_STAR,
        tile=None if top == NO_TILE else glyph_of(state, top, words),
        covered=tuple(glyph_of(state, tile, words) for tile in covered),
        fit=fits.get(space),
    )


# Genres are drawn by their place in the edition, whatever they are called there.
GENRE_PICTURES: Final = ("drama", "action", "comedy")


def genre_picture(genre: int | None) -> str:
    """Return the drawing of a genre; none where there is no genre."""
    return "" if genre is None else GENRE_PICTURES[genre % len(GENRE_PICTURES)]
