"""What a load has shown: a row for each crowd, and at the end the bars, each with its goal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from bench._load_counts import Counts
from bench._load_people import Sightings, quantile
from bench._load_reference import Reference

ROW = "{:<46}{:>12}{:>20}{:>11}{:>8}{:>8}"
HEADS = ("", "CPU a move", "push p50 / p95", "bytes/bid", "twice", "errors")
BAR = "{:<52}{:>26}  {:<32}{}"


@dataclass(frozen=True, slots=True)
class Crowd:
    """So many tables of four with so many moves a second, and who looks on without playing."""

    tables: int
    pace: float
    idle: int = 0  # sockets at tables where nobody moves
    spectators: int = 0  # of the first table
    several: bool = False  # PostgreSQL, Valkey and two web processes

    @property
    def name(self) -> str:
        """Name the row."""
        more = f", {self.idle} idle sockets" * bool(self.idle) + f", {self.spectators} spectators" * bool(
            self.spectators
        )
        return f"{self.tables} x {self.pace:g}/s{more}{', PostgreSQL, 2 processes' * self.several}"


@dataclass(slots=True)
class Ours:
    """What our side needed: what was seen, the server's processor seconds, and those of sockets that only idle."""

    seen: Sightings = field(default_factory=Sightings)
    cpu: float = 0.0
    idle_cpu: float = 0.0

    @property
    def cpu_ms(self) -> float:
        """Tell the processor milliseconds for a move."""
        return self.cpu / max(1, self.seen.moves) * 1e3

    @property
    def middle_size(self) -> float:
        """Tell how many bytes are pushed for a bid, in the middle."""
        return quantile([float(size) for size in self.seen.sizes], 0.5)


class Alone(NamedTuple):
    """How people fared who play alone with AIs: how late those were, processor time a move, share of a core."""

    late: list[float]
    cpu_ms: float
    share: float


@dataclass(slots=True)
class Results:
    """All that was measured in a run."""

    crowds: dict[Crowd, tuple[Ours, Reference]] = field(default_factory=dict)
    alone: dict[int, Alone] = field(default_factory=dict)
    home: int = 0
    counts: Counts | None = None
    later: Counts | None = None  # the same with many finished matches
    engine: tuple[float, float] = (0.0, 0.0)


class Bar(NamedTuple):
    """One line of what is wanted."""

    name: str
    now: str
    goal: str
    is_met: bool


def print_crowd(crowd: Crowd, ours: Ours, theirs: Reference) -> None:
    """Print how a crowd fared, and the reference with it."""
    seen = ours.seen
    pushes = f"{seen.push_ms(0.5):.0f} / {seen.push_ms(0.95):.0f} ms"
    size = f"{ours.middle_size:.0f}" if seen.sizes else "-"
    print(ROW.format(crowd.name, f"{ours.cpu_ms:.1f} ms", pushes, size, str(seen.twice), str(len(seen.errors))))
    for error in seen.errors[:3]:
        print(f"    {error}")
    if crowd.spectators:
        print(ROW.format("  until the last one had it, p50 / p95", "", _ms(seen.lasts), "", "", ""))
    if crowd.idle:
        print(ROW.format("  while nobody moved", f"{ours.idle_cpu:.1%}", "of a core", "", "", ""))
    pushes = f"{theirs.p50_ms:.0f} / {theirs.p95_ms:.0f} ms"
    print(ROW.format(f"  {theirs.name}", f"{theirs.cpu_ms:.1f} ms", pushes, "", "", str(theirs.errors)))
    print(
        ROW.format("  ratio", f"{_cpu(ours, theirs):.1f} x", f"p95 {_p95(ours, theirs):.1f} x", "", "", ""), flush=True
    )


def print_alone(people: int, alone: Alone) -> None:
    """Print how people fare who play alone with three directors."""
    print(ROW.format(f"{people} alone with three directors", f"{alone.cpu_ms:.1f} ms", "", "", "", ""))
    print(ROW.format("  share of a core", f"{alone.share:.0%}", "", "", "", ""))
    print(ROW.format("  AIs later than their pause, p50 / p95", "", _ms(alone.late), "", "", ""), flush=True)


