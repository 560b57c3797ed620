"""What tiles are worth to a seat: by how much they raise what its screenplays promise."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from games.ai.award_race import AwardRace
from games.ai.outlook import Calendar
from games.ai.shapes import Held, Script, Shape, make_room, shapes_of
from games.ai.weights import Weights
from games.engine.edition import Edition
from games.engine.kinds import DIRECTOR, GUEST_STAR
from games.engine.state import State

# How much is remembered at most before it is forgotten.
MOST_STANDINGS: Final = 20
MOST_REMEMBERED: Final = 2_000


class BestFit(NamedTuple):
    """A tile on its best space of one screenplay: what it brings there, which one it is, and what comes of it."""

    gain: float
    space: int
    shape: Shape | None  # none where nothing is gained


class Layout(NamedTuple):
    """Tiles laid out one by one, each where it brings most: points, and which tile went on which space of which
    screenplay; tiles that are of no use come last, without a screenplay."""

    worth: float
    steps: tuple[tuple[int, int, int], ...]


class Haul(NamedTuple):
    """What tiles bring a seat, and where they go: (tile, space or None), in that order."""

    worth: float
    places: list[tuple[int, int | None]]


NOWHERE: Final = -1
NOTHING_LAID: Final = BestFit(0.0, NOWHERE, None)


class Hour:
    """A seat's prospects at one moment of the year; remembers what it has worked out."""

    def __init__(self, appraiser: "Appraiser", race: AwardRace, moment: int) -> None:
        """Nothing is worked out yet."""
        self.appraiser, self.race, self.moment = appraiser, race, moment
        self.shapes, self.calendar, self.weights = appraiser.shapes, appraiser.calendar, appraiser.weights
        self._chances = self.calendar.chances[moment]
        self._face = self.weights.face * self.calendar.parties_left[moment]
        self._promises: dict[Shape, float] = {}
        self._laid: dict[tuple[Script, int], BestFit] = {}
        self._gains: dict[tuple[Held, int], float] = {}
        self._layouts: dict[tuple[Held, tuple[int, ...], int], Layout] = {}

    def promise(self, shape: Shape) -> float:
        """Return the points to expect of a screenplay of this shape."""
        found = self._promises.get(shape)
        if found is None:
            found = self._promises[shape] = self._work_out(shape)
        return found

    def lay(self, script: Script, tile: int) -> BestFit:
        """Return the best space of a screenplay for a tile."""
        key = (script, tile)
        found = self._laid.get(key)
        if found is None:
            make_room(self._laid, MOST_REMEMBERED)
            found = self._laid[key] = self._find_space(script, tile)
        return found

    def gain(self, held: Held, tile: int) -> float:
        """Return what a tile brings by itself, on the best of all spaces."""
        key = (held, tile)
        found = self._gains.get(key)
        if found is None:
            make_room(self._gains, MOST_REMEMBERED)
            found = self._gains[key] = max([self.lay(script, tile).gain for script in held], default=0.0)
        return found

    def lay_out(self, held: Held, tiles: tuple[int, ...], opened: int) -> Layout:
        """Return all of some tiles; a movie finished on the way brings the screenplay that lies open on the stack."""
        key = (held, tiles, opened)
        found = self._layouts.get(key)
        if found is None:
            make_room(self._layouts, MOST_REMEMBERED)
            found = self._layouts[key] = self._find_layout(held, tiles, opened)
        return found

    def _find_layout(self, held: Held, tiles: tuple[int, ...], opened: int) -> Layout:
        hand, steps, worth = list(range(len(tiles))), list[tuple[int, int, int]](), 0.0
        scripts = {script.screenplay: script for script in held}
        offers = {script.screenplay: [self.lay(script, tile) for tile in tiles] for script in held}
        while hand:
            best, screenplay, chosen = _best_offer(offers, hand)
            if best.shape is None:
                break
            hand.remove(chosen)
            worth += best.gain
            steps.append((chosen, screenplay, best.space))
            if not hand:
                break
            if best.shape.empty:
                changed = self.shapes.with_tile(scripts[screenplay], best.space, tiles[chosen])
            else:
                del offers[screenplay]
                if opened == NOWHERE:
                    continue
                changed, opened = self.shapes.blank(opened), NOWHERE
            scripts[changed.screenplay] = changed
            offers[changed.screenplay] = [self.lay(changed, tile) for tile in tiles]
        return Layout(worth, (*steps, *((index, NOWHERE, NOWHERE) for index in hand)))

    def _work_out(self, shape: Shape) -> float:
        weights, chances, empty = self.weights, self._chances, shape.empty
        chance = 1.0
        for kind in empty:
            chance *= chances[kind]
        total = shape.total + weights.usual_stars * len(empty)
        if shape.guest_open:
            total += weights.guest_stars * chances[GUEST_STAR]
        stars = shape.stars + (weights.usual_stars if DIRECTOR in empty else 0.0)
        return chance * self.race.movie(weights, self.calendar, self.moment, shape.genre, total, stars, len(empty))

    def _find_space(self, script: Script, tile: int) -> BestFit:
        edition, shape, after, promise = self.appraiser.edition, script.shape, self.shapes.after, self.promise
        bit, is_face, face = edition.tile_bit[tile], edition.tile_is_face[tile], self._face
        best, before = NOTHING_LAID, promise(shape)
        for space, spot in script.spots:
            if spot.takes & bit:
                then = after(shape, spot, tile)
                gain = promise(then) - before + face * (is_face - spot.is_face)
                if gain > best.gain:
                    best = BestFit(gain, space, then)
        return best


