"""The end: markers, awards and money make the score; the edition settles ties."""

from typing import Final, NamedTuple

from games.engine.awards import movie_rank
from games.engine.markers import marker_value
from games.engine.state import State

NO_MOVIE: Final = -1_000


class Points(NamedTuple):
    """A seat's score by its sources."""

    markers: int
    awards: int
    money: int

    @property
    def total(self) -> int:
        return self.markers + self.awards + self.money


def points(state: State, seat: int) -> Points:
    """Return what a seat has: unfinished screenplays are worth nothing, and the pot is nobody's."""
    return Points(
        markers=sum(marker_value(movie.marker) for movie in state.movies if movie.seat == seat),
        awards=sum(award.points for award in state.awards if award.seat == seat),
        money=state.money[seat],
    )


def scores(state: State) -> list[int]:
    """Return the score of each seat."""
    return [points(state, seat).total for seat in range(state.setup.seats)]


def places(state: State) -> list[int]:
    """Return the place of each seat. Ruling R8: equal ranks share a place, and the next number is skipped (1, 1, 3)."""
    ranks = [(score, _tie_break(state, seat)) for seat, score in enumerate(scores(state))]
    return [1 + sum(other > rank for other in ranks) for rank in ranks]


def _tie_break(state: State, seat: int) -> int:
    """Return the rank of a seat's best movie, where the edition breaks ties by it; below all others with no movie."""
    if not state.edition.options.highest_marker_breaks_ties:
        return 0
    return max((movie_rank(state.movies, movie) for movie in state.movies if movie.seat == seat), default=NO_MOVIE)
