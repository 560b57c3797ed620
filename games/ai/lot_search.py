"""Lot Monte Carlo: the rest of the quarter played in thought, once with the lot and once with a rival having it."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from random import Random
from statistics import fmean

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.choices import limit, lot_gains
from games.ai.evaluation import seat_values
from games.ai.rollout import place_hand, play_location, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State
from games.engine.state import OVER


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is thought: pairs of rollouts, locations looked ahead, and how free rollouts bid."""

    pairs: int
    locations: int = 8
    noise: float = 0.3
    coin: float = 1.1
    # So many points ahead make a lead of one in e at the end of the year, and at its beginning.
    luck_late: float = 8.0
    luck_early: float = 20.0


def indifference_price(appraiser: Appraiser, state: State, rival: int, depth: Depth, dice: Random) -> int:
    """The highest price at which the seat would rather have the lot than see the rival have it at that price."""
    seat, snapshot = state.turn, Snapshot(appraiser, state)
    gains = lot_gains(appraiser, state)
    usual = min(limit(appraiser, state, who, gains, (seat, rival)) for who in (seat, rival))
    price = max(min(int(usual), state.money[seat], state.money[rival]), 0)
    mine, theirs = [], []
    for _ in range(depth.pairs):
        table, seed = with_drawn_secrets(state, dice), dice.random()
        mine.append(_outcome(snapshot, table.copy(), seat, price, depth, Random(seed)))
        theirs.append(_outcome(snapshot, table, rival, price, depth, Random(seed)))
    left = appraiser.calendar.left[appraiser.calendar.moment(state)]
    luck = depth.luck_late + (depth.luck_early - depth.luck_late) * left
    coin = 1 + (depth.coin - 1) * left
    best = -1
    for paid in range(state.money[seat] + 1):
        extra = coin * (paid - price)
        have = fmean(_chance(_paying(values, seat, extra), seat, luck) for values in mine)
        lose = fmean(_chance(_paying(values, rival, extra), seat, luck) for values in theirs)
        if have < lose:
            break
        best = paid
    return best


def _outcome(snapshot: Snapshot, table: State, winner: int, price: int, depth: Depth, dice: Random) -> list[float]:
    """What every seat has once a seat has got the lot and some more locations have been visited."""
    sell(table, winner, price)
    place_hand(table, snapshot)
    play_ahead(snapshot, table, depth, dice)
    return seat_values(snapshot, table, depth.coin)


def play_ahead(snapshot: Snapshot, table: State, depth: Depth, dice: Random) -> None:
    """Plays on for as many locations as the depth says, or to the end of the match."""
    seats = [snapshot] * snapshot.seats
    for _ in range(depth.locations):
        if table.phase == OVER:
            return
        play_location(table, seats, dice, depth.noise)


def _paying(values: Sequence[float], winner: int, extra: float) -> list[float]:
    """The same outcome with a higher price: what the winner pays more, the others share."""
    share = extra / (len(values) - 1)
    return [value - extra if seat == winner else value + share for seat, value in enumerate(values)]


def _chance(values: Sequence[float], seat: int, luck: float) -> float:
    """The chance that a seat wins from such expectations."""
    best = max(values)
    odds = [exp((value - best) / luck) for value in values]
    return odds[seat] / sum(odds)
