"""How far forecasts can be believed: what a point in thought counts is found on some matches, and judged on others."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import combinations
from math import log
from statistics import fmean
from typing import Any, Final, NamedTuple

from games.ai.evaluation import chance_to_win
from games.ai.forecast import Correction, Forecast, Scores, Trust, Trusts, corrected, odds, reading
from games.ai.positions import PositionSample
from games.ai.training import solve

SCORE_LUCKS: Final = (2.0, 4.0, 7.0, 11.0, 16.0, 24.0, 40.0)
TENTHS: Final = 10
MOST_STEPS: Final = 40
ENOUGH: Final = 1e-3  # a step that gains less, in log odds of everything that came, is the last
SMALLEST_STEP: Final = 1e-3
# Keeps trust finite where all that is known points one way.
RIDGE: Final = 1.0


class Contest(NamedTuple):
    """Seats of a position, what is known of them, and which part of coming first among them each had."""

    near: float
    promised: Scores
    ends: tuple[Scores, ...]
    won: Scores


class Slope(NamedTuple):
    """How likely was what came, by some trust, and where more of each kind of trust would lead."""

    likelihood: float
    direction: tuple[float, float, float]


def fit(positions: Sequence[PositionSample]) -> Trusts:
    """Return what points count for wins, and for who comes before whom: that which makes what came most likely."""
    wins = [Contest(one.near, one.promised, one.ends, one.won) for one in positions]
    return _fit(wins), _fit([pair for one in positions for pair in _pairs(one)])


def by_ends_alone(positions: Iterable[PositionSample]) -> list[PositionSample]:
    """Return the same positions as if they promised nobody anything."""
    return [replace(one, promised=(0.0,) * len(one.promised)) for one in positions]


def judge(positions: Sequence[PositionSample], trusts: Trusts) -> dict[str, Any]:
    """Return Brier scores summed over seats, of ours, of the score alone and of an even guess, and the tenths."""
    ours = [said_of(one, trusts).win for one in positions]
    luck = min(SCORE_LUCKS, key=lambda luck: _mean_brier(positions, [_by_score(one, luck) for one in positions]))
    even = [(1 / len(one.won),) * len(one.won) for one in positions]
    brier = {
        "ours": _mean_brier(positions, ours),
        "score": _mean_brier(positions, [_by_score(one, luck) for one in positions]),
        "even": _mean_brier(positions, even),
    }
    pairs = [pair for said, one in zip(ours, positions, strict=True) for pair in zip(said, one.won, strict=True)]
    return {"brier": {name: round(value, 4) for name, value in brier.items()}, "buckets": _buckets(pairs)}


def judge_places(positions: Sequence[PositionSample], trusts: Trusts) -> dict[str, float]:
    """Return by how many places each of the three is usually wrong: the root of the mean square."""
    ours = [said_of(one, trusts).place for one in positions]
    score = [_shared(_ranks(one.points)) for one in positions]
    even = [((len(one.places) + 1) / 2,) * len(one.places) for one in positions]
    told = {"ours": ours, "score": score, "even": even}
    return {name: round(_place_error(positions, said), 3) for name, said in told.items()}


def said_of(position: PositionSample, trusts: Trusts) -> Forecast:
    """Return the forecast of a position by such trust."""
    readings = (reading(trust, position.promised, position.near) for trust in trusts)
    return corrected(position.ends, Correction(*readings))


def _pairs(position: PositionSample) -> Iterator[Contest]:
    """Yield every two seats of a position, as if nobody else had played."""
    for pair in combinations(range(len(position.places)), 2):
        promised, places = ([row[seat] for seat in pair] for row in (position.promised, position.places))
        ends = tuple((end[pair[0]], end[pair[1]]) for end in position.ends)
        before = 0.5 if places[0] == places[1] else float(places[0] < places[1])
        yield Contest(position.near, tuple(promised), ends, (before, 1 - before))


def _fit(contests: Sequence[Contest]) -> Trust:
    """Climb to the trust by which what came is likeliest; slopes of single contests tell how far a step may go."""
    trust = Trust(0.0, 0.0, 0.0)
    height, slopes = _learn(contests, trust)
    for _ in range(MOST_STEPS):
        step, size = _step(slopes, trust), 1.0
        while size > SMALLEST_STEP:
            tried = Trust(*(old + size * more for old, more in zip(trust, step, strict=True)))
            reached, found = _learn(contests, tried)
            if reached > height:
                break
            size /= 2
        else:
            return trust
        gained = reached - height
        trust, height, slopes = tried, reached, found
        if gained < ENOUGH:
            return trust
    return trust


def _learn(contests: Sequence[Contest], trust: Trust) -> tuple[float, list[Slope]]:
    slopes = [_slope(one, trust) for one in contests]
    return sum(one.likelihood for one in slopes) - RIDGE / 2 * sum(kind * kind for kind in trust), slopes


def _step(slopes: Iterable[Slope], trust: Trust) -> list[float]:
    size = len(trust)
    matrix = [[RIDGE * (one == other) for other in range(size)] + [-RIDGE * trust[one]] for one in range(size)]
    for _, direction in slopes:
        for one in range(size):
            for other in range(size):
                matrix[one][other] += direction[one] * direction[other]
            matrix[one][size] += direction[one]
    return solve(matrix)


def _slope(contest: Contest, trust: Trust) -> Slope:
    by = reading(trust, contest.promised, contest.near)
    said = [odds(end, by) for end in contest.ends]
    chances = [fmean(seat) for seat in zip(*said, strict=True)]
    worth = [won / chance / len(said) for won, chance in zip(contest.won, chances, strict=True)]
    by_end = by_promise = 0.0
    for end, shares in zip(contest.ends, said, strict=True):
        pulls = [share * weight for share, weight in zip(shares, worth, strict=True)]
        by_end += _pull(end, shares, pulls)
        by_promise += _pull(contest.promised, shares, pulls)
    likelihood = sum(won * log(chance) for won, chance in zip(contest.won, chances, strict=True) if won)
    return Slope(likelihood, (by_end / 10, contest.near * by_end / 10, by_promise / 10))


def _pull(points: Scores, shares: Scores, pulls: Sequence[float]) -> float:
    """Return by how much the likelihood rises where these points count for more."""
    usual = sum(share * value for share, value in zip(shares, points, strict=True))
    return sum(pull * (value - usual) for pull, value in zip(pulls, points, strict=True))


def _by_score(position: PositionSample, luck: float) -> Scores:
    return tuple(chance_to_win(list(position.points), seat, luck) for seat in range(len(position.won)))


def _ranks(points: Scores) -> tuple[int, ...]:
    return tuple(1 + sum(other > own for other in points) for own in points)


def _shared(ranks: tuple[int, ...]) -> Scores:
    """Return places of which those who share one have the middle."""
    return tuple(rank + (ranks.count(rank) - 1) / 2 for rank in ranks)


def _place_error(positions: Sequence[PositionSample], said: Sequence[Scores]) -> float:
    misses = [
        place - came
        for one, position in zip(said, positions, strict=True)
        for place, came in zip(one, _shared(position.places), strict=True)
    ]
    return fmean(miss * miss for miss in misses) ** 0.5


def _mean_brier(positions: Sequence[PositionSample], said: Sequence[Scores]) -> float:
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
            "said": round(fmean(said for said, _ in rows), 4),
            "won": round(fmean(won for _, won in rows), 4),
            "count": len(rows),
        }
        for _, rows in sorted(tenths.items())
    ]
