"""How strong the levels are, as `manage.py arena` measured it: figures in `measured.json`, never written by hand."""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

FILE: Final = Path(__file__).with_name("measured.json")
# What a level counts for that nobody has measured.
UNMEASURED: Final = 1000


@dataclass(frozen=True, slots=True)
class MeasuredPairing:
    """One seat of the hero against rivals on all others: its share of wins, and the interval it lies in."""

    hero: str
    rival: str
    edition: str
    seats: int
    blocks: int
    games: int
    share: float
    low: float
    high: float
    even: float
    target: float | None

    @property
    def is_met(self) -> bool:
        """Whether the lower end of the interval reaches the target."""
        return self.target is None or self.low >= self.target


@dataclass(frozen=True, slots=True)
class Times:
    """How long a level thinks about a decision, on one core."""

    level: str
    edition: str
    seats: int
    decisions: int
    p50_ms: float
    p95_ms: float
    max_ms: float


@dataclass(frozen=True, slots=True)
class Measured:
    """Everything that was measured, when, and of which commit."""

    measured_on: str
    commit: str
    pairings: tuple[MeasuredPairing, ...]
    times: tuple[Times, ...]
    ratings: dict[str, int]
    # What shows that the arena can be believed: a level against itself, and one that cheats.
    checks: tuple[MeasuredPairing, ...] = ()


@cache
def load(path: Path = FILE) -> Measured:
    """Return the published figures."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return Measured(
        measured_on=told["measured_on"],
        commit=told["commit"],
        pairings=tuple(MeasuredPairing(**pairing) for pairing in told["pairings"]),
        times=tuple(Times(**times) for times in told["times"]),
        ratings=told["ratings"],
        checks=tuple(MeasuredPairing(**pairing) for pairing in told.get("checks", ())),
    )


def rating_of(level: str) -> int:
    """Return the level's strength as an Elo-like number, a trainee being about 1000."""
    return load().ratings.get(level, UNMEASURED)
