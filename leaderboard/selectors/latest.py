"""What is read from somebody's latest matches: movies, genres, answers and streaks.

The latest ones only, so that a page costs the same for who plays much.
"""

from collections import Counter
from dataclasses import dataclass
from typing import Final

from games.edition_words import words_of
from games.engine import edition_files
from games.models import Match
from leaderboard.models import Appearance
from leaderboard.times import add_up, quartiles

LATEST: Final = 200
BEST_MOVIES: Final = 5


@dataclass(frozen=True, slots=True)
class BestMovie:
    """A movie somebody made."""

    title: str
    edition: str
    genre: str
    marker: str
    total: int


@dataclass(frozen=True, slots=True)
class Genre:
    """What somebody likes to make: `key` is the edition's id of the genre, for its drawing."""

    key: str
    name: str
    movies: int
    share: int


@dataclass(frozen=True, slots=True)
class AnswerTimes:
    """Within how many seconds a quarter, half and three quarters of the answers came."""

    pace: str
    first: int
    second: int
    third: int


def edition_name(edition_id: str) -> str:
    """Return an edition in the reader's words; one that is gone by its id."""
    return words_of(edition_id).name if edition_id in edition_files() else edition_id


def streaks_of(latest: list[Appearance]) -> tuple[int, int]:
    """Return how many were won in a row up to now, and at most."""
    streak, best, is_broken = 0, 0, False
    run = 0
    for appearance in latest:
        run = run + 1 if appearance.has_won else 0
        best = max(best, run)
        is_broken = is_broken or not appearance.has_won
        streak += not is_broken
    return streak, best


def genres_of(latest: list[Appearance]) -> tuple[Genre, ...]:
    """Genres by how many movies of them somebody made, the most loved first."""
    made = Counter((movie[1], appearance.edition_id) for appearance in latest for movie in appearance.movies)
    by_genre: Counter[str] = Counter()
    names: dict[str, str] = {}
    for (genre, edition_id), movies in made.items():
        by_genre[genre] += movies
        if edition_id in edition_files():
            names.setdefault(genre, words_of(edition_id).word(genre))
    most = max(by_genre.values(), default=1)
    return tuple(
        Genre(genre, names.get(genre, genre), movies, round(100 * movies / most))
        for genre, movies in by_genre.most_common()
    )


def best_movies(latest: list[Appearance]) -> tuple[BestMovie, ...]:
    """Return the movies with the highest markers, and among equals the highest totals."""
    made = [(appearance.edition_id, *movie) for appearance in latest for movie in appearance.movies]
    made = [movie for movie in made if movie[0] in edition_files()]
    best = sorted(made, key=lambda movie: (_rank(movie[3]), movie[4]), reverse=True)[:BEST_MOVIES]
    return tuple(_movie(*movie) for movie in best)


def _rank(marker: str | None) -> tuple[int, bool]:
    return (int(marker.rstrip("+")), marker.endswith("+")) if marker else (-1, False)


def _movie(edition_id: str, screenplay: str, genre: str, marker: str | None, total: int) -> BestMovie:
    words = words_of(edition_id)
    titles = {play.id: number for number, play in enumerate(words.edition.screenplays)}
    title = words.screenplay(titles[screenplay]) if screenplay in titles else screenplay
    return BestMovie(title, words.name, words.word(genre), marker or "–", total)


def answers_of(latest: list[Appearance]) -> tuple[AnswerTimes, ...]:
    """Return how fast somebody answers, live and slow apart."""
    found = []
    for pace in Match.Pace.values:
        times = quartiles(add_up(appearance.answers for appearance in latest if appearance.pace == pace))
        if times:
            found.append(AnswerTimes(str(Match.Pace(pace).label), *times))
    return tuple(found)
