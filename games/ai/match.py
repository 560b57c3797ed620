"""Whole matches between brains, without a database."""

from collections.abc import Sequence
from functools import partial
from random import Random
from typing import NamedTuple

from games.ai.brain import Brain, sight_of
from games.engine import Move, Setup, State, move_of, options, perform, start
from games.engine.state import OVER

# An answer as the rules have it: who, in which phase, which integer. A bare tuple, since a match has hundreds.
SeatAnswer = tuple[int, int, int]


class PlayedMatch(NamedTuple):
    """A finished match and the decisions that led there."""

    state: State
    decisions: list[SeatAnswer]

    def moves(self) -> list[tuple[int, Move]]:
        """Return the decisions as moves, for a record."""
        edition = self.state.edition
        return [(seat, move_of(edition, phase, code)) for seat, phase, code in self.decisions]


def play_match(
    setup: Setup, brains: Sequence[Brain], dice: Sequence[Random], whims: Sequence[str] | None = None
) -> PlayedMatch:
    """Play a match to its end, each seat by its own brain, its own dice and, where there are any, its own whims."""
    state = start(setup)
    log: list[int] = []
    looks = [partial(sight_of, state, seat, log, whim) for seat, whim in enumerate(whims or [""] * setup.seats)]
    decisions: list[SeatAnswer] = []
    while state.phase != OVER:
        seat = state.turn
        code = brains[seat](options(state), looks[seat], dice[seat]).code
        decisions.append((seat, state.phase, code))
        log.append(code)
        perform(state, code)
    return PlayedMatch(state, decisions)
