"""Who can be measured: every level, and some who are none.

A cheat with its honest twin, so that the measure itself can be measured, and one who runs copies of its rivals.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from games.ai.arena.foresight import foresee
from games.ai.arena.predictor import predictor
from games.ai.brain import Brain, Sight, sight_of
from games.ai.levels import LEVELS
from games.engine import State, View

# The same brain twice: one has to guess what is to come, the other is handed the true bag. It must gain, and the
# fairness test must catch it.
GUESSER: Final = "guesser"
CHEAT: Final = "cheat"
# A mogul with a copy of its rivals' brains, which may gain a little and not more.
PREDICTOR: Final = "predictor"
STRANGERS: Final = (GUESSER, CHEAT, PREDICTOR)


@dataclass(frozen=True, slots=True)
class Contender:
    """A brain and what it gets to see."""

    brain: Brain
    see: Callable[[State, int, Sequence[int], str], Sight] = sight_of


def contender(name: str) -> Contender:
    """Return the contender of that name; KeyError for a stranger."""
    if name == CHEAT:
        return Contender(foresee, see_everything)
    if name == PREDICTOR:
        return Contender(predictor)
    return Contender(foresee if name == GUESSER else LEVELS[name].brain)


def see_everything(state: State, seat: int, log: Sequence[int] = (), whim: str = "") -> Sight:
    """Return what nobody may see: the state as it is, with all that is still to come."""
    return Sight(View(seat, state.copy()), tuple(state.money), tuple(log), whim)
