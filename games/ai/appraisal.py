"""What tiles are worth to a seat: by how much they raise what its screenplays promise."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.ai.award_race import AwardRace
from games.ai.outlook import Calendar
from games.ai.shapes import Shape, TileFit, Tops, make_room, shapes_of
from games.ai.weights import Weights
from games.engine.edition import Edition
from games.engine.kinds import DIRECTOR, GUEST_STAR
from games.engine.state import NO_TILE, State

# How much is remembered at most before it is forgotten.
MOST_STANDINGS: Final = 48
MOST_REMEMBERED: Final = 6_000


class BestFit(NamedTuple):
    """A tile on its best space of one screenplay, and what it brings there; no fit where nothing is gained."""

    gain: float
    fit: TileFit | None


class Layout(NamedTuple):
    """Tiles laid out one by one, each where it brings most: points, and which tile went on which space of which
    screenplay; tiles that are of no use come last, without a screenplay."""

    worth: float
    steps: tuple[tuple[int, int, int], ...]


class Haul(NamedTuple):
    """What tiles bring a seat, and where they go: (tile, space or None), in that order."""

    worth: float
    places: list[tuple[int, int | None]]


# The unfinished screenplays of a seat with the tiles on them.
Held = tuple[tuple[int, Tops], ...]
NOWHERE: Final = -1
NOTHING_LAID: Final = BestFit(0.0, None)


class Prospects:
    """A seat's prospects while the finished movies stay what they are; remembers what it has worked out."""

    def __init__(self, appraiser: "Appraiser", race: AwardRace) -> None:
        """Nothing is worked out yet."""
        self.appraiser = appraiser
        self.race = race
        self._promises: dict[tuple[int, Shape], float] = {}
        self._laid: dict[tuple[int, int, Tops, int], BestFit] = {}
        self._layouts: dict[tuple[int, Held, tuple[int, ...], int], Layout] = {}

    def promise(self, moment: int, shape: Shape) -> float:
        """Return the points to expect of a screenplay of this shape."""
        key = (moment, shape)
        found = self._promises.get(key)
        if found is None:
            found = self._promises[key] = self._work_out(moment, shape)
        return found

    def lay(self, moment: int, screenplay: int, tops: Tops, tile: int) -> BestFit:
        """Return the best space of a screenplay for a tile."""
        key = (moment, screenplay, tops, tile)
        found = self._laid.get(key)
        if found is None:
            make_room(self._laid, MOST_REMEMBERED)
            found = self._laid[key] = self._find_space(moment, screenplay, tops, tile)
        return found

    def lay_out(self, moment: int, held: Held, tiles: tuple[int, ...], opened: int) -> Layout:
        """Return all of some tiles; a movie finished on the way brings the screenplay that lies open on the stack."""
        key = (moment, held, tiles, opened)
        found = self._layouts.get(key)
        if found is None:
            make_room(self._layouts, MOST_REMEMBERED)
            found = self._layouts[key] = self._find_layout(moment, dict(held), tiles, opened)
        return found

    def _find_layout(self, moment: int, held: dict[int, Tops], tiles: tuple[int, ...], opened: int) -> Layout:
        hand, steps, worth = list(range(len(tiles))), list[tuple[int, int, int]](), 0.0
        offers = {on: [self.lay(moment, on, tops, tile) for tile in tiles] for on, tops in held.items()}
        while hand:
            best, screenplay, chosen = NOTHING_LAID, NOWHERE, NOWHERE
            for on, laid in offers.items():
                for index in hand:
                    if laid[index].gain > best.gain:
                        best, screenplay, chosen = laid[index], on, index
            if best.fit is None:
                break
            hand.remove(chosen)
            worth += best.gain
            steps.append((chosen, screenplay, best.fit.space))
            changed, tops = screenplay, best.fit.tops
            if not best.fit.shape.empty:
                del offers[screenplay]
                changed, opened = opened, NOWHERE
                tops = () if changed == NOWHERE else (NO_TILE,) * len(self.appraiser.edition.spaces[changed])
            if hand and changed != NOWHERE:
                offers[changed] = [self.lay(moment, changed, tops, tile) for tile in tiles]
        return Layout(worth, (*steps, *((index, NOWHERE, NOWHERE) for index in hand)))

    def _work_out(self, moment: int, shape: Shape) -> float:
        weights, calendar = self.appraiser.weights, self.appraiser.calendar
        chances, empty = calendar.chances[moment], shape.empty
        chance = 1.0
        for kind in empty:
            chance *= chances[kind]
        total = shape.total + weights.usual_stars * len(empty)
        if shape.guest_open:
            total += weights.guest_stars * chances[GUEST_STAR]
        stars = shape.stars + (weights.usual_stars if DIRECTOR in empty else 0.0)
        return chance * self.race.movie(weights, calendar, moment, shape.genre, total, stars, len(empty))

    def _find_space(self, moment: int, screenplay: int, tops: Tops, tile: int) -> BestFit:
        shapes, best = self.appraiser.shapes, NOTHING_LAID
        fits = shapes.fits(screenplay, tops, tile)
        if not fits:
            return best
        before = self.promise(moment, shapes.shape(screenplay, tops))
        face = self.appraiser.weights.face * self.appraiser.calendar.parties_left[moment]
        for fit in fits:
            gain = self.promise(moment, fit.shape) - before + face * fit.faces
            if gain > best.gain:
                best = BestFit(gain, fit)
        return best


