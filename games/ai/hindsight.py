"""Decisions looked at afterwards: the same draws played on after each answer, and what the better one leads to.

A decision is named only if a better answer was found twice: at a glance, among those that a director would have given,
and then on fresh draws, by more than chance explains. So what is told was not picked for having been lucky once.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from random import Random
from statistics import fmean, stdev
from typing import Any, Final, NamedTuple

from games.ai.appraisal import Appraiser, Snapshot
from games.ai.brain import sight_of
from games.ai.choices import limit, lot_gains, place_answer, take_scores
from games.ai.forecast import NOISE, Reading, odds, public
from games.ai.ladder import director
from games.ai.rollout import play_on
from games.ai.sampling import with_drawn_secrets
from games.engine import State, check, move_of, options, perform, scores
from games.engine.moves import PASS, discarded_tile, from_entry, to_entry
from games.engine.state import AUCTION, OVER, PARTY

# How many draws there are, and by how much an answer must seem better after so many: who looks closely at everything
# is not done in a minute.
GLANCE: Final = ((4, 0.0), (6, 0.035))
PROOF: Final = ((12, 0.02), (20, 0.02))
# A decision is named if it cost more than that, and more than so many times what the estimate may be wrong by.
SURE: Final = 2.5
# What a director sees in an answer must be more than this, in points or money, before it is looked at.
WORTH_A_LOOK: Final = 0.75

Chances = tuple[float, ...]


@dataclass(frozen=True, slots=True)
class WeighedAnswer:
    """An answer as a record has it, everybody's chance to win after it, and what directors play then.

    The line begins with the answer and ends when the location is done.
    """

    entry: list[Any]
    win: Chances
    is_played: bool
    line: list[list[Any]]


@dataclass(frozen=True, slots=True)
class CostlyDecision:
    """A decision that cost its seat something beyond the noise, and what would have come of each answer."""

    number: int
    seat: int
    answers: list[WeighedAnswer]  # the best first
    cost: float
    swing: Chances  # what it did to everybody's chance


class DecisionPoint(NamedTuple):
    """A decision worth a look: after how many moves it was asked, what was answered, what else might have been."""

    asked_after: int
    played: int
    others: list[int]


def decisions_worth_a_look(
    states: Sequence[State], entries: Sequence[list[Any] | None], numbers: range
) -> Iterator[DecisionPoint]:
    """Yield those of some moves that a director would have answered otherwise; of a seat's bids for a lot the last."""
    last_word: dict[int, DecisionPoint | None] = {}
    for number in numbers:
        entry, state = entries[number], states[number]
        if entry is None:
            continue
        seat, move = from_entry(entry)
        question = _question(state, number, check(state, seat, move))
        if state.phase == AUCTION:
            last_word[seat] = question
        elif question is not None:
            yield question
    yield from (question for question in last_word.values() if question is not None)


def judge(states: Sequence[State], question: DecisionPoint, by: Reading, dice: Random) -> CostlyDecision | None:
    """Return what a decision cost by such a reading of ends, where that is more than noise."""
    state = states[question.asked_after]
    seat, codes = state.turn, [question.played, *question.others]
    weigh = _Scales(state, by)
    if weigh(codes[:2], GLANCE, dice) is None:
        return None
    weighed = weigh(codes, PROOF, dice)
    if weighed is None:
        return None
    best, cost, error = _best_gain(weighed, seat)
    if cost <= SURE * error:
        return None
    means = [_means(draws) for draws in weighed]
    answers = [
        WeighedAnswer(
            entry=to_entry(seat, move_of(state.edition, state.phase, code)),
            win=mean,
            is_played=code == question.played,
            line=play_out(state, code),
        )
        for code, mean in zip(codes, means, strict=True)
    ]
    return CostlyDecision(
        number=question.asked_after + 1,
        seat=seat,
        answers=sorted(answers, key=lambda answer: -answer.win[seat]),
        cost=round(cost, 3),
        swing=tuple(round(played - better, 3) for played, better in zip(means[0], means[best], strict=True)),
    )


def play_out(state: State, code: int) -> list[list[Any]]:
    """Return an answer and what directors play after it, until the location is done."""
    table, here, line = state.copy(), (state.quarter, state.location), list[list[Any]]()
    while table.phase != OVER and (table.quarter, table.location) == here:
        seat = table.turn
        if line:
            code = director(options(table), partial(sight_of, table, seat), Random(0)).code
        line.append(to_entry(seat, move_of(table.edition, table.phase, code)))
        perform(table, code)
    return line


