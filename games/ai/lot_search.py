"""Lot Monte Carlo: the next locations played in thought, once with the lot and once with a rival having it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.choices import limit, lot_gains
from games.ai.evaluation import Judge, chance_to_win
from games.ai.rollout import place_hand, play_location, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, perform
from games.engine.state import OVER


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is thought: pairs of rollouts, locations looked ahead, and how freely rollouts bid."""

    pairs: int
    locations: int = 6
    noise: float = 0.3


def indifference_price(appraiser: Appraiser, judge: Judge, state: State, rival: int, depth: Depth, dice: Random) -> int:
    """The highest price at which the seat would rather have the lot than see the rival have it at that price."""
    seat, snapshot = state.turn, Snapshot(appraiser, state)
    price = _usual_price(appraiser, state, seat, rival)
    mine, theirs, table = [], [], state
    for _ in range(depth.pairs):
        table, seed = with_drawn_secrets(state, dice), dice.random()
        mine.append(_outcome(snapshot, judge, table.copy(), seat, price, depth, Random(seed)))
        theirs.append(_outcome(snapshot, judge, table, rival, price, depth, Random(seed)))
    coin, luck = judge.coin(appraiser, table), judge.luck(appraiser, table)
    best = -1
    for paid in range(state.money[seat] + 1):
        extra = coin * (paid - price)
        have = fmean(chance_to_win(_paying(values, seat, extra), seat, luck) for values in mine)
        lose = fmean(chance_to_win(_paying(values, rival, extra), seat, luck) for values in theirs)
        if have < lose:
            break
        best = paid
    return best


def best_answer(
    appraiser: Appraiser, judge: Judge, state: State, answers: Sequence[int], depth: Depth, dice: Random
) -> int:
    """The answer after which the seat wins most often, all of them tried on the same draws."""
    seat, snapshot = state.turn, Snapshot(appraiser, state)
    chances = dict.fromkeys(answers, 0.0)
    for _ in range(depth.pairs):
        table, seed = with_drawn_secrets(state, dice), dice.random()
        for answer in answers:
            tried = table.copy()
            perform(tried, answer)
            play_ahead(snapshot, tried, depth, Random(seed))
            chances[answer] += chance_to_win(judge.scores(snapshot, tried), seat, judge.luck(snapshot, tried))
    return max(answers, key=chances.__getitem__)


def play_ahead(snapshot: Snapshot, table: State, depth: Depth, dice: Random) -> None:
    """Plays on for as many locations as the depth says, or to the end of the match."""
    seats = [snapshot] * snapshot.seats
    for _ in range(depth.locations):
        if table.phase == OVER:
            return
        play_location(table, seats, dice, depth.noise)


def _usual_price(appraiser: Appraiser, state: State, seat: int, rival: int) -> int:
    """What the lot would go for between the two, by the valuation alone."""
    gains = lot_gains(appraiser, state)
    usual = min(limit(appraiser, state, who, gains, (seat, rival)) for who in (seat, rival))
    return max(min(int(usual), state.money[seat], state.money[rival]), 0)


def _outcome(
    snapshot: Snapshot, judge: Judge, table: State, winner: int, price: int, depth: Depth, dice: Random
) -> list[float]:
    """What every seat has once a seat has got the lot and some more locations have been visited."""
    sell(table, winner, price)
    place_hand(table, snapshot)
    play_ahead(snapshot, table, depth, dice)
    return judge.scores(snapshot, table)


def _paying(values: Sequence[float], winner: int, extra: float) -> list[float]:
    """The same outcome with a higher price: what the winner pays more, the others share."""
    share = extra / (len(values) - 1)
    return [value - extra if seat == winner else value + share for seat, value in enumerate(values)]
