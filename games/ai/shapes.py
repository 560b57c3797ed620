"""Screenplays with tiles on them, reduced to what a valuation asks: worked out once for an edition, never again."""

from functools import cache, partial
from operator import itemgetter
from typing import Any

from games.engine.edition import Edition
from games.engine.kinds import COVERED_TAKES, DIRECTOR, EMPTY_TAKES, GUEST_STAR
from games.engine.state import NO_TILE, State

# The tiles on the spaces of a screenplay, NO_TILE where there is none.
Tops = tuple[int, ...]
# How much is remembered at most: of all screenplays, and of each as it lay on a table.
MOST_REMEMBERED, MOST_SEEN = 100_000, 2_000


class Shape:
    """All that matters of a screenplay and its tiles. There is one object for each, so it is its own key."""

    __slots__ = ("after", "empty", "genre", "guest_open", "stars", "total")

    def __init__(self, genre: int, total: int, empty: tuple[int, ...], stars: int, *, guest_open: bool) -> None:
        """Genre, stars in all, the kinds of required spaces still empty, stars in the director's chair."""
        self.genre = genre
        self.total = total
        self.empty = empty
        self.stars = stars
        self.guest_open = guest_open
        # What it becomes by a tile somewhere, as far as anybody has asked.
        self.after: dict[tuple[Spot, int], Shape] = {}


class Spot:
    """What a tile may be laid on: a kind of space, and the tile there. There is one object for each."""

    __slots__ = ("covered", "is_face", "kind", "takes")

    def __init__(self, edition: Edition, kind: int, covered: int) -> None:
        """Know what it takes."""
        self.kind = kind
        self.covered = covered
        self.takes = EMPTY_TAKES[kind] if covered == NO_TILE else COVERED_TAKES[edition.tile_kind[covered]]
        self.is_face = edition.tile_is_face[covered]


class Script:
    """A screenplay with tiles on it. There is one object for each, so it is its own key."""

    __slots__ = ("screenplay", "shape", "spots", "tops")

    def __init__(self, screenplay: int, tops: Tops, shape: Shape, spots: tuple[tuple[int, Spot], ...]) -> None:
        """Which screenplay, what lies on it, what matters of that, and its spaces, of equal ones only the first."""
        self.screenplay = screenplay
        self.tops = tops
        self.shape = shape
        self.spots = spots


# The unfinished screenplays of a seat with the tiles on them.
Held = tuple[Script, ...]


class Shapes:
    """The shapes of an edition's screenplays, and what each tile makes of them."""

    def __init__(self, edition: Edition) -> None:
        """Nothing is worked out yet."""
        self.edition = edition
        self.alike = _alike(edition)
        self._chairs = [
            [space for space in spaces if edition.space_kind[space] == DIRECTOR] for spaces in edition.spaces
        ]
        self._in_chair = [tile.stars if tile.kind == DIRECTOR else 0 for tile in edition.tiles]
        self._shapes: dict[tuple[int, int, tuple[int, ...], int, bool], Shape] = {}
        self._spot = cache(partial(Spot, edition))
        # By number in the screenplay, kind and tile: the number and the rest.
        self._spots: dict[tuple[int, int, int], tuple[int, Spot]] = {}
        self._scripts: dict[tuple[int, Tops], Script] = {}
        # By screenplay: what takes its tiles from a table, and what they make of it, tile by tile.
        self._tops_of = [itemgetter(*spaces) for spaces in edition.spaces]
        self._seen: list[dict[Tops, Script]] = [{} for _ in edition.spaces]

    def chairs(self, state: State) -> list[int]:
        """Return who sits in the movies' directors' chairs: with the movies themselves all that awards depend on."""
        top, alike, chairs = state.top, self.alike, self._chairs
        return [alike[top[space]] for movie in state.movies for space in chairs[movie.screenplay]]

    def held(self, state: State, seat: int) -> Held:
        """Return a seat's unfinished screenplays with the tiles on them."""
        top, missing, seen, tops_of = state.top, state.missing, self._seen, self._tops_of
        found = []
        for screenplay in state.screenplays[seat]:
            if missing[screenplay]:
                tops = tops_of[screenplay](top)
                found.append(seen[screenplay].get(tops) or self._see(screenplay, tops))
        return tuple(found)

    def blank(self, screenplay: int) -> Script:
        """Return a screenplay without tiles."""
        return self.script(screenplay, (NO_TILE,) * len(self.edition.spaces[screenplay]))

    def script(self, screenplay: int, tops: Tops) -> Script:
        """Return a screenplay with these tiles, each the first of those that are alike."""
        key = (screenplay, tops)
        found = self._scripts.get(key)
        if found is None:
            make_room(self._scripts, MOST_REMEMBERED)
            shape, spots = self._find_shape(screenplay, tops), self._find_spots(screenplay, tops)
            found = self._scripts[key] = Script(screenplay, tops, shape, spots)
        return found

    def with_tile(self, script: Script, space: int, tile: int) -> Script:
        """Return the screenplay with one more tile."""
        tops = script.tops
        return self.script(script.screenplay, (*tops[:space], tile, *tops[space + 1 :]))

    def after(self, shape: Shape, spot: Spot, tile: int) -> Shape:
        """Return what a shape becomes once a tile lies there."""
        key = (spot, tile)
        found = shape.after.get(key)
        if found is None:
            found = shape.after[key] = self._find_after(shape, spot, tile)
        return found

    def _see(self, screenplay: int, tops: Tops) -> Script:
        seen, alike = self._seen[screenplay], self.alike
        make_room(seen, MOST_SEEN)
        found = seen[tops] = self.script(screenplay, tuple([alike[tile] for tile in tops]))
        return found

    def _find_spots(self, screenplay: int, tops: Tops) -> tuple[tuple[int, Spot], ...]:
        known, found = self._spots, dict[tuple[int, int], tuple[int, Spot]]()
        for space, pair in enumerate(zip(self.edition.screenplays[screenplay].spaces, tops, strict=True)):
            if pair not in found:
                place = (space, *pair)
                if place not in known:
                    known[place] = (space, self._spot(*pair))
                found[pair] = known[place]
        return tuple(found.values())

    def _find_shape(self, screenplay: int, tops: Tops) -> Shape:
        card = self.edition.screenplays[screenplay]
        empty = sorted(kind for kind in card.spaces if kind != GUEST_STAR)
        shape = self._shape(card.genre, card.stars, tuple(empty), 0, guest_open=GUEST_STAR in card.spaces)
        for kind, tile in zip(card.spaces, tops, strict=True):
            if tile != NO_TILE:
                shape = self.after(shape, self._spot(kind, NO_TILE), tile)
        return shape

    def _find_after(self, shape: Shape, spot: Spot, tile: int) -> Shape:
        stars, in_chair = self.edition.tile_stars, self._in_chair
        total, chair = shape.total + stars[tile], shape.stars + in_chair[tile]
        empty, guest_open = list(shape.empty), shape.guest_open
        if spot.covered != NO_TILE:
            total, chair = total - stars[spot.covered], chair - in_chair[spot.covered]
        elif spot.kind == GUEST_STAR:
            guest_open = False
        else:
            empty.remove(spot.kind)
        return self._shape(shape.genre, total, tuple(empty), chair, guest_open=guest_open)

    def _shape(self, genre: int, total: int, empty: tuple[int, ...], stars: int, *, guest_open: bool) -> Shape:
        key = (genre, total, empty, stars, guest_open and bool(empty))
        found = self._shapes.get(key)
        if found is None:
            found = self._shapes[key] = Shape(*key[:4], guest_open=key[4])
        return found


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
