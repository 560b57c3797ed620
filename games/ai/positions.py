"""Positions of matches that were played, by mixed levels or by anybody: what is said of them, and what came."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import count
from random import Random
from typing import Final

from games.ai.brain import sight_of
from games.ai.deals import secret_of, setup_of
from games.ai.forecast import Scores, nearness, play_ends, promises
from games.ai.levels import LEVELS
from games.engine import Edition, State, options, perform, places, scores, start
from games.engine.state import OVER

# Whoever plays these matches: quick levels of every strength, mixed as at real tables.
BEGINNERS: Final = ("trainee", "trainee", "assistant", "assistant")
PLAYERS: Final = (*BEGINNERS, *(name for name in LEVELS if name.startswith("director")))
# One of each half: positions that are near each other tell the same twice.
PARTS: Final = 2
# Records are few, so more is asked of each.
PARTS_OF_A_RECORD: Final = 8
# As many as forecasts of the site have would take twice the time; fewer make them err by chance, not on the whole.
ROLLOUTS: Final = 8


@dataclass(frozen=True, slots=True)
class PositionSample:
    """What can be known of a position, and the places in the end."""

    near: float
    points: Scores
    promised: Scores
    ends: tuple[Scores, ...]
    places: tuple[int, ...]

    @property
    def won(self) -> Scores:
        """Everybody's part of the win."""
        firsts = self.places.count(1)
        return tuple((place == 1) / firsts for place in self.places)


def positions_of(
    edition: Edition, seats: int, label: str, wanted: int, *, knows_all: bool = False, rollouts: int = ROLLOUTS
) -> Iterator[PositionSample]:
    """Yield positions from as many matches as it takes; a label names deals that no other label has."""
    found = 0
    for number in count():
        dice = Random(f"{label}/{edition.id}/{seats}/{number}")
        state = start(setup_of(edition, seats, secret_of(f"{label}/forecast/{seats}", number)))
        for position in _look_back(_play(state, dice), dice, PARTS, knows_all=knows_all, rollouts=rollouts):
            if found == wanted:
                return
            yield position
            found += 1


def look_back_at_record(states: Sequence[State], *, knows_all: bool, rollouts: int) -> Iterator[PositionSample]:
    """Yield positions of a match that anybody played to its end, whose states these are; the same each time."""
    dice = Random(str(states[0].setup.deal))
    return _look_back(states, dice, PARTS_OF_A_RECORD, knows_all=knows_all, rollouts=rollouts)


def _look_back(
    states: Sequence[State], dice: Random, parts: int, *, knows_all: bool, rollouts: int
) -> Iterator[PositionSample]:
    """Yield one position of each part of a match that has ended."""
    ranks, moves = tuple(places(states[-1])), len(states) - 1
    for part in range(parts):
        state = states[dice.randrange(moves * part // parts, moves * (part + 1) // parts)]
        ends = tuple(play_ends(state, dice, knows_all=knows_all, rollouts=rollouts))
        yield PositionSample(nearness(state), tuple(map(float, scores(state))), promises(state), ends, ranks)


def _play(state: State, dice: Random) -> list[State]:
    """Return the states of a match between levels that are drawn for it."""
    brains = [LEVELS[dice.choice(PLAYERS)].brain for _ in range(state.setup.seats)]
    states = [state.copy()]
    while state.phase != OVER:
        seat = state.turn
        perform(state, brains[seat](options(state), partial(sight_of, state, seat), dice).code)
        states.append(state.copy())
    return states
