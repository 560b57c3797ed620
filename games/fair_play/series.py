"""Simulated matches among the same players, read as the detector reads real ones."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from typing import NamedTuple

from games.ai.brain import Brain, sight_of
from games.ai.deals import secret_of, setup_of
from games.engine import Edition, State, options, perform, start
from games.engine.state import OVER
from games.fair_play.answers import SeatAnswers, read_answers
from games.fair_play.players import EVERYBODY, PLANTED_AT_TWO, ways_for


class SeriesTable(NamedTuple):
    """What a series is played at: the edition, how many seats, how many matches."""

    edition: Edition
    seats: int
    matches: int


class SeatedMatch(NamedTuple):
    """One match of a series: where each player sat, and what each seat answered."""

    seat_of: tuple[int, ...]  # by player
    answers: list[SeatAnswers]  # by seat


@dataclass(frozen=True, slots=True)
class Series:
    """Matches of the same players; where one helps another, giver and taker by their places in `players`."""

    players: tuple[str, ...]
    planted: str
    giver: int
    taker: int
    matches: tuple[SeatedMatch, ...]


def play_series(table: SeriesTable, label: str, number: int, *, kinds: Sequence[str], planted: bool) -> Series:
    """Play matches of the same players on deals that only this label has; seats are drawn anew for each."""
    edition, seats = table.edition, table.seats
    dice = Random(f"{label}/{edition.id}/{seats}/{number}")
    players = tuple(dice.choices(kinds, k=seats))
    way = dice.choice(ways_for(seats)) if planted else ""
    giver, taker = dice.sample(range(seats), 2)
    played = []
    for game in range(table.matches):
        seat_of = dice.sample(range(seats), seats)
        brains: list[Brain] = [EVERYBODY["director"]] * seats
        for player, seat in enumerate(seat_of):
            brains[seat] = EVERYBODY[players[player]]
        if way:
            plant = PLANTED_AT_TWO[way]
            brains[seat_of[giver]] = plant(brains[seat_of[giver]], seat_of[taker])
        secret = secret_of(f"{label}/{edition.id}/{seats}/{number}", game)
        states, decisions = play_through(start(setup_of(edition, seats, secret)), brains, dice)
        played.append(SeatedMatch(tuple(seat_of), read_answers(states, decisions, seats)))
    return Series(players, way, giver, taker, tuple(played))


def play_through(state: State, brains: Sequence[Brain], dice: Random) -> tuple[list[State], list[tuple[int, int]]]:
    """Play a match to its end, and keep every table at which somebody answered."""
    states, decisions = [], list[tuple[int, int]]()
    while state.phase != OVER:
        seat = state.turn
        code = brains[seat](options(state), partial(sight_of, state, seat), dice).code
        states.append(state.copy())
        decisions.append((len(states), code))
        perform(state, code)
    return states, decisions