class Appraiser:
    """The valuation for one edition, number of seats and set of weights."""

    def __init__(self, edition: Edition, seats: int, weights: Weights) -> None:
        """Know the calendar; prospects come as they are asked for."""
        self.edition = edition
        self.seats = seats
        self.weights = weights
        self.calendar = Calendar(edition, seats, weights.attention)
        self.shapes = shapes_of(edition)
        self._prospects: dict[tuple[object, ...], Prospects] = {}

    def prospects(self, state: State, seat: int) -> Prospects:
        """Return the prospects of a seat."""
        key = (seat, *state.movies, *self.shapes.chairs(state))
        found = self._prospects.get(key)
        if found is None:
            make_room(self._prospects, MOST_STANDINGS)
            found = self._prospects[key] = Prospects(self, AwardRace(state, seat))
        return found

    def haul(self, state: State, seat: int, tiles: Sequence[int]) -> Haul:
        """Return what a seat gains by tiles, laid out one by one, each where it brings most."""
        layout, spaces = self.lay_out(state, seat, tiles), self.edition.spaces
        places = [
            (tiles[index], None if screenplay == NOWHERE else spaces[screenplay].start + space)
            for index, screenplay, space in layout.steps
        ]
        return Haul(layout.worth, places)

    def lay_out(self, state: State, seat: int, tiles: Sequence[int]) -> Layout:
        """Return the best way to lay out tiles, by their positions."""
        alike, stack = self.shapes.alike, state.setup.deal.screenplays
        opened = stack[state.drawn] if state.drawn < len(stack) else NOWHERE
        held = self.open_screenplays(state, seat)
        kinds = tuple([alike[tile] for tile in tiles])
        return self.prospects(state, seat).lay_out(self.calendar.moment(state), held, kinds, opened)

    def gains(self, state: State, seat: int, tiles: Iterable[int]) -> dict[int, float]:
        """Return what each of some tiles would bring a seat by itself."""
        moment, lay, alike = self.calendar.moment(state), self.prospects(state, seat).lay, self.shapes.alike
        held = self.open_screenplays(state, seat)
        return {
            tile: max([lay(moment, screenplay, tops, alike[tile]).gain for screenplay, tops in held], default=0.0)
            for tile in tiles
        }

    def ways(self, state: State, seat: int, tiles: Iterable[int]) -> Iterator[tuple[int, int, float]]:
        """Yield every tile on its best space of every screenplay that it helps: tile, space, gain."""
        moment, lay, alike = self.calendar.moment(state), self.prospects(state, seat).lay, self.shapes.alike
        for screenplay, tops in self.open_screenplays(state, seat):
            for tile in tiles:
                gain, fit = lay(moment, screenplay, tops, alike[tile])
                if fit is not None:
                    yield tile, self.edition.spaces[screenplay].start + fit.space, gain

    def worth(self, state: State, seat: int) -> float:
        """Return what a seat's unfinished screenplays promise."""
        moment, prospects, shape = self.calendar.moment(state), self.prospects(state, seat), self.shapes.shape
        held = self.open_screenplays(state, seat)
        return sum(prospects.promise(moment, shape(screenplay, tops)) for screenplay, tops in held)

    def open_screenplays(self, state: State, seat: int) -> Held:
        """Return a seat's unfinished screenplays with the tiles on them."""
        top, missing, spaces, alike = state.top, state.missing, self.edition.spaces, self.shapes.alike
        return tuple(
            [
                (screenplay, tuple([alike[top[space]] for space in spaces[screenplay]]))
                for screenplay in state.screenplays[seat]
                if missing[screenplay]
            ]
        )


class Snapshot(Appraiser):
    """A valuation that keeps to the movies of one moment, whatever gets finished later: for thinking ahead fast."""

    def __init__(self, appraiser: Appraiser, state: State) -> None:
        """Take the prospects of all seats as they are."""
        self.edition = appraiser.edition
        self.seats = appraiser.seats
        self.weights = appraiser.weights
        self.calendar = appraiser.calendar
        self.shapes = appraiser.shapes
        self._of_seats = [appraiser.prospects(state, seat) for seat in range(self.seats)]

    def prospects(self, state: State, seat: int) -> Prospects:
        """Return those of the moment of the snapshot."""
        return self._of_seats[seat]


@lru_cache(maxsize=64)
def appraiser_for(edition: Edition, seats: int, weights: Weights) -> Appraiser:
    """Return one valuation for all who think alike."""
    return Appraiser(edition, seats, weights)
