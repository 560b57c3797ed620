"""Lot Monte Carlo: the next locations played in thought, once with the lot and once with a rival having it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from statistics import fmean, stdev
from typing import Final, NamedTuple

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.bidding import Chances
from games.ai.choices import limit, lot_gains
from games.ai.evaluation import Judge, chance_to_win, chances_to_win
from games.ai.rollout import place_hand, play_location, play_on, sell
from games.ai.sampling import with_drawn_secrets
from games.engine import State, perform
from games.engine.edition import QUARTERS
from games.engine.state import OVER

# The prices at which having a lot is played out, as parts of what it would usually go for.
LOW_PRICE, HIGH_PRICE = 0.6, 1.2

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


# By winner of the lot, by seat and by price: the chance of the seat to win the match.
LotTable = dict[int, list[tuple[float, ...]]]


def lot_table(
    appraiser: Appraiser, judge: Judge, state: State, winners: Sequence[int], depth: Depth, dice: Random
) -> LotTable:
    """Return everybody's chances for each winner and price, all on the same draws."""
    snapshot, usual = Snapshot(appraiser, state), _price_among(appraiser, state)
    tried = {one: _tried_prices(state, one, usual, is_own=one == state.turn) for one in winners}
    ends: dict[tuple[int, int], list[list[float]]] = {(one, price): [] for one in winners for price in tried[one]}
    table = state
    for _ in range(depth.pairs):
        drawn, seed = with_drawn_secrets(state, dice), dice.random()
        for (winner, price), seen in ends.items():
            table = drawn.copy()
            seen.append(_outcome(snapshot, judge, table, winner, price, depth, Random(seed)))
    # Where thinking has ended, be it the end of the match, a coin and a lead count as they do there.
    stakes = Stakes(judge.coin(appraiser, table), judge.luck(appraiser, table), max(state.money))
    return {one: by_price(one, {price: ends[one, price] for price in tried[one]}, stakes) for one in winners}


class Stakes(NamedTuple):
    """What a coin is worth, how much a lead counts, and how far prices can go."""

    coin: float
    luck: float
    highest: int


def by_price(winner: int, ends: Mapping[int, Sequence[list[float]]], stakes: Stakes) -> list[tuple[float, ...]]:
    """Return each seat's chances by price: between prices that were tried as it lies between them, else by the coin."""
    tried = sorted(ends)
    known = {price: _mean_chances(ends[price], stakes.luck) for price in tried}
    for paid in range(stakes.highest + 1):
        if paid not in known and not tried[0] < paid < tried[-1]:
            nearest = tried[0] if paid < tried[0] else tried[-1]
            moved = [_paying(values, winner, stakes.coin * (paid - nearest)) for values in ends[nearest]]
            known[paid] = _mean_chances(moved, stakes.luck)
    rows = [known[paid] if paid in known else _between(known, tried, paid) for paid in range(stakes.highest + 1)]
    return list(zip(*rows, strict=True))


def _mean_chances(ends: Sequence[list[float]], luck: float) -> list[float]:
    return [fmean(column) for column in zip(*(chances_to_win(values, luck) for values in ends), strict=True)]


def _between(known: Mapping[int, list[float]], tried: Sequence[int], paid: int) -> list[float]:
    below, above = max(price for price in tried if price < paid), min(price for price in tried if price > paid)
    part = (paid - below) / (above - below)
    return [low + part * (high - low) for low, high in zip(known[below], known[above], strict=True)]


def _price_among(appraiser: Appraiser, state: State) -> int:
    """Return what the lot would go for among all, by the valuation alone: the second highest limit."""
    gains, every = lot_gains(appraiser, state), range(state.setup.seats)
    limits = sorted(min(limit(appraiser, state, seat, gains, every), state.money[seat]) for seat in every)
    return max(int(limits[-2]), 0)


def _tried_prices(state: State, winner: int, usual: int, *, is_own: bool) -> list[int]:
    """Return the prices that are played out: for oneself two of them, since being broke costs more than the coins."""
    purse = state.money[winner]
    if not is_own:
        return [min(usual, purse)]
    return sorted({min(int(usual * LOW_PRICE), purse), min(int(usual * HIGH_PRICE) + 2, purse)})


def best_answer(
    appraiser: Appraiser, judge: Judge, state: State, answers: Sequence[int], depth: Depth, dice: Random
) -> int:
    """Return the answer that wins most often on the same draws: the first, unless another is surely better.

    Half of the others are no longer thought about after a quarter of the draws, and all but the best after a half.
    """
    seat, snapshot, first = state.turn, Snapshot(appraiser, state), answers[0]
    chances: dict[int, list[float]] = {answer: [] for answer in answers}
    for number in range(depth.pairs):
        if number == depth.pairs // 4:
            chances = _best_of(chances, first, (len(answers) + 1) // 2)
        if number == depth.pairs // 2:
            chances = _best_of(chances, first, 1)
        table, seed = with_drawn_secrets(state, dice), dice.random()
        for answer, seen in chances.items():
            tried = table.copy()
            perform(tried, answer)
            play_ahead(snapshot, tried, depth, Random(seed))
            seen.append(chance_to_win(judge.scores(snapshot, tried), seat, judge.luck(snapshot, tried)))
    leads = {answer: _sure_lead(seen, chances[first]) for answer, seen in chances.items()}
    best = max(leads, key=leads.__getitem__)
    return best if leads[best] > SURE else first


def _best_of(chances: dict[int, list[float]], first: int, others: int) -> dict[int, list[float]]:
    """Keep the first answer and so many of the others, those that look best so far."""
    ranked = sorted((answer for answer in chances if answer != first), key=lambda answer: -sum(chances[answer]))
    return {answer: chances[answer] for answer in (first, *ranked[:others])}


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
