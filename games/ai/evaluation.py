"""What a table is worth to each seat: points made, awards in reach, what screenplays promise, and money."""

from dataclasses import dataclass
from math import exp
from typing import Final, Protocol

from games.ai.appraisal import Appraiser
from games.ai.award_race import AwardRace
from games.engine import State, points, scores
from games.engine.party import count_faces
from games.engine.state import OVER

# Once it is over a lead is a win. But few ends are seen in thought, and to count wins among them is mostly noise:
# softened like this they tell the price of a lot to a coin, with less softness they miss it by nearly two.
LUCK_AT_THE_END: Final = 5.0


class Judge(Protocol):
    """Tells from a table how the match will end. A value: equal ones judge alike."""

    def __hash__(self) -> int: ...

    def scores(self, appraiser: Appraiser, state: State) -> list[float]:
        """Return the score to expect of each seat."""

    def coin(self, appraiser: Appraiser, state: State) -> float:
        """Return the points to expect of one piece of money."""

    def luck(self, appraiser: Appraiser, state: State) -> float:
        """Return how many points of lead are worth little, since so much can still happen."""


@dataclass(frozen=True, slots=True)
class PlainJudge:
    """Adds up what the valuation says."""

    luck_early: float = 12.0
    luck_late: float = 5.0

    def scores(self, appraiser: Appraiser, state: State) -> list[float]:
        """Return the sum of what is there and what is promised; exact once the match is over."""
        if state.phase == OVER:
            return [float(score) for score in scores(state)]
        return [self._score(appraiser, state, seat) for seat in range(state.setup.seats)]

    def _score(self, appraiser: Appraiser, state: State, seat: int) -> float:
        weights, calendar = appraiser.weights, appraiser.calendar
        moment = calendar.moment(state)
        made = points(state, seat)
        return (
            made.markers
            + made.awards
            + made.money * self.coin(appraiser, state)
            + AwardRace(state, seat).held(weights, calendar, moment)
            + appraiser.worth(state, seat)
            + weights.face * calendar.parties_left[moment] * count_faces(state, seat)
        )

    def coin(self, appraiser: Appraiser, state: State) -> float:
        """Its face value in the end; until then what it buys, which is most with two seats, where prices are low."""
        if state.phase == OVER:
            return 1.0
        weights, left = appraiser.weights, _left(appraiser, state)
        price = weights.price_late + (weights.price_early - weights.price_late) * left
        return max(1 / (price * (1 + weights.denial)), 1.0)

    def luck(self, appraiser: Appraiser, state: State) -> float:
        """Much in the beginning, little in the end."""
        if state.phase == OVER:
            return LUCK_AT_THE_END
        return self.luck_late + (self.luck_early - self.luck_late) * _left(appraiser, state)


def _left(appraiser: Appraiser, state: State) -> float:
    return 0.0 if state.phase == OVER else appraiser.calendar.left[appraiser.calendar.moment(state)]


def chance_to_win(values: list[float], seat: int, luck: float) -> float:
    """Return the chance that a seat wins from such expectations."""
    best = max(values)
    odds = [exp((value - best) / luck) for value in values]
    return odds[seat] / sum(odds)


def chances_to_win(values: list[float], luck: float) -> list[float]:
    """Return everybody's chance to win from such expectations."""
    best = max(values)
    odds = [exp((value - best) / luck) for value in values]
    total = sum(odds)
    return [one / total for one in odds]