class _Scales:
    """Plays on after each of some answers, on the same draws of what nobody could know."""

    def __init__(self, state: State, by: Reading) -> None:
        self.seen, self.by = public(state), by
        self.snapshot = Snapshot(director.appraiser(self.seen), self.seen)

    def __call__(
        self, codes: Sequence[int], steps: Sequence[tuple[int, float]], dice: Random
    ) -> list[list[Chances]] | None:
        """Return everybody's chances after each answer, by draw; None once no answer seems better than the first."""
        found: list[list[Chances]] = [[] for _ in codes]
        for times, least in steps:
            draws = [(with_drawn_secrets(self.seen, dice), dice.random()) for _ in range(times)]
            for chances, code in zip(found, codes, strict=True):
                chances += [self._chances(table, luck, code) for table, luck in draws]
            if _best_gain(found, self.seen.turn)[1] <= least:
                return None
        return found

    def _chances(self, table: State, luck: float, code: int) -> Chances:
        table = table.copy()
        perform(table, code)
        play_on(table, [self.snapshot] * self.snapshot.seats, Random(luck), NOISE)
        return odds(tuple(map(float, scores(table))), self.by)


def _best_gain(weighed: Sequence[Sequence[Chances]], seat: int) -> tuple[int, float, float]:
    """Return which answer beats the first by most, by how much, and how wrong that may be."""
    played, found = weighed[0], list[tuple[float, int, float]]()
    for index, other in enumerate(weighed[1:], start=1):
        gaps = [one[seat] - two[seat] for one, two in zip(other, played, strict=True)]
        found.append((fmean(gaps), index, stdev(gaps) / len(gaps) ** 0.5))
    gain, index, error = max(found)
    return index, gain, error


def _means(draws: Sequence[Chances]) -> Chances:
    return tuple(round(fmean(chances), 3) for chances in zip(*draws, strict=True))


def _question(state: State, number: int, played: int) -> DecisionPoint | None:
    """Return what a director would have asked itself here; None where it would have done the same."""
    if len(options(state)) < 2:
        return None
    appraiser = director.appraiser(state)
    find = {AUCTION: _other_bids, PARTY: _other_tiles}.get(state.phase, _other_places)
    others = [code for code in find(appraiser, public(state), played) if code != played]
    return DecisionPoint(number, played, others) if others else None


def _other_bids(appraiser: Appraiser, seen: State, played: int) -> list[int]:
    most = limit(appraiser, seen, seen.turn, lot_gains(appraiser, seen), seen.queue)
    lowest, purse = seen.bid + 1, seen.money[seen.turn]
    if played == PASS:
        # The lowest bid, and the one that nobody can answer: between two as rich, bidding by ones is a matter of luck.
        last_word = max(seen.money[seat] for seat in seen.queue if seat != seen.turn)
        return [bid for bid in sorted({lowest, max(lowest, last_word)}) if bid <= min(most - WORTH_A_LOOK, purse)]
    jumped = [lowest] if played > lowest + 1 else []
    return [PASS, *jumped] if played > most + WORTH_A_LOOK else jumped


def _other_tiles(appraiser: Appraiser, seen: State, played: int) -> list[int]:
    found, alike = take_scores(appraiser, seen), appraiser.shapes.alike
    best = max(found, key=found.__getitem__)
    return [best] if alike[best] != alike[played] and found[best] > found[played] + WORTH_A_LOOK else []


def _other_places(appraiser: Appraiser, seen: State, played: int) -> list[int]:
    """Return where a director would have put the same tile, or one just like it."""
    alike, places = appraiser.shapes.alike, appraiser.haul(seen, seen.turn, seen.hand).places
    tile = discarded_tile(played) if played < 0 else played // len(seen.edition.space_kind)
    same = [(one, space) for one, space in places if alike[one] == alike[tile]]
    codes = [place_answer(seen, one, space) for one, space in same]
    return [] if any(_is_alike(seen, alike, code, played) for code in codes) else codes[:1]


def _is_alike(seen: State, alike: Sequence[int], one: int, other: int) -> bool:
    """Tell whether two placings do the same: an equal tile on the same space, or out of the match."""
    if one < 0 or other < 0:
        return one < 0 and other < 0
    return one % len(seen.edition.space_kind) == other % len(seen.edition.space_kind)
