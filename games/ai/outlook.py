"""What is still to come in a match: tiles, parties, and the chance that a space will be filled."""

from functools import cache
from math import exp

from games.engine.edition import QUARTERS, Edition
from games.engine.kinds import EMPTY_TAKES
from games.engine.state import State

# So many locations are thought of as one moment.
STEP = 4


class Calendar:
    """The year by its moments: one for each location of each quarter, as seen once that location is done with."""

    def __init__(self, edition: Edition, seats: int, attention: float) -> None:
        """Look ahead from every moment of the year."""
        self.locations = len(edition.board)
        moments = self.locations * QUARTERS
        sizes = [location.size(seats) or 1 for location in edition.board] * QUARTERS
        parties = [location.is_party for location in edition.board] * QUARTERS
        self.left = [1 - (moment + 1) / moments for moment in range(moments)]
        self.parties_left = [sum(parties[moment + 1 :]) for moment in range(moments)]
        self.best_movies_left = [max(QUARTERS - 1 - moment // self.locations, 0) for moment in range(moments)]
        # Early in the year some locations more or less make no difference, and who thinks of them as one thinks faster.
        last_quarter = moments - self.locations
        self._seen_from = [
            moment if moment >= last_quarter else moment // STEP * STEP + STEP // 2 for moment in range(moments)
        ]
        shares = _shares(edition)
        # By moment and kind of space.
        self.chances = [
            [1 - exp(-attention * sum(sizes[moment + 1 :]) / seats * share) for share in shares]
            for moment in range(moments)
        ]

    def moment(self, state: State) -> int:
        """Return where in the year a match is."""
        return self._seen_from[(state.quarter - 1) * self.locations + state.location]


@cache
def _shares(edition: Edition) -> list[float]:
    """By kind of space: which part of all tiles fits on it."""
    kinds = [tile.kind for tile in edition.tiles]
    return [sum(takes >> kind & 1 for kind in kinds) / len(kinds) for takes in EMPTY_TAKES]
