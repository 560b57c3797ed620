"""Whether one seat feeds another: how much better its answers are explained by helping that rival than by weak play.

Weak play alone is no alarm. Whoever stops early, late or at random does so whoever else wants the lot; that habit is
weighed out over all that people do, as it was learned from honest matches. What is left is how the same seat answers
where one certain rival would gain by it, told as a logarithm of odds.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import product
from math import exp, log
from typing import Any, Final, NamedTuple

from games.fair_play.answers import LotOffer, Pick, SeatAnswers


class Habit(NamedTuple):
    """How somebody bids whoever the rival is."""

    caution: float  # by how much they take a lot for less than it is
    strictness: float  # how closely they keep to that
    lapse: float  # how often they answer without a reason
    zeal: float  # how much farther they go against whoever is ahead


class Help(NamedTuple):
    """How somebody helps one rival: how often they give way where it leads or contends, feed it tiles, or waste."""

    yields: float = 0.0
    leaves: float = 0.0
    feeds: float = 0.0
    squanders: float = 0.0
    only_its_due: bool = False  # only where the lot is worth no less to the rival


HABITS: Final = tuple(
    Habit(*values)
    for values in product((-0.8, -0.4, 0.0, 0.4, 0.8, 1.5), (0.8, 2.0, 5.0, 14.0), (0.01, 0.1, 0.25), (0.0, 0.35))
)
# How far apart two tiles must be before somebody is sure to tell them apart, in points.
EYES: Final = (0.3, 1.0, 2.5, 6.0, 20.0)
HELPS: Final = (
    Help(yields=0.95, leaves=0.95),
    Help(yields=0.9, leaves=0.3),
    Help(yields=0.5, leaves=0.5),
    Help(yields=0.9, leaves=0.9, only_its_due=True),
    Help(feeds=1.5),
    Help(feeds=8.0),
    Help(yields=0.9, leaves=0.9, feeds=4.0),
    Help(yields=0.5, leaves=0.5, feeds=8.0),
)
# With two seats there is one rival, and what is wasted is its.
HELPS_OF_TWO: Final = (*HELPS, Help(squanders=0.6), Help(yields=0.7, leaves=0.7, squanders=0.4, feeds=4.0))

# Habits rarer than this among honest players explain nothing that others do not.
RARE: Final = 0.003
LAPSE_AT_PARTIES: Final = 0.03
Logs = list[float]  # logarithms of chances, one for each habit or pair of eyes


class CountedBid(NamedTuple):
    """What of an offer matters here, so that alike ones are counted together."""

    margin: float
    went_on: bool
    is_ahead: bool
    leads: bool
    contends: bool
    has_due: bool


class HonestPlay:
    """How common each habit and each pair of eyes is among honest players, as `learn` finds it."""

    def __init__(self, habits: Sequence[tuple[Habit, float]], eyes: Sequence[tuple[float, float]]) -> None:
        """Take each with its weight."""
        self.habits = tuple(Habit(*habit) for habit, _ in habits)
        self.habit_weights = tuple(weight for _, weight in habits)
        self.eyes = tuple(eye for eye, _ in eyes)
        self.eye_weights = tuple(weight for _, weight in eyes)
        self._rows: dict[tuple[float, bool, bool, float, float], Logs] = {}

    def to_json(self) -> dict[str, Any]:
        """Return it as a file has it."""
        return {
            "habits": list(zip(self.habits, self.habit_weights, strict=True)),
            "eyes": list(zip(self.eyes, self.eye_weights, strict=True)),
        }

    def suspicion(self, matches: Sequence[tuple[SeatAnswers, int]], seats: int) -> float:
        """Return how much likelier these answers are if their seat helps a rival: each match with that rival's seat."""
        bids = Counter(_bid(offer, rival) for answers, rival in matches for offer in answers.offers)
        picks = [(pick, rival) for answers, rival in matches for pick in answers.picks]
        helps = HELPS_OF_TWO if seats == 2 else HELPS
        usual = self.usual(bids)
        taken = {feeds: self.taken(picks, feeds) for feeds in {0.0, *(one.feeds for one in helps)}}
        honest = self._weigh(usual) + taken[0.0]
        odds = [self._weigh(self._helping(bids, usual, one)) + taken[one.feeds] - honest for one in helps]
        return log_mean(odds, [1 / len(odds)] * len(odds))

    def usual(self, bids: Counter[CountedBid]) -> Logs:
        """Return by habit how likely these bids are of somebody who helps nobody."""
        total = [0.0] * len(self.habits)
        for bid, times in bids.items():
            row = self._row(bid, 0.0, 0.0)
            total = [one + times * more for one, more in zip(total, row, strict=True)]
        return total

    def taken(self, picks: Sequence[tuple[Pick, int]], feeds: float) -> float:
        """Return how likely these picks are of somebody who leaves a rival what it wants, or does not."""
        logs = [sum(_of_pick(pick, rival, feeds, eye) for pick, rival in picks) for eye in self.eyes]
        return log_mean(logs, self.eye_weights)

    def _helping(self, bids: Counter[CountedBid], usual: Logs, help_: Help) -> Logs:
        """Return the same of somebody who helps: only what concerns the rival differs."""
        total = usual
        for bid, times in bids.items():
            is_due = bid.has_due or not help_.only_its_due
            gives_way = (help_.yields * bid.leads + help_.leaves * bid.contends) * is_due
            squanders = help_.squanders if bid.margin < 0 else 0.0
            if gives_way or squanders:
                rows = zip(total, self._row(bid, gives_way, squanders), self._row(bid, 0.0, 0.0), strict=True)
                total = [one + times * (more - less) for one, more, less in rows]
        return total

    def _row(self, bid: CountedBid, gives_way: float, squanders: float) -> Logs:
        key = (bid.margin, bid.went_on, bid.is_ahead, gives_way, squanders)
        row = self._rows.get(key)
        if row is None:
            row = self._rows[key] = [_of_bid(habit, bid, gives_way, squanders) for habit in self.habits]
        return row

    def _weigh(self, logs: Logs) -> float:
        return log_mean(logs, self.habit_weights)