def _best_offer(offers: Mapping[int, Sequence[BestFit]], hand: Iterable[int]) -> tuple[BestFit, int, int]:
    """Return what brings most of all, on which screenplay, and which tile of the hand it is."""
    best, screenplay, chosen = NOTHING_LAID, NOWHERE, NOWHERE
    for on, laid in offers.items():
        for index in hand:
            if laid[index].gain > best.gain:
                best, screenplay, chosen = laid[index], on, index
    return best, screenplay, chosen


class Prospects:
    """A seat's prospects while the finished movies stay what they are, moment by moment."""

    def __init__(self, appraiser: "Appraiser", race: AwardRace) -> None:
        """Nothing is worked out yet."""
        self.appraiser, self.race = appraiser, race
        self._hours: dict[int, Hour] = {}

    def at(self, moment: int) -> Hour:
        """Return those of a moment."""
        found = self._hours.get(moment)
        if found is None:
            found = self._hours[moment] = Hour(self.appraiser, self.race, moment)
        return found


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

    def hour(self, state: State, seat: int) -> Hour:
        """Return the prospects of a seat at this moment."""
        return self.prospects(state, seat).at(self.calendar.moment(state))

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
        kinds = tuple([alike[tile] for tile in tiles])
        return self.hour(state, seat).lay_out(self.shapes.held(state, seat), kinds, opened)

    def gains(self, state: State, seat: int, tiles: Iterable[int]) -> dict[int, float]:
        """Return what each of some tiles would bring a seat by itself."""
        gain, held, alike = self.hour(state, seat).gain, self.shapes.held(state, seat), self.shapes.alike
        return {tile: gain(held, alike[tile]) for tile in tiles}

    def ways(self, state: State, seat: int, tiles: Iterable[int]) -> Iterator[tuple[int, int, float]]:
        """Yield every tile on its best space of every screenplay that it helps: tile, space, gain."""
        lay, alike = self.hour(state, seat).lay, self.shapes.alike
        for script in self.shapes.held(state, seat):
            for tile in tiles:
                gain, space, after = lay(script, alike[tile])
                if after is not None:
                    yield tile, self.edition.spaces[script.screenplay].start + space, gain

    def worth(self, state: State, seat: int) -> float:
        """Return what a seat's unfinished screenplays promise."""
        promise = self.hour(state, seat).promise
        return sum(promise(script.shape) for script in self.shapes.held(state, seat))


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
