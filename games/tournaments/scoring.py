"""What a result is worth, in half points, and who stands before whom. Nothing here knows Django."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

WIN, TIE = 2, 1  # in half points


@dataclass(frozen=True, slots=True)
class DealResult:
    """How a seat fared; `counts` where a person sat there and was not absent."""

    score: int | None
    place: int | None
    counts: bool


Table = Sequence[DealResult]
NO_RESULT: Final = DealResult(None, None, counts=True)


def duplicate_points(tables: Sequence[Table]) -> list[list[int | None]]:
    """Compare every seat with the same one at the other tables: one point for each that it beat, half for a tie.

    With a seat that an AI played nobody is compared: it is worth half a point to the others, as is a table without a
    result to all; so nobody gains or loses by somebody else's absence. An AI has no points, an absent person none.
    """
    rows = [list(row) for row in zip(*tables, strict=True)]
    return [[_row_points(row, here) for row in rows] for here in range(len(tables))]


def _row_points(row: Sequence[DealResult], here: int) -> int | None:
    own = row[here]
    if not own.counts:
        return None
    return sum(_compared(own, other) for there, other in enumerate(row) if there != here)


def _compared(own: DealResult, other: DealResult) -> int:
    if own.score is None or other.score is None or not other.counts or own.score == other.score:
        return TIE
    return WIN if own.score > other.score else 0


def table_points(table: Table) -> list[int | None]:
    """Compare everybody with all others at their table, AIs too; without a result all get half of the points."""
    return [_place_points(table, here) if seat.counts else None for here, seat in enumerate(table)]


def _place_points(table: Table, here: int) -> int:
    own = table[here].place
    others = [seat.place for there, seat in enumerate(table) if there != here]
    if own is None:
        return TIE * len(others)
    return sum(TIE if place is None or place == own else WIN * (own < place) for place in others)


def bye_points(seats: int) -> int:
    """Return what a bye is worth: as much as winning a table."""
    return WIN * (seats - 1)


@dataclass(frozen=True, slots=True)
class RoundOutcome:
    """What a round brought somebody."""

    entrant: int
    round: int
    half_points: int
    score: int = 0
    won: bool = False
    met: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class EntrantStanding:
    """Where somebody stands: points first, then what settles equal ones."""

    entrant: int
    rank: int
    half_points: int
    score: int
    wins: int
    opponents: int  # the half points of all whom they met, together
    by_round: Mapping[int, int]


# What settles equal points, in this order; then the lot that was drawn at the start.
TIE_BREAKS: Final[Mapping[str, tuple[str, ...]]] = {
    "duplicate": ("score", "wins"),
    "swiss": ("opponents", "score", "wins"),
    "league": ("score", "wins"),
}


def standings(form: str, entrants: Mapping[int, int], outcomes: Iterable[RoundOutcome]) -> list[EntrantStanding]:
    """Rank everybody, the best first; `entrants` has the lot of each, which settles the last tie."""
    of_each: dict[int, list[RoundOutcome]] = defaultdict(list)
    for outcome in outcomes:
        of_each[outcome.entrant].append(outcome)
    points = {entrant: sum(one.half_points for one in of_each[entrant]) for entrant in entrants}
    rows = [_standing(entrant, of_each[entrant], points) for entrant in entrants]
    rows.sort(key=lambda row: (_merit(form, row), -entrants[row.entrant]), reverse=True)
    return _ranked(form, rows)


def _standing(entrant: int, outcomes: Sequence[RoundOutcome], points: Mapping[int, int]) -> EntrantStanding:
    return EntrantStanding(
        entrant=entrant,
        rank=0,
        half_points=points[entrant],
        score=sum(one.score for one in outcomes),
        wins=sum(one.won for one in outcomes),
        opponents=sum(points.get(other, 0) for one in outcomes for other in one.met),
        by_round={one.round: one.half_points for one in outcomes},
    )


def _merit(form: str, row: EntrantStanding) -> tuple[int, ...]:
    return (row.half_points, *(getattr(row, name) for name in TIE_BREAKS[form]))


def _ranked(form: str, rows: Sequence[EntrantStanding]) -> list[EntrantStanding]:
    """Give everybody their rank; whom nothing but the lot parts share one."""
    ranked: list[EntrantStanding] = []
    for place, row in enumerate(rows, start=1):
        is_equal = bool(ranked) and _merit(form, ranked[-1]) == _merit(form, row)
        ranked.append(replace(row, rank=ranked[-1].rank if is_equal else place))
    return ranked
