"""The middle of the table: markers still to be had, and awards still open with whoever leads for each."""

from dataclasses import dataclass

from games.edition_words import Words
from games.engine import State
from games.engine.awards import (
    BEST_DIRECTOR,
    BEST_MOVIE,
    FIRST_MOVIE,
    MOVIE_OF_THE_YEAR,
    POINTS,
    WORST_MOVIE,
    best_director,
    best_of,
    director_stars,
    movie_rank,
    movies_in,
)
from games.engine.edition import QUARTERS
from games.engine.markers import MARKER_NAMES, MARKERS, marker_name
from games.engine.state import OVER, Movie
from games.table.people import Person
from games.table.studio import award_label, genre_picture


@dataclass(frozen=True, slots=True)
class MovieRating:
    """A value on the row of markers: whether its plus and its plain marker are left."""

    value: str
    is_left: bool
    has_plus: bool


@dataclass(frozen=True, slots=True)
class OpenAward:
    """An award nobody has yet, and who would get it now."""

    award: str
    genre: str
    label: str
    short: str  # what tells it from its like in one word: a genre, a round; empty where its kind does
    points: int
    leader: Person | None
    by: str  # the marker or the stars that lead
    stars: int = 0  # of the director who leads


def ratings_of(state: State) -> tuple[MovieRating, ...]:
    """List the markers from 22 down."""
    left = {MARKER_NAMES[marker] for marker in state.markers}
    values = sorted({value for _, value in MARKERS}, reverse=True)
    return tuple(MovieRating(str(v), str(v) in left or f"{v}+" in left, f"{v}+" in left) for v in values)


def open_awards(state: State, people: tuple[Person, ...], words: Words) -> tuple[OpenAward, ...]:
    """List what can still be won, in the order of the rules."""
    if state.phase == OVER:
        return ()
    given = {(award.award, award.genre) for award in state.awards}
    genres = range(len(state.edition.genres))
    awards = [_first(state, genre, words) for genre in genres if (FIRST_MOVIE, genre) not in given]
    if state.quarter < QUARTERS:
        awards.append(_by_movie(state, BEST_MOVIE, best_of(state, state.movies), people, words, quarter=state.quarter))
    for genre in genres:
        best = best_of(state, movies_in(state, genre))
        awards.append(_by_movie(state, MOVIE_OF_THE_YEAR, best, people, words, genre=genre))
    awards.append(_director(state, people, words))
    worst = min(state.movies, key=lambda movie: movie_rank(state.movies, movie), default=None)
    awards.append(_by_movie(state, WORST_MOVIE, worst, people, words))
    return tuple(awards)


def _first(state: State, genre: int, words: Words) -> OpenAward:
    label, short = award_label(FIRST_MOVIE, genre, None, words), words.genre_in_short(genre)
    return OpenAward(FIRST_MOVIE, genre_picture(genre), label, short, POINTS[FIRST_MOVIE], None, "")


def _by_movie(
    state: State,
    award: str,
    movie: Movie | None,
    people: tuple[Person, ...],
    words: Words,
    genre: int | None = None,
    quarter: int | None = None,
) -> OpenAward:
    return OpenAward(
        award=award,
        genre=genre_picture(genre),
        label=award_label(award, genre, quarter, words),
        short=_short(genre, quarter, words),
        points=POINTS[award],
        leader=people[movie.seat] if movie else None,
        by=(marker_name(movie.marker) or "0") if movie else "",
    )


def _director(state: State, people: tuple[Person, ...], words: Words) -> OpenAward:
    leader = best_director(state)
    label, points = award_label(BEST_DIRECTOR, None, None, words), POINTS[BEST_DIRECTOR]
    if leader is None:
        return OpenAward(BEST_DIRECTOR, "", label, "", points, None, "")
    stars = words.stars(director_stars(state, leader))
    return OpenAward(BEST_DIRECTOR, "", label, "", points, people[leader], stars, director_stars(state, leader))


def _short(genre: int | None, quarter: int | None, words: Words) -> str:
    if genre is not None:
        return words.genre_in_short(genre)
    return "" if quarter is None else f"{words.word('quarter')}\N{NO-BREAK SPACE}{quarter}"
