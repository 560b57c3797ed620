"""Learning what a table is worth: matches of the director against itself, and a least-squares fit for each stage."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Appraiser, appraiser_for
from games.ai.deals import CHECKING, TUNING, secret_of, setup_of
from games.ai.learned import FEATURES, MONEY, STAGES, features, stage_of
from games.ai.rollout import play_location
from games.ai.weights import load_weights
from games.engine import load_edition, scores, start
from games.engine.state import OVER

# How far bids stray in training, so that the fit sees more than one way to play.
NOISE: Final = 0.5
# Keeps the fit from leaning on features that hardly vary.
RIDGE: Final = 1.0
# The points of a coin that is kept to the end.
KEPT: Final = 1.0


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """What is learned, and from how many matches."""

    edition: str
    seats: int
    games: int = 1500
    checked: int = 150
    seed: str = "1"

    def label(self, deals: str) -> str:
        """Training and checking use different deals."""
        return f"{deals}/learned-{self.seed}/{self.edition}/{self.seats}"

    def provenance(self) -> dict[str, Any]:
        """Return how the figures came about, for the file."""
        return {
            "command": "manage.py train",
            "method": "ridge regression of final scores, a coin at least a point; directors with noise in their bids",
            "deals": self.label(TUNING),
            "games": self.games,
            "checked_on": self.label(CHECKING),
            "checked_games": self.checked,
        }


class Example(NamedTuple):
    """A seat at a stage of a match, and the score it had in the end."""

    stage: int
    row: tuple[float, ...]
    score: float


def train(plan: TrainingPlan) -> list[dict[str, Any]]:
    """Weights by stage, with the error on deals that the fit has not seen."""
    learned = list(examples(plan, TUNING, plan.games))
    unseen = list(examples(plan, CHECKING, plan.checked))
    stages = []
    for stage in range(STAGES):
        weights = fit_stage([example for example in learned if example.stage == stage])
        tests = [example for example in unseen if example.stage == stage]
        stages.append(
            {
                "stage": stage,
                "error": round(_error(weights, tests), 2),
                "spread": round(_spread(tests), 2),
                "weights": {name: round(weight, 4) for name, weight in zip(FEATURES, weights, strict=True)},
            }
        )
    return stages


def examples(plan: TrainingPlan, deals: str, games: int) -> Iterator[Example]:
    """Yield every seat at every location of some matches."""
    edition = load_edition(plan.edition)
    appraiser = appraiser_for(edition, plan.seats, load_weights(plan.edition, plan.seats))
    for game in range(games):
        yield from _play(plan, appraiser, plan.label(deals), game)


def _play(plan: TrainingPlan, appraiser: Appraiser, label: str, game: int) -> Iterator[Example]:
    state = start(setup_of(appraiser.edition, plan.seats, secret_of(label, game)))
    dice, seats = Random(f"{label}/{game}"), [appraiser] * plan.seats
    seen = []
    while state.phase != OVER:
        seen.append((stage_of(appraiser, state), features(appraiser, state)))
        play_location(state, seats, dice, NOISE)
    final = scores(state)
    for stage, rows in seen:
        yield from (Example(stage, row, score) for row, score in zip(rows, final, strict=True))


def fit_stage(rows: Sequence[Example]) -> list[float]:
    """Return the fit, in which a coin is worth no less than the point it will be if it is kept.

    A free fit says less where tiles are worth more than the features tell: who has spent money has such tiles.
    """
    free = fit(rows)
    if free[MONEY] >= KEPT:
        return free
    settled = fit([_without_money(example) for example in rows])
    settled[MONEY] = KEPT
    return settled


def _without_money(example: Example) -> Example:
    before, money, after = example.row[:MONEY], example.row[MONEY], example.row[MONEY + 1 :]
    return Example(example.stage, (*before, 0.0, *after), example.score - KEPT * money)


def fit(rows: Sequence[Example]) -> list[float]:
    """Return the weights with the least squared error."""
    size = len(FEATURES)
    matrix = [[RIDGE * (one == other) for other in range(size)] + [0.0] for one in range(size)]
    for example in rows:
        for one, value in enumerate(example.row):
            line = matrix[one]
            for other in range(one, size):
                line[other] += value * example.row[other]
            line[size] += value * example.score
    for one in range(size):
        for other in range(one):
            matrix[one][other] = matrix[other][one]
    return solve(matrix)


def solve(matrix: list[list[float]]) -> list[float]:
    """Return the solution of linear equations, by elimination; the last column is the right side."""
    size = len(matrix)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(matrix[row][column]))
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        for row in range(size):
            if row != column:
                factor = matrix[row][column] / matrix[column][column]
                matrix[row] = [a - factor * b for a, b in zip(matrix[row], matrix[column], strict=True)]
    return [matrix[row][size] / matrix[row][row] for row in range(size)]


def _error(weights: Sequence[float], tests: Iterable[Example]) -> float:
    """Return the root of the mean squared error."""
    misses = [sum(w * v for w, v in zip(weights, test.row, strict=True)) - test.score for test in tests]
    return fmean(miss * miss for miss in misses) ** 0.5


def _spread(tests: Sequence[Example]) -> float:
    """Return what the error would be for who only knows the mean."""
    mean = fmean(test.score for test in tests)
    return fmean((test.score - mean) ** 2 for test in tests) ** 0.5
