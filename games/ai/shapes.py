"""Screenplays with tiles on them, reduced to what a valuation asks: worked out once for an edition, never again."""

from functools import cache
from typing import Any, Final, NamedTuple

from games.engine.edition import Edition
from games.engine.kinds import COVERED_TAKES, DIRECTOR, EMPTY_TAKES, FACES, GUEST_STAR
from games.engine.state import NO_TILE, State

# The tiles on the spaces of a screenplay, NO_TILE where there is none.
Tops = tuple[int, ...]
MOST_REMEMBERED: Final = 100_000


class Shape:
    """All that matters of a screenplay and its tiles. There is one object for each, so it is its own key."""

    __slots__ = ("empty", "genre", "guest_open", "stars", "total")

    def __init__(self, genre: int, total: int, empty: tuple[int, ...], stars: int, *, guest_open: bool) -> None:
        """Genre, stars in all, the kinds of required spaces still empty, stars in the director's chair."""
        self.genre = genre
        self.total = total
        self.empty = empty
        self.stars = stars
        self.guest_open = guest_open


class TileFit(NamedTuple):
    """A tile on one space of a screenplay: which space, what it is then, and by how much faces rise."""

    space: int
    tops: Tops
    shape: Shape
    faces: int


class Shapes:
    """The shapes of an edition's screenplays, and what each tile makes of them."""

    def __init__(self, edition: Edition) -> None:
        """Nothing is worked out yet."""
        self.edition = edition
        self.alike = _alike(edition)
        self._chairs = [
            [space for space in spaces if edition.space_kind[space] == DIRECTOR] for spaces in edition.spaces
        ]
        self._shapes: dict[tuple[int, int, tuple[int, ...], int, bool], Shape] = {}
        self._known: dict[tuple[int, Tops], Shape] = {}
        self._fits: dict[tuple[int, Tops, int], tuple[TileFit, ...]] = {}

    def chairs(self, state: State) -> list[int]:
        """Return who sits in the movies' directors' chairs: with the movies themselves all that awards depend on."""
        top, alike, chairs = state.top, self.alike, self._chairs
        return [alike[top[space]] for movie in state.movies for space in chairs[movie.screenplay]]

    def shape(self, screenplay: int, tops: Tops) -> Shape:
        """Return the shape of a screenplay with these tiles."""
        key = (screenplay, tops)
        found = self._known.get(key)
        if found is None:
            make_room(self._known, MOST_REMEMBERED)
            found = self._known[key] = self._find_shape(screenplay, tops)
        return found

    def fits(self, screenplay: int, tops: Tops, tile: int) -> tuple[TileFit, ...]:
        """Return every way to put a tile on a screenplay, of equal ones only the first."""
        key = (screenplay, tops, tile)
        found = self._fits.get(key)
        if found is None:
            make_room(self._fits, MOST_REMEMBERED)
            found = self._fits[key] = tuple(self._find_fits(screenplay, tops, tile))
        return found

    def _find_shape(self, screenplay: int, tops: Tops) -> Shape:
        edition = self.edition
        card = edition.screenplays[screenplay]
        laid = [tile for tile in tops if tile != NO_TILE]
        pairs = list(zip(card.spaces, tops, strict=True))
        empty = tuple(sorted(kind for kind, tile in pairs if tile == NO_TILE and kind != GUEST_STAR))
        key = (
            card.genre,
            card.stars + sum(edition.tile_stars[tile] for tile in laid),
            empty,
            sum(edition.tile_stars[tile] for tile in laid if edition.tile_kind[tile] == DIRECTOR),
            bool(empty) and (GUEST_STAR, NO_TILE) in pairs,
        )
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = Shape(*key[:4], guest_open=key[4])
        return found

    def _find_fits(self, screenplay: int, tops: Tops, tile: int) -> list[TileFit]:
        edition, tried, fits = self.edition, set(), []
        bit = edition.tile_bit[tile]
        for space, pair in enumerate(zip(edition.screenplays[screenplay].spaces, tops, strict=True)):
            kind, covered = pair
            takes = EMPTY_TAKES[kind] if covered == NO_TILE else COVERED_TAKES[edition.tile_kind[covered]]
            if not takes & bit or pair in tried:
                continue
            tried.add(pair)
            after = (*tops[:space], tile, *tops[space + 1 :])
            faces = bool(bit & FACES) - (covered != NO_TILE and bool(edition.tile_bit[covered] & FACES))
            fits.append(TileFit(space, after, self.shape(screenplay, after), faces))
        return fits


def make_room(known: dict[Any, Any], most: int) -> None:
    """Forget everything once it is too much: what is needed is soon worked out again."""
    if len(known) >= most:
        known.clear()


def _alike(edition: Edition) -> list[int]:
    """For each tile the first one of its kind and stars, so that equals are thought about once; NO_TILE comes last."""
    first: dict[tuple[int, int], int] = {}
    for index, tile in enumerate(edition.tiles):
        first.setdefault((tile.kind, tile.stars), index)
    return [*(first[tile.kind, tile.stars] for tile in edition.tiles), NO_TILE]


@cache
def shapes_of(edition: Edition) -> Shapes:
    """Return one collection of shapes for each edition."""
    return Shapes(edition)
