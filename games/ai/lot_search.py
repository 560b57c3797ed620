"""Lot Monte Carlo: the next locations played in thought, once with the lot and once with a rival having it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.bidding import Chances
from games.ai.choices import limit, lot_gains
from games.ai.evaluation import Judge, chance_to_win
from games.ai.rollout import place_hand, play_location, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, perform
from games.engine.edition import QUARTERS
from games.engine.state import OVER

# By so many standard errors another answer must be ahead before it takes the place of the valuation's own.
SURE: Final = 1.0


@dataclass(frozen=True, slots=True)
class Depth:
    """How much is thought: pairs of rollouts, locations looked ahead, and how freely rollouts bid."""

    pairs: int
    locations: int = 6
    noise: float = 0.3
    # From this quarter on rollouts go to the end of the match, which tells more than any guess at it.
    plays_out_from: int = QUARTERS + 1


def lot_chances(appraiser: Appraiser, judge: Judge, state: State, rival: int, depth: Depth, dice: Random) -> Chances:
    """Return the chances to win by the lot's price, if the seat gets it and if the rival does, on the same draws."""
    seat, snapshot = state.turn, Snapshot(appraiser, state)
    price = _usual_price(appraiser, state, seat, rival)
    mine, theirs, table = [], [], state
    for _ in range(depth.pairs):
        table, seed = with_drawn_secrets(state, dice), dice.random()
        mine.append(_outcome(snapshot, judge, table.copy(), seat, price, depth, Random(seed)))
        theirs.append(_outcome(snapshot, judge, table, rival, price, depth, Random(seed)))
    coin, luck = judge.coin(appraiser, table), judge.luck(appraiser, table)

    def chances(winner: int, outcomes: Sequence[Sequence[float]]) -> tuple[float, ...]:
        return tuple(
            fmean(chance_to_win(_paying(values, winner, coin * (paid - price)), seat, luck) for values in outcomes)
            for paid in range(max(state.money) + 1)
        )

    return Chances(having=chances(seat, mine), losing=chances(rival, theirs))


def best_answer(
    appraiser: Appraiser, judge: Judge, state: State, answers: Sequence[int], depth: Depth, dice: Random
) -> int:
    """Return the answer that wins most often on the same draws: the first, unless another is surely better."""
    seat, snapshot = state.turn, Snapshot(appraiser, state)
    chances: dict[int, list[float]] = {answer: [] for answer in answers}
    for _ in range(depth.pairs):
        table, seed = with_drawn_secrets(state, dice), dice.random()
        for answer, seen in chances.items():
            tried = table.copy()
            perform(tried, answer)
            play_ahead(snapshot, tried, depth, Random(seed))
            seen.append(chance_to_win(judge.scores(snapshot, tried), seat, judge.luck(snapshot, tried)))
    leads = {answer: _sure_lead(seen, chances[answers[0]]) for answer, seen in chances.items()}
    best = max(answers, key=leads.__getitem__)
    return best if leads[best] > SURE else answers[0]


def _sure_lead(seen: Sequence[float], first: Sequence[float]) -> float:
    """Return by how many standard errors an answer is ahead of another one."""
    leads = [one - other for one, other in zip(seen, first, strict=True)]
    error = stdev(leads) / len(leads) ** 0.5 if len(leads) > 1 else 0.0
    return fmean(leads) / max(error, 1e-9)


def play_ahead(snapshot: Snapshot, table: State, depth: Depth, dice: Random) -> None:
    """Play on for as many locations as the depth says, or to the end of the match."""
    seats = [snapshot] * snapshot.seats
    if table.quarter >= depth.plays_out_from:
        play_on(table, seats, dice, depth.noise)
        return
    for _ in range(depth.locations):
        if table.phase == OVER:
            return
        play_location(table, seats, dice, depth.noise)


def _usual_price(appraiser: Appraiser, state: State, seat: int, rival: int) -> int:
    """Return what the lot would go for between the two, by the valuation alone."""
    gains = lot_gains(appraiser, state)
    usual = min(limit(appraiser, state, who, gains, (seat, rival)) for who in (seat, rival))
    return max(min(int(usual), state.money[seat], state.money[rival]), 0)


def _outcome(
    snapshot: Snapshot, judge: Judge, table: State, winner: int, price: int, depth: Depth, dice: Random
) -> list[float]:
    """Return what every seat has once a seat has got the lot and some more locations have been visited."""
    sell(table, winner, price)
    place_hand(table, snapshot)
    play_ahead(snapshot, table, depth, dice)
    return judge.scores(snapshot, table)


def _paying(values: Sequence[float], winner: int, extra: float) -> list[float]:
    """Return the same outcome with a higher price: what the winner pays more, the others share."""
    share = extra / (len(values) - 1)
    return [value - extra if seat == winner else value + share for seat, value in enumerate(values)]
