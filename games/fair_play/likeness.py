"""Whether somebody's answers are a brain's: how often they agree with ours where people usually do not.

Everybody agrees with everybody about clear questions. So questions are told apart by how close they are, and how
often people of every strength agree with a brain about each kind was learned; what is left is told as a logarithm of
odds, against the strongest of them that explains it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from math import log
from random import Random
from typing import Final, NamedTuple

from games.ai.brain import sight_of
from games.ai.choices import limit, lot_gains, place_answer, take_scores
from games.ai.ladder import director
from games.ai.levels import LEVELS
from games.engine import State, forced, options
from games.engine.state import AUCTION, PARTY
from games.fair_play.answers import Decision
from games.fair_play.feeding import log_mean

# The brain that answers are compared with. Those above it choose and place much as it does and bid along its limits.
REFERENCE: Final = "director"
# How near a question is: of a lot by its worth and the least bid as a logarithm, of party tiles in points.
NEAR_BIDS: Final = (0.15, 0.4, 0.9)
NEAR_TILES: Final = (0.3, 1.0, 3.0)
KINDS: Final = (*(f"bid{step}" for step in range(4)), *(f"take{step}" for step in range(4)), "place")
# The hard ones, for what is told of the time they took.
HARD: Final = frozenset({"bid0", "bid1", "take0", "take1"})
# Who copies agrees always, nearly always, or does something of their own now and then.
COPIES: Final = (0.999, 0.98, 0.9)
SUREST: Final = 0.998


class Agreement(NamedTuple):
    """An answer at a question of some kind, and whether the reference gives it too."""

    number: int
    kind: str
    agrees: bool


KindAgrees = tuple[str, bool]
# By kind of question how often somebody agrees, for each sort of honest people.
Rates = Sequence[Mapping[str, float]]


def read_agreements(states: Sequence[State], decisions: Iterable[Decision], seat: int) -> Iterator[Agreement]:
    """Compare what a seat answered with what the reference does on the same sight."""
    for number, code in decisions:
        state = states[number - 1]
        if state.turn == seat and not forced(state):
            if state.phase in (AUCTION, PARTY):
                yield Agreement(number, _kind(state), _answer(state) == code)
            else:
                # In which order tiles are placed says nothing: any of the places it would use is agreement.
                haul = director.appraiser(state).haul(state, seat, state.hand)
                yield Agreement(number, "place", code in {place_answer(state, *place) for place in haul.places})


def likeness(answers: Iterable[KindAgrees], rates: Rates) -> float:
    """Return how much more likely these answers are if they are copied."""
    counted = Counter(answers)
    honest = [_likelihood(counted, row) for row in rates]
    copied = [_likelihood(counted, dict.fromkeys(KINDS, rate)) for rate in COPIES]
    return log_mean(copied, [1 / len(copied)] * len(copied)) - max(honest)


def learn_rates(people: Iterable[Iterable[KindAgrees]]) -> dict[str, float]:
    """Return how often people of one sort agree about each kind of question."""
    asked, agreed = Counter[str](), Counter[str]()
    for answers in people:
        for kind, agrees in answers:
            asked[kind] += 1
            agreed[kind] += agrees
    # Nobody is so sure of anything that one answer more could not be another.
    return {kind: min(round((agreed[kind] + 1) / (asked[kind] + 2), 3), SUREST) for kind in KINDS}


def _likelihood(counted: Counter[KindAgrees], rates: Mapping[str, float]) -> float:
    return sum(times * log(rates[kind] if agrees else 1 - rates[kind]) for (kind, agrees), times in counted.items())


def _answer(state: State) -> int:
    # The reference throws no dice.
    return LEVELS[REFERENCE].brain(options(state), partial(sight_of, state, state.turn), Random(0)).code


def _kind(state: State) -> str:
    appraiser = director.appraiser(state)
    if state.phase == PARTY:
        best, second, *_ = sorted(take_scores(appraiser, state).values(), reverse=True)
        return f"take{sum(best - second > step for step in NEAR_TILES)}"
    worth = limit(appraiser, state, state.turn, lot_gains(appraiser, state), state.queue)
    distance = abs(log((max(worth, 0.0) + 1) / (options(state)[1] + 1)))
    return f"bid{sum(distance > step for step in NEAR_BIDS)}"
