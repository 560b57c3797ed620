"""How far forecasts can be believed: matches of mixed levels, positions of them, what was said and what came."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import product
from random import Random
from statistics import fmean
from typing import Any, Final

from games.ai.brain import sight_of
from games.ai.deals import secret_of, setup_of
from games.ai.evaluation import chance_to_win
from games.ai.forecast import ROLLOUTS, Correction, Scores, corrected, play_ends
from games.ai.levels import LEVELS
from games.engine import Edition, State, options, perform, places, scores, start
from games.engine.edition import QUARTERS
from games.engine.state import AUCTION, OVER

# Whoever plays these matches: quick levels of every strength, mixed as at real tables.
PLAYERS: Final = ("trainee", "assistant", "director", "director:miser", "director:premiere", "director:many")
POSITIONS_A_MATCH: Final = 8
LUCKS: Final = (0.5, 2.0, 4.0, 6.0, 9.0, 13.0)
DOUBTS: Final = (0.0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
SCORE_LUCKS: Final = (2.0, 4.0, 7.0, 11.0, 16.0, 24.0, 40.0)
TENTHS: Final = 10


@dataclass(frozen=True, slots=True)
class Position:
    """A position of a match that was played: what rollouts say, what the score says, and who won in the end."""

    quarter: int
    ends: tuple[Scores, ...]
    points: Scores
    won: tuple[float, ...]


def positions_of(edition: Edition, seats: int, label: str, count: int, rollouts: int = ROLLOUTS) -> Iterator[Position]:
    """Yield positions from as many matches as it takes; a label names deals that no other label has."""
    number = 0
    found = 0
    while found < count:
        for position in _positions(edition, seats, f"{label}/forecast", number, rollouts):
            yield position
            found += 1
            if found == count:
                return
        number += 1


def fit(positions: Sequence[Position]) -> list[Correction]:
    """Return the correction for each quarter with which most is said right."""
    return [_best([one for one in positions if one.quarter == quarter]) for quarter in range(1, QUARTERS + 1)]


def judge(positions: Sequence[Position], corrections: Sequence[Correction]) -> dict[str, Any]:
    """Return Brier scores summed over seats, of ours, of the score alone and of an even guess, and the tenths."""
    ours = [corrected(one.ends, corrections[one.quarter - 1]).win for one in positions]
    luck = min(SCORE_LUCKS, key=lambda luck: _mean_brier(positions, [_by_score(one, luck) for one in positions]))
    even = [(1 / len(one.won),) * len(one.won) for one in positions]
    brier = {
        "ours": _mean_brier(positions, ours),
        "score": _mean_brier(positions, [_by_score(one, luck) for one in positions]),
        "even": _mean_brier(positions, even),
    }
    pairs = [pair for said, one in zip(ours, positions, strict=True) for pair in zip(said, one.won, strict=True)]
    return {"brier": {name: round(value, 4) for name, value in brier.items()}, "buckets": _buckets(pairs)}


def _positions(edition: Edition, seats: int, label: str, number: int, rollouts: int) -> Iterator[Position]:
    dice = Random(f"{label}/{edition.id}/{seats}/{number}")
    state = start(setup_of(edition, seats, secret_of(f"{label}/{seats}", number)))
    brains = [LEVELS[dice.choice(PLAYERS)].brain for _ in range(seats)]
    openings: list[State] = []
    before = None
    while state.phase != OVER:
        if state.phase == AUCTION and (state.quarter, state.location) != before:
            before = (state.quarter, state.location)
            openings.append(state.copy())
        seat = state.turn
        perform(state, brains[seat](options(state), partial(sight_of, state, seat), dice).code)
    first = [place == 1 for place in places(state)]
    won = tuple(is_first / sum(first) for is_first in first)
    for opening in _spread(openings, dice):
        ends = tuple(play_ends(opening, dice, knows_all=False, rollouts=rollouts))
        yield Position(opening.quarter, ends, tuple(map(float, scores(opening))), won)


def _spread(openings: list[State], dice: Random) -> Iterable[State]:
    """Return some of them, as many of each part of the match."""
    size = len(openings) / POSITIONS_A_MATCH
    return [openings[int(size * (part + dice.random()))] for part in range(POSITIONS_A_MATCH)]


def _best(positions: Sequence[Position]) -> Correction:
    def missed(correction: Correction) -> float:
        return _mean_brier(positions, [corrected(one.ends, correction).win for one in positions])

    return min((Correction(luck, doubt) for luck, doubt in product(LUCKS, DOUBTS)), key=missed)


def _by_score(position: Position, luck: float) -> Scores:
    return tuple(chance_to_win(list(position.points), seat, luck) for seat in range(len(position.won)))


def _mean_brier(positions: Sequence[Position], said: Sequence[Scores]) -> float:
    """Return the mean over positions of the squared errors of all seats."""
    return fmean(
        sum((chance - came) ** 2 for chance, came in zip(one, position.won, strict=True))
        for one, position in zip(said, positions, strict=True)
    )


def _buckets(pairs: Iterable[tuple[float, float]]) -> list[dict[str, float]]:
    tenths: dict[int, list[tuple[float, float]]] = {}
    for said, won in pairs:
        tenths.setdefault(min(int(said * TENTHS), TENTHS - 1), []).append((said, won))
    return [
        {
            "said": round(fmean(said for said, _ in rows), 3),
            "won": round(fmean(won for _, won in rows), 3),
            "count": len(rows),
        }
        for _, rows in sorted(tenths.items())
    ]
