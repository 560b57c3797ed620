"""The score to expect of a seat, learned from self-play: linear in a few features, with weights for each stage."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from games.ai.appraisal import Appraiser
from games.ai.award_race import AwardRace
from games.ai.evaluation import LUCK_AT_THE_END
from games.engine import State, points, scores
from games.engine.party import count_faces
from games.engine.state import OVER

FOLDER: Final = Path(__file__).parent / "learned"
STAGES: Final = 8
FEATURES: Final = ("one", "made", "money", "awards", "promise", "best_promise", "faces", "open", "empty", "rivals")
MONEY: Final = FEATURES.index("money")
# The difference of two scores with normal errors of 1 is about logistic with this scale.
SOFTNESS: Final = 0.78


@dataclass(frozen=True, slots=True)
class Value:
    """The learned figures for one edition and number of seats: weights and the usual error, by stage."""

    weights: tuple[tuple[float, ...], ...]
    errors: tuple[float, ...]

    def scores(self, appraiser: Appraiser, state: State) -> list[float]:
        """Return the score to expect of each seat; exact once the match is over."""
        if state.phase == OVER:
            return [float(score) for score in scores(state)]
        weights, rows = self.weights[stage_of(appraiser, state)], features(appraiser, state)
        return [sum(weight * value for weight, value in zip(weights, row, strict=True)) for row in rows]

    def coin(self, appraiser: Appraiser, state: State) -> float:
        """Return what the fit says of money."""
        return 1.0 if state.phase == OVER else self.weights[stage_of(appraiser, state)][MONEY]

    def luck(self, appraiser: Appraiser, state: State) -> float:
        """Return the fit's own error, as the softness of a comparison."""
        return LUCK_AT_THE_END if state.phase == OVER else self.errors[stage_of(appraiser, state)] * SOFTNESS


def stage_of(appraiser: Appraiser, state: State) -> int:
    """Return which half of which quarter it is."""
    left = appraiser.calendar.left[appraiser.calendar.moment(state)]
    return min(int((1 - left) * STAGES), STAGES - 1)


def features(appraiser: Appraiser, state: State) -> list[tuple[float, ...]]:
    """Return what is looked at, for each seat."""
    calendar = appraiser.calendar
    moment = calendar.moment(state)
    rows, promised = [], []
    for seat in range(state.setup.seats):
        held, promise = appraiser.shapes.held(state, seat), appraiser.hour(state, seat).promise
        promises = [promise(script.shape) for script in held]
        made = points(state, seat)
        awards = AwardRace(state, seat).held(appraiser.weights, calendar, moment)
        faces = count_faces(state, seat) * calendar.parties_left[moment]
        empty = sum(state.missing[script.screenplay] for script in held)
        best = max(promises, default=0.0)
        promised.append(sum(promises))
        rows.append((1.0, made.markers + made.awards, made.money, awards, sum(promises), best, faces, len(held), empty))
    everything = sum(promised)
    others = len(rows) - 1
    return [(*row, (everything - own) / others) for row, own in zip(rows, promised, strict=True)]


@cache
def load_value(edition: str, seats: int) -> Value | None:
    """Return the learned figures; an edition that nobody trained is judged by those of another one."""
    path = FOLDER / f"{edition}-{seats}.json"
    known = path if path.exists() else min(FOLDER.glob(f"*-{seats}.json"), default=None)
    if known is None:
        return None
    stages = json.loads(known.read_text(encoding="utf-8"))["stages"]
    weights = tuple(tuple(stage["weights"][name] for name in FEATURES) for stage in stages)
    return Value(weights, tuple(stage["error"] for stage in stages))


def write_value(edition: str, seats: int, stages: list[dict[str, Any]], provenance: dict[str, Any]) -> Path:
    """Write the file."""
    FOLDER.mkdir(exist_ok=True)
    path = FOLDER / f"{edition}-{seats}.json"
    told = {"edition": edition, "seats": seats, "provenance": provenance, "stages": stages}
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return path