def learn(seats: Iterable[SeatAnswers]) -> HonestPlay:
    """Return how common habits and eyes are among seats that are known to be honest."""
    seen = list(seats)
    everything = HonestPlay([(habit, 1.0) for habit in HABITS], [(eye, 1.0) for eye in EYES])
    bids = [everything.usual(Counter(_bid(offer, -1) for offer in one.offers)) for one in seen]
    eyes = [[sum(_of_pick(pick, 0, 0.0, eye) for pick in one.picks) for eye in EYES] for one in seen]
    habits = [pair for pair in zip(HABITS, _commonness(bids), strict=True) if pair[1] >= RARE]
    return HonestPlay(habits, list(zip(EYES, _commonness(eyes), strict=True)))


def _bid(offer: LotOffer, rival: int) -> CountedBid:
    worth = dict(offer.wants).get(rival)
    leads, has_due = offer.leader == rival, worth is not None and worth >= offer.worth
    return CountedBid(
        round(offer.margin, 1), offer.went_on, offer.is_ahead, leads, worth is not None and not leads, has_due
    )


def _of_bid(habit: Habit, bid: CountedBid, gives_way: float, squanders: float) -> float:
    leaning = habit.strictness * (bid.margin + habit.zeal * bid.is_ahead - habit.caution)
    going_on = 1 / (1 + exp(-leaning))
    going_on = habit.lapse / 4 + (1 - habit.lapse) * going_on  # who sleeps mostly passes
    going_on = (going_on + (1 - going_on) * squanders) * (1 - gives_way)
    return log(going_on if bid.went_on else 1 - going_on)


def _of_pick(pick: Pick, rival: int, feeds: float, eye: float) -> float:
    scores = [own + feeds * left for own, left in zip(pick.own, pick.left[rival], strict=True)] if feeds else pick.own
    best = max(scores)
    parts = [exp((score - best) / eye) for score in scores]
    sure = parts[pick.chosen] / sum(parts)
    return log(LAPSE_AT_PARTIES / len(parts) + (1 - LAPSE_AT_PARTIES) * sure)


def log_mean(logs: Sequence[float], weights: Sequence[float]) -> float:
    """Return the logarithm of the weighted mean of what these are logarithms of."""
    top = max(logs)
    return top + log(sum(weight * exp(one - top) for one, weight in zip(logs, weights, strict=True)))


def _commonness(likelihoods: Sequence[Logs], rounds: int = 12) -> list[float]:
    """Return by expectation and maximisation how common each kind is, none of them quite unheard of."""
    kinds = len(likelihoods[0])
    weights = [1 / kinds] * kinds
    for _ in range(rounds):
        totals = [len(likelihoods) / kinds / 10] * kinds
        for logs in likelihoods:
            top = max(logs)
            shares = [weight * exp(one - top) for one, weight in zip(logs, weights, strict=True)]
            whole = sum(shares)
            totals = [total + share / whole for total, share in zip(totals, shares, strict=True)]
        weights = [total / sum(totals) for total in totals]
    return [round(weight, 5) for weight in weights]
