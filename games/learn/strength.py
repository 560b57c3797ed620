"""How strong the levels are: what was measured, as a page shows it."""

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from datetime import date
from typing import Final, TypeVar

from games.ai.levels import OFFERED_LEVELS
from games.ai.measured import Measured, MeasuredPairing, Times
from games.edition_words import level_character, level_name, words_of

# The chart's width, and how much of it the weakest level has, so that a bar is to be seen.
WIDTH: Final = 100
SHORTEST: Final = 12

Thing = TypeVar("Thing", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Rung:
    """A level on the ladder; `bar` is its part of the chart's width."""

    level: str
    name: str
    character: str
    rating: int | None
    bar: int


@dataclass(frozen=True, slots=True)
class Cell:
    """One pairing with one number of seats, in percent: wins of the hero, the interval they lie in, an even share."""

    seats: int
    games: int
    share: float
    low: float
    high: float
    even: float

    @property
    def drawn(self) -> dict[str, int]:
        """Where all this lies on a line of a thousand steps."""
        steps = {name: round(10 * getattr(self, name)) for name in ("share", "low", "high", "even")}
        return steps | {"spread": max(4, steps["high"] - steps["low"])}


@dataclass(frozen=True, slots=True)
class StrengthRow:
    """A hero against rivals on all other seats; None where a number of seats was not measured."""

    hero: str
    rival: str
    cells: tuple[Cell | None, ...]


@dataclass(frozen=True, slots=True)
class EditionTable:
    """Everything that was measured in one edition."""

    name: str
    seats: tuple[int, ...]
    rows: tuple[StrengthRow, ...]
    games: int


@dataclass(frozen=True, slots=True)
class Pondering:
    """How long a level thinks: the longest of all editions and numbers of seats."""

    name: str
    usual_ms: int
    nearly_always_ms: int
    longest_ms: int
    decisions: int


@dataclass(frozen=True, slots=True)
class Strength:
    """The page."""

    measured_on: date | None
    games: int
    ladder: tuple[Rung, ...]
    styles: tuple[Rung, ...]
    tables: tuple[EditionTable, ...]
    pondering: tuple[Pondering, ...]


def strength_of(measured: Measured) -> Strength:
    """Return what a reader is told of the figures; nothing is said that was not measured."""
    rungs = [_rung(level, measured) for level in OFFERED_LEVELS]
    timed = {times.level for times in measured.times}
    return Strength(
        measured_on=date.fromisoformat(measured.measured_on) if measured.pairings else None,
        games=sum(pairing.games for pairing in measured.pairings),
        ladder=tuple(rung for rung in rungs if ":" not in rung.level),
        styles=tuple(rung for rung in rungs if ":" in rung.level),
        tables=tuple(_table(edition, measured) for edition in _in_order(p.edition for p in measured.pairings)),
        pondering=tuple(_pondering(level, measured) for level in OFFERED_LEVELS if level in timed),
    )


def _in_order(things: Iterable[Thing]) -> list[Thing]:
    """Return each once, in the order in which they come."""
    return list(dict.fromkeys(things))


def _rung(level: str, measured: Measured) -> Rung:
    rating = measured.ratings.get(level)
    known = [measured.ratings[other] for other in OFFERED_LEVELS if other in measured.ratings]
    lowest, highest = min(known, default=0), max(known, default=0)
    part = 0.0 if rating is None else (rating - lowest) / max(1, highest - lowest)
    bar = 0 if rating is None else round(SHORTEST + part * (WIDTH - SHORTEST))
    return Rung(level, level_name(level), level_character(level), rating, bar)


def _table(edition: str, measured: Measured) -> EditionTable:
    here = [pairing for pairing in measured.pairings if pairing.edition == edition]
    seats = tuple(sorted({pairing.seats for pairing in here}))
    rows = tuple(_row(hero, rival, seats, here) for hero, rival in _in_order((p.hero, p.rival) for p in here))
    return EditionTable(words_of(edition).name, seats, rows, sum(pairing.games for pairing in here))


def _row(hero: str, rival: str, seats: tuple[int, ...], pairings: list[MeasuredPairing]) -> StrengthRow:
    found = {p.seats: _cell(p) for p in pairings if (p.hero, p.rival) == (hero, rival)}
    return StrengthRow(level_name(hero), level_name(rival), tuple(found.get(number) for number in seats))


def _cell(pairing: MeasuredPairing) -> Cell:
    percent = [round(100 * part, 1) for part in (pairing.share, pairing.low, pairing.high, pairing.even)]
    return Cell(pairing.seats, pairing.games, *percent)


def _pondering(level: str, measured: Measured) -> Pondering:
    times: list[Times] = [times for times in measured.times if times.level == level]
    return Pondering(
        name=level_name(level),
        usual_ms=round(max(t.p50_ms for t in times)),
        nearly_always_ms=round(max(t.p95_ms for t in times)),
        longest_ms=round(max(t.max_ms for t in times)),
        decisions=sum(t.decisions for t in times),
    )
