"""The eleven awards: three for first movies, three for quarters, five at the end of the match."""

from collections.abc import Iterable
from typing import Final

from games.engine.edition import QUARTERS
from games.engine.events import AwardMade, AwardWithdrawn, Events
from games.engine.kinds import DIRECTOR
from games.engine.markers import NO_MARKER
from games.engine.state import NO_TILE, Award, Movie, State

FIRST_MOVIE: Final = "first_movie"
BEST_MOVIE: Final = "best_movie"
MOVIE_OF_THE_YEAR: Final = "movie_of_the_year"
BEST_DIRECTOR: Final = "best_director"
WORST_MOVIE: Final = "worst_movie"

POINTS: Final = {FIRST_MOVIE: 5, BEST_MOVIE: 5, MOVIE_OF_THE_YEAR: 10, BEST_DIRECTOR: 10, WORST_MOVIE: 10}


def movie_rank(movies: list[Movie], movie: Movie) -> int:
    """Higher is better. Ruling R5: without a marker a movie ranks below every marker, a later one lower."""
    # Ruling R9: markers are single objects, so no two movies rank equal.
    return movie.marker if movie.marker != NO_MARKER else -1 - movies.index(movie)


def award_first_movie(state: State, movie: Movie, events: Events) -> None:
    """Give the first movie of its genre in the match its award when it is completed."""
    genre = state.edition.screenplays[movie.screenplay].genre
    if not any(award.award == FIRST_MOVIE and award.genre == genre for award in state.awards):
        _give(state, events, FIRST_MOVIE, movie, genre=genre)


def award_quarter(state: State, events: Events) -> None:
    """Best Movie at the end of the first three quarters, the five large awards after the last."""
    if state.quarter < QUARTERS:
        # Ruling R7: where no movie is complete, the quarter's award leaves the match.
        _give(state, events, BEST_MOVIE, best_of(state, state.movies), quarter=state.quarter)
        return
    _withdraw_first_movies(state, events)
    for genre in range(len(state.edition.genres)):
        _give(state, events, MOVIE_OF_THE_YEAR, best_of(state, movies_in(state, genre)), genre=genre)
    _give_best_director(state, events)
    worst = min(state.movies, key=lambda movie: movie_rank(state.movies, movie), default=None)
    _give(state, events, WORST_MOVIE, worst)


def _withdraw_first_movies(state: State, events: Events) -> None:
    for genre, name in enumerate(state.edition.genres):
        if not movies_in(state, genre):
            _withdraw(events, FIRST_MOVIE, name)


def movies_in(state: State, genre: int) -> list[Movie]:
    """Return the movies of a genre."""
    return [movie for movie in state.movies if state.edition.screenplays[movie.screenplay].genre == genre]


def best_of(state: State, movies: Iterable[Movie]) -> Movie | None:
    """Return the movie with the highest marker."""
    return max(movies, key=lambda movie: movie_rank(state.movies, movie), default=None)


def director_stars(state: State, seat: int) -> int:
    """Return the stars on the top director tiles of a seat's movies; jokers in the chair do not count."""
    edition = state.edition
    tiles = (
        state.top[space] for movie in state.movies if movie.seat == seat for space in edition.spaces[movie.screenplay]
    )
    return sum(edition.tile_stars[tile] for tile in tiles if tile != NO_TILE and edition.tile_kind[tile] == DIRECTOR)


def best_director(state: State) -> int | None:
    """Return the seat with the most director stars. Ruling R6: a tie for the most, at 0 too, is nobody's."""
    stars = [director_stars(state, seat) for seat in range(state.setup.seats)]
    return stars.index(max(stars)) if stars.count(max(stars)) == 1 else None


def _give_best_director(state: State, events: Events) -> None:
    seat = best_director(state)
    if seat is None:
        _withdraw(events, BEST_DIRECTOR)
    else:
        _record(state, events, Award(BEST_DIRECTOR, None, None, None, seat, POINTS[BEST_DIRECTOR]))


def _give(
    state: State,
    events: Events,
    award: str,
    movie: Movie | None,
    genre: int | None = None,
    quarter: int | None = None,
) -> None:
    if movie is None:
        _withdraw(events, award, None if genre is None else state.edition.genres[genre], quarter)
    else:
        _record(state, events, Award(award, genre, quarter, movie.screenplay, movie.seat, POINTS[award]))


def _record(state: State, events: Events, award: Award) -> None:
    state.awards.append(award)
    if events is not None:
        events.append(
            AwardMade(
                award=award.award,
                genre=None if award.genre is None else state.edition.genres[award.genre],
                quarter=award.quarter,
                screenplay=None if award.screenplay is None else state.edition.screenplays[award.screenplay].id,
                seat=award.seat,
                points=award.points,
            )
        )


def _withdraw(events: Events, award: str, genre: str | None = None, quarter: int | None = None) -> None:
    if events is not None:
        events.append(AwardWithdrawn(award, genre, quarter))
