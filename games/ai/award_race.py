"""What the movies made so far leave to win for a seat: markers, and the awards in reach."""

from collections.abc import Sequence
from math import exp

from games.ai.outlook import Calendar
from games.ai.weights import Weights
from games.engine.awards import BEST_DIRECTOR, BEST_MOVIE, FIRST_MOVIE, MOVIE_OF_THE_YEAR, POINTS, WORST_MOVIE
from games.engine.edition import QUARTERS
from games.engine.kinds import DIRECTOR
from games.engine.markers import MARKER_VALUES, marker_value
from games.engine.state import NO_TILE, NOBODY, State

HIGHEST = 32
# How sharply a better marker tells, in markers; and director stars.
MARKER_SPREAD, STARS_SPREAD = 2.0, 2.0
# The part of its chance that a first movie loses with each space still empty.
FIRST_FADES = 0.7
# The part of its chance that a best movie loses with each further quarter.
BEST_FADES = 0.6
BEST_MOVIES = [POINTS[BEST_MOVIE] * sum(BEST_FADES**later for later in range(quarters)) for quarters in range(QUARTERS)]
# A movie below this may well stay the worst one.
LOW_MARKER = 9.0


def chance_above(lead: float, spread: float) -> float:
    """Return the chance to come out ahead with such a lead."""
    scaled = lead / spread
    return 1 / (1 + exp(-scaled)) if scaled > -30 else 0.0


class AwardRace:
    """One seat among its rivals, as far as finished movies go; it changes only when a movie is finished."""

    def __init__(self, state: State, seat: int) -> None:
        """Read the movies."""
        edition = state.edition
        self.own_best = [0] * len(edition.genres)
        self.rival_best = [0] * len(edition.genres)
        self.first_open = [True] * len(edition.genres)
        stars = [0] * state.setup.seats
        lowest, holder = HIGHEST, NOBODY
        for movie in state.movies:
            genre, value = edition.screenplays[movie.screenplay].genre, marker_value(movie.marker)
            best = self.own_best if movie.seat == seat else self.rival_best
            best[genre] = max(best[genre], value)
            self.first_open[genre] = False
            if value <= lowest:
                lowest, holder = value, movie.seat
            for space in edition.spaces[movie.screenplay]:
                tile = state.top[space]
                if tile != NO_TILE and edition.tile_kind[tile] == DIRECTOR:
                    stars[movie.seat] += edition.tile_stars[tile]
        self.lowest = lowest
        self.has_worst = holder == seat
        self.own_top, self.rival_top = max(self.own_best), max(self.rival_best)
        self.stars_ahead = stars[seat] - max(stars[:seat] + stars[seat + 1 :])
        self.markers = _markers_by_total(state.markers)
        self.can_draw = state.drawn < len(state.setup.deal.screenplays)

    def marker(self, total: float) -> float:
        """Return the marker to expect of a total that is not settled yet."""
        whole = int(total) if total > 0 else 0
        here, above = self.markers[whole], self.markers[whole + 1]
        return here + (above - here) * (total - whole)

    def movie(
        self, weights: Weights, calendar: Calendar, moment: int, genre: int, total: float, stars: float, missing: int
    ) -> float:
        """Return the points of a movie of this total, if it gets finished: marker, new screenplay, awards."""
        left = calendar.left[moment]
        own, value = self.own_best[genre], self.marker(total)
        bar = max(self.rival_best[genre], weights.usual_best * left**0.3)
        year = _raise(own, value, bar, MARKER_SPREAD) * weights.movie_of_the_year * POINTS[MOVIE_OF_THE_YEAR]
        first = weights.first_movie * POINTS[FIRST_MOVIE] * FIRST_FADES**missing if self.first_open[genre] else 0.0
        chair = _raise(self.stars_ahead, self.stars_ahead + stars, 0, STARS_SPREAD)
        return (
            value
            + (weights.movie_bonus if self.can_draw else 0.0)
            + year
            + first
            + chair * weights.best_director * POINTS[BEST_DIRECTOR]
            + self._best_movies(calendar.best_movies_left[moment], value, self.own_top) * weights.best_movie
            + self._worst(left, value) * weights.worst_movie * POINTS[WORST_MOVIE]
        )

    def held(self, weights: Weights, calendar: Calendar, moment: int) -> float:
        """Return the points that awards still to be made promise to the movies there are."""
        left = calendar.left[moment]
        years = sum(
            chance_above(own - max(rival, weights.usual_best * left**0.3), MARKER_SPREAD)
            for own, rival in zip(self.own_best, self.rival_best, strict=True)
            if own
        )
        best = self._best_movies(calendar.best_movies_left[moment], self.own_top, own_top=0)
        return (
            years * weights.movie_of_the_year * POINTS[MOVIE_OF_THE_YEAR]
            + best * weights.best_movie
            + chance_above(self.stars_ahead, STARS_SPREAD) * weights.best_director * POINTS[BEST_DIRECTOR]
            + (1 - left) * self.has_worst * weights.worst_movie * POINTS[WORST_MOVIE]
        )

    def _best_movies(self, quarters: int, value: float, own_top: int) -> float:
        """Return the points of coming quarters' best movies that this one would add to what the seat has."""
        if not quarters or value <= own_top:
            return 0.0
        return _raise(own_top, value, self.rival_top + 1, MARKER_SPREAD) * BEST_MOVIES[quarters]

    def _worst(self, left: float, value: float) -> float:
        """Return the chance that this movie is the worst of all in the end; early on nobody knows."""
        lead = min(self.lowest, LOW_MARKER) - value - 0.5
        return (1 - left) ** 2 * chance_above(lead, 1.0) if lead > -4 else 0.0


def _raise(own: float, new: float, bar: float, spread: float) -> float:
    """Return by how much the chance to be above the bar rises with something new."""
    if new <= own:
        return 0.0
    return chance_above(new - bar, spread) - (chance_above(own - bar, spread) if own > 0 else 0.0)


def _markers_by_total(left: Sequence[int]) -> list[int]:
    """For each total the value of the marker it earns: the highest there is that is not above it."""
    values = {MARKER_VALUES[marker] for marker in left}
    earned, best = [], 0
    for total in range(HIGHEST):
        best = total if total in values else best
        earned.append(best)
    return earned