def print_bars(results: Results) -> None:
    """Print what is wanted, what it is now, and whether that is enough."""
    print()
    print(BAR.format("bar", "now", "goal", ""))
    for bar in (*_of_crowds(results), *_of_people_alone(results), *_of_counts(results)):
        print(BAR.format(bar.name, bar.now, bar.goal, "met" if bar.is_met else "MISSED"))


def _of_crowds(results: Results) -> Iterator[Bar]:
    for crowd, (ours, theirs) in results.crowds.items():
        errors = len(ours.seen.errors)
        if crowd.spectators:
            last = quantile(ours.seen.lasts, 0.95) * 1e3
            yield Bar(f"{crowd.name}: the last one, p95", f"{last:.0f} ms", "500 ms", last <= 500 and not errors)
            continue
        if crowd.idle:
            yield Bar(f"{crowd.idle} idle sockets", f"{ours.idle_cpu:.1%} of a core", "under 2 %", ours.idle_cpu < 0.02)
            yield Bar(f"{crowd.name}: errors", str(errors), "none", not errors)
            continue
        ratio, late = _cpu(ours, theirs), _p95(ours, theirs)
        if not crowd.several:
            now = f"{ours.cpu_ms:.1f} / {theirs.cpu_ms:.1f} ms, {ratio:.1f} x"
            yield Bar(f"{crowd.name}: CPU a move", now, f"2.5 x {theirs.name}", ratio <= 2.5)
        now = f"{ours.seen.push_ms(0.95):.0f} / {theirs.p95_ms:.0f} ms, {errors} errors"
        yield Bar(f"{crowd.name}: push p95", now, "2 x the same, no error", late <= 2 and not errors)
        twice = ours.seen.twice
        now = f"{ours.middle_size:.0f}, {twice} twice"
        yield Bar(f"{crowd.name}: bytes for a bid", now, "1,200 in the middle, none twice", _is_small(ours))


def _of_people_alone(results: Results) -> Iterator[Bar]:
    for people, alone in results.alone.items():
        late = quantile(alone.late, 0.95)
        yield Bar(f"{people} alone: AIs after their pause, p95", f"{late * 1e3:.0f} ms", "200 ms", late <= 0.2)
        yield Bar(f"{people} alone: CPU of a move", f"{alone.cpu_ms:.1f} ms", "12 ms", alone.cpu_ms <= 12)


def _of_counts(results: Results) -> Iterator[Bar]:
    counts, (matches, step) = results.counts, results.engine
    assert counts is not None
    four, forty = counts.queries
    yield Bar("queries for a bid, 4 and 40 look on", f"{four} and {forty}", "12, the same", four == forty <= 12)
    growth = counts.last_quarter / counts.first_quarter
    yield Bar("a move in the last quarter to the first", f"{growth:.2f} x", "1.1 x", growth <= 1.1)
    if results.later is not None:
        growth = results.later.mean / counts.mean
        yield Bar("a move with 100,000 finished matches to none", f"{growth:.2f} x", "1.1 x", growth <= 1.1)
    page = counts.page
    yield Bar("a table's page from cold, drawing", f"{page.drawing_ms:.1f} ms", "20 ms", page.drawing_ms <= 20)
    yield Bar("a table's page, on the way", f"{page.sent:,} of {page.size:,} bytes", "29,000", page.sent <= 29_000)
    if results.home:
        yield Bar("a first visit to home, in all", f"{results.home:,} bytes", "150,000", results.home <= 150_000)
    yield Bar("`simulate`, random matches of four", f"{matches:.0f} a second", "800", matches >= 800)
    yield Bar("a step of a rollout", f"{step:.1f} µs", "4 µs", step <= 4)


def _cpu(ours: Ours, theirs: Reference) -> float:
    return ours.cpu_ms / max(0.1, theirs.cpu_ms)


def _p95(ours: Ours, theirs: Reference) -> float:
    return ours.seen.push_ms(0.95) / max(0.1, theirs.p95_ms)


def _is_small(ours: Ours) -> bool:
    return ours.middle_size < 1_200 and not ours.seen.twice


def _ms(values: list[float]) -> str:
    return f"{quantile(values, 0.5) * 1e3:.0f} / {quantile(values, 0.95) * 1e3:.0f} ms"
