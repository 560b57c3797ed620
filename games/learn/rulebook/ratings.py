"""Examples of ratings and of a final score."""

from typing import Final, NamedTuple

from games.edition_words import Words
from games.engine import Points
from games.engine.awards import BEST_MOVIE, FIRST_MOVIE, MOVIE_OF_THE_YEAR
from games.engine.markers import MARKER_NAMES, best_marker, marker_value
from games.learn.rulebook.examples import example_table
from games.learn.rulebook.facts import plaques_of
from games.table.board import MovieRating, ratings_of
from games.table.studio import Trophy

TOTAL: Final = 12
RATINGS: Final = (18, 12, 10)
MONEY: Final = 5


class Rated(NamedTuple):
    """Movies of the same total one after the other: the markers they get, and the row of those then left."""

    total: int
    markers: tuple[str, ...]
    row: tuple[MovieRating, ...]


class ScoreExample(NamedTuple):
    """Somebody's movies, awards and money at the end, and what they come to."""

    markers: tuple[str, ...]
    trophies: tuple[Trophy, ...]
    money: str
    points: Points


def rating_example(words: Words) -> Rated:
    """Return three movies with the same total: the plus, the plain one, the next lower."""
    state = example_table(words.edition)
    markers = []
    for _ in range(3):
        marker = best_marker(state.markers, TOTAL)
        state.markers.remove(marker)
        markers.append(MARKER_NAMES[marker])
    return Rated(TOTAL, tuple(markers), ratings_of(state)[::-1])


def all_markers(words: Words) -> tuple[MovieRating, ...]:
    """Return the whole row of markers, from the lowest up."""
    return ratings_of(example_table(words.edition))[::-1]


def score_example(words: Words) -> ScoreExample:
    """Return three movies, three awards and a little money."""
    markers = [MARKER_NAMES.index(str(rating)) for rating in RATINGS]
    plaques = plaques_of(words)
    trophies = tuple(plaques[award][0] for award in (FIRST_MOVIE, BEST_MOVIE, MOVIE_OF_THE_YEAR))
    points = Points(
        markers=sum(marker_value(marker) for marker in markers),
        awards=sum(trophy.points for trophy in trophies),
        money=MONEY,
    )
    return ScoreExample(tuple(MARKER_NAMES[marker] for marker in markers), trophies, words.money(MONEY), points)
