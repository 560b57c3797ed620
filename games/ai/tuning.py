"""Finding good weights by self-play: candidates around a guess play against it, and the best make the next guess.

This is the cross-entropy method. Everybody of a generation meets the same deals from the same seats.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from math import exp
from random import Random
from statistics import fmean, pstdev
from typing import Any, Final

from games.ai.appraisal import Appraiser
from games.ai.deals import TUNING, secret_of, setup_of
from games.ai.rollout import play_on
from games.ai.weights import NAMES, Weights
from games.engine import Edition, State, load_edition, scores, start

# How far candidates stray at first and at least, as a part of the weight (or of SMALL for tiny ones).
FIRST_SPREAD: Final = 0.3
LEAST_SPREAD: Final = 0.05
SMALL: Final = 0.2
# The part of the candidates that shapes the next guess, and how far the guess moves there.
ELITE: Final = 0.3
STEP: Final = 0.7
# So many points ahead make a win as likely as not to have been luck.
LUCK: Final = 12.0


@dataclass(frozen=True, slots=True)
class TuningPlan:
    """What is tuned, how long, and on which deals."""

    edition: str
    seats: int
    generations: int = 12
    candidates: int = 16
    games: int = 48
    seed: str = "1"

    def provenance(self, generation: int) -> dict[str, Any]:
        """Return how the figures came about, for the file."""
        return {
            "command": "manage.py tune",
            "method": "cross-entropy, one candidate against its predecessor on all other seats",
            "deals": self.label,
            "generations": generation,
            "candidates": self.candidates,
            "games_each": self.games,
        }

    @property
    def label(self) -> str:
        return f"{TUNING}/{self.seed}/{self.edition}/{self.seats}"


@dataclass(frozen=True, slots=True)
class Generation:
    """A guess, how widely the next candidates stray from it, and how well the last ones did."""

    number: int
    weights: Weights
    spread: dict[str, float]
    mean: float
    best: float


Evaluate = Callable[[Callable[[Weights], float], Iterable[Weights]], Iterable[float]]


def tune(plan: TuningPlan, first: Weights, evaluate: Evaluate = map) -> Iterator[Generation]:
    """Yield the guesses, one a generation."""
    spread = {name: FIRST_SPREAD * max(abs(getattr(first, name)), SMALL) for name in NAMES}
    now = Generation(0, first, spread, 0.0, 0.0)
    for number in range(1, plan.generations + 1):
        dice = Random(f"{plan.label}/{number}")
        candidates = [_stray(now, dice) for _ in range(plan.candidates)]
        results = list(evaluate(partial(strength, plan, number, now.weights), candidates))
        now = _next(now, candidates, results)
        yield now


def strength(plan: TuningPlan, generation: int, usual: Weights, candidate: Weights) -> float:
    """Return how well a candidate does on one seat against the last guess on all others."""
    edition = load_edition(plan.edition)
    hero, rival = Appraiser(edition, plan.seats, candidate), Appraiser(edition, plan.seats, usual)
    return fmean(_play(plan, edition, generation * plan.games + game, hero, rival) for game in range(plan.games))


def _play(plan: TuningPlan, edition: Edition, game: int, hero: Appraiser, rival: Appraiser) -> float:
    seat = game % plan.seats
    seats = [hero if number == seat else rival for number in range(plan.seats)]
    state = start(setup_of(edition, plan.seats, secret_of(plan.label, game)))
    play_on(state, seats)
    return _success(state, seat)


def _success(state: State, seat: int) -> float:
    """Half of it the win, half how clear it was: the margin tells more with few games."""
    points = scores(state)
    ahead = points[seat] - max(points[:seat] + points[seat + 1 :])
    return 0.5 * ((ahead > 0) + 0.5 * (ahead == 0)) + 0.5 / (1 + exp(-ahead / LUCK))


def _stray(now: Generation, dice: Random) -> Weights:
    values = {name: max(dice.gauss(getattr(now.weights, name), now.spread[name]), 0.0) for name in NAMES}
    return Weights(**values)


def _next(now: Generation, candidates: list[Weights], results: list[float]) -> Generation:
    ranked = sorted(zip(results, candidates, strict=True), key=lambda pair: -pair[0])
    elite = [weights for _, weights in ranked[: max(2, round(ELITE * len(ranked)))]]
    guess, spread = {}, {}
    for name in NAMES:
        values, old = [getattr(weights, name) for weights in elite], getattr(now.weights, name)
        guess[name] = old + STEP * (fmean(values) - old)
        floor = LEAST_SPREAD * max(abs(old), SMALL)
        spread[name] = max(STEP * pstdev(values) + (1 - STEP) * now.spread[name], floor)
    return Generation(now.number + 1, Weights(**guess), spread, fmean(results), max(results))
