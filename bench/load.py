"""Many people at once, through the real server: what a move costs, beside a reference in the same run (`make load`).

Short by default, in two minutes; `make load LONG=1` takes the figures of the README. Nothing here fails by time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import ParamSpec, TypeVar

from bench import _load_counts
from bench._load_people import Round, Seen, Sightings, Solo, look_on, quantile
from bench._load_reference import Reference, install, measure
from bench._load_servers import servers
from bench._load_site import AI_PAUSE, LoadTable, cpu_seconds, open_tables, site

Given = ParamSpec("Given")
Figures = TypeVar("Figures")

ROW = "{:<46}{:>12}{:>20}{:>11}{:>8}{:>8}"
HEADS = ("", "CPU a move", "push p50 / p95", "bytes/bid", "twice", "errors")
PAST = 100_000
AT_ONCE = 20  # people who come in the same moment


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


SHORT = (Crowd(4, 1), Crowd(20, 1), Crowd(4, 1, several=True), Crowd(1, 1, spectators=100))
LONG = (
    *(Crowd(4, 1), Crowd(20, 1), Crowd(50, 1), Crowd(100, 0.5, idle=200), Crowd(1, 0.5, spectators=500)),
    *(Crowd(4, 1, several=True), Crowd(50, 1, several=True)),
)


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


def run() -> None:
    """Print the table."""
    is_long = bool(os.environ.get("LONG"))
    seconds = 30.0 if is_long else 6.0
    with tempfile.TemporaryDirectory() as name:
        (folder := Path(name) / "reference").mkdir()
        reference = install(folder)
        print(ROW.format(*HEADS))
        for crowd in LONG if is_long else SHORT:
            theirs = measure(reference, tables=crowd.tables, pace=crowd.pace, seconds=seconds) if reference else None
            _print(crowd, apart(load, crowd, Path(name), seconds), theirs)
        for people in (10, 40, 100) if is_long else (10,):
            print_alone(people, *apart(load_alone, people, Path(name), 2 * seconds))
    print_counts(*apart(_load_counts.run, PAST if is_long else 0, 4 if is_long else 1), PAST if is_long else 0)


def apart(measure: Callable[Given, Figures], *args: Given.args, **kwargs: Given.kwargs) -> Figures:
    """Measure in a process of its own: each has its own database, of which Django knows one for good."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *args, **kwargs).result()


def load(crowd: Crowd, folder: Path, seconds: float) -> Ours:
    """Start the site and let a crowd play."""
    with served(folder, several=crowd.several) as (ports, pids):
        return asyncio.run(_play(crowd, ports, pids, seconds))


def load_alone(people: int, folder: Path, seconds: float) -> tuple[list[float], float, float]:
    """Start the site and let people play alone with AIs."""
    with served(folder) as (ports, pids):
        return asyncio.run(_play_alone(people, ports[0], pids, seconds))


@contextmanager
def served(folder: Path, *, several: bool = False) -> Iterator[tuple[list[int], list[int]]]:
    """Start the site anew: everything in one process on SQLite, or two on servers."""
    if several:
        with servers() as (database, redis), site(folder, database=database, redis=redis, processes=2) as started:
            yield started
        return
    with site(folder) as started:
        yield started
    for path in folder.glob("load.sqlite3*"):
        path.unlink()


async def _play(crowd: Crowd, ports: list[int], pids: list[int], seconds: float) -> Ours:
    """Seat everybody, play for so long, and tell what was seen and the processor seconds of the server."""
    ours, dice = Ours(), Random("load")
    quiet = open_tables(-(-crowd.idle // 4))
    tables = open_tables(crowd.tables)
    sockets = [
        _watch(table, _port(ports, seat), cookie, ours.seen) for table in quiet for seat, cookie in _seats(table)
    ]
    await _until(lambda: ours.seen.sockets + len(ours.seen.errors) >= len(sockets))
    ours.idle_cpu = await _idle(pids) if crowd.idle else 0.0
    rounds = []
    for position, table in enumerate(tables):
        onlookers = crowd.spectators if position == 0 else 0
        here = Round(table, ports, ours.seen, dice, watchers=len(table.cookies) + onlookers)
        rounds.append(here)
        who = [*_seats(table), *((number, "") for number in range(onlookers))]
        sockets += [_watch(table, _port(ports, seat), cookie, ours.seen, here.seen) for seat, cookie in who]
    await _until(lambda: ours.seen.sockets + len(ours.seen.errors) >= len(sockets))
    await asyncio.sleep(3)  # until whoever came has been shown to the others
    before, until = cpu_seconds(pids), time.perf_counter() + seconds
    await asyncio.gather(*(_keep_moving(here, crowd.pace, until, dice.random()) for here in rounds))
    ours.cpu = cpu_seconds(pids) - before
    await _close(sockets)
    return ours


async def _play_alone(people: int, port: int, pids: list[int], seconds: float) -> tuple[list[float], float, float]:
    """Seat people each alone with three directors: how late AIs were, processor time a move, share of a core."""
    tally, dice = Sightings(), Random("alone")
    tables = open_tables(people, levels=("director",) * 3)
    from games.models import PlayedMove  # Django is set up by now

    alone = [Solo(table, tally, dice, AI_PAUSE) for table in tables]
    sockets = [_watch(here.table, port, here.table.cookies[0], tally, here.seen) for here in alone]
    await _until(lambda: tally.sockets + len(tally.errors) >= people)
    until = time.time() + seconds
    playing = asyncio.gather(*(here.play(until) for here in alone))
    await asyncio.sleep(seconds / 4)  # until nobody begins any more
    before, since, moves = cpu_seconds(pids), time.time(), PlayedMove.objects.count()
    await playing
    spent, took = cpu_seconds(pids) - before, time.time() - since
    moves = PlayedMove.objects.count() - moves
    await _close(sockets)
    late = [later for here in alone for later in here.lateness(since, AI_PAUSE)]
    return late, spent / max(1, moves) * 1e3, spent / took


def _seats(table: LoadTable) -> list[tuple[int, str]]:
    return list(enumerate(table.cookies))


def _port(ports: list[int], seat: int) -> int:
    """People of one table come to several processes, where there are."""
    return ports[seat % len(ports)]


def _watch(
    table: LoadTable, port: int, cookie: str, tally: Sightings, seen: Seen = lambda *_: None
) -> asyncio.Task[None]:
    async def look() -> None:
        await _until(lambda: tally.coming < AT_ONCE)
        tally.coming += 1
        try:
            await look_on(table, port, cookie, tally, seen)
        except Exception as failure:
            tally.coming -= 1
            tally.errors.append(f"a socket of table {table.pk}: {failure!r}")

    return asyncio.create_task(look())


async def _idle(pids: list[int], seconds: float = 10.0) -> float:
    """Tell the share of a core that the server needs while nobody moves."""
    await asyncio.sleep(3)
    before = cpu_seconds(pids)
    await asyncio.sleep(seconds)
    return (cpu_seconds(pids) - before) / seconds


async def _close(sockets: list[asyncio.Task[None]]) -> None:
    for socket in sockets:
        socket.cancel()
    await asyncio.gather(*sockets, return_exceptions=True)


async def _keep_moving(here: Round, pace: float, until: float, offset: float) -> None:
    await asyncio.sleep(offset / pace)
    while time.perf_counter() < until:
        began = time.perf_counter()
        if not await here.move():
            return
        await asyncio.sleep(max(0.0, 1 / pace - (time.perf_counter() - began)))


async def _until(is_so: Callable[[], bool], patience: float = 120.0) -> None:
    end = time.monotonic() + patience
    while not is_so() and time.monotonic() < end:
        await asyncio.sleep(0.05)


def _print(crowd: Crowd, ours: Ours, theirs: Reference | None) -> None:
    seen = ours.seen
    middle = f"{quantile([float(size) for size in seen.sizes], 0.5):.0f}" if seen.sizes else "-"
    pushes = f"{seen.push_ms(0.5):.0f} / {seen.push_ms(0.95):.0f} ms"
    print(ROW.format(crowd.name, f"{ours.cpu_ms:.1f} ms", pushes, middle, str(seen.twice), str(len(seen.errors))))
    for error in seen.errors[:3]:
        print(f"    {error}")
    if crowd.spectators:
        print(ROW.format("  until the last one had it, p50 / p95", "", _ms(seen.lasts), "", "", ""))
    if crowd.idle:
        print(ROW.format("  while nobody moved", f"{ours.idle_cpu:.1%}", "of a core", "", "", ""))
    if theirs is not None:
        pushes = f"{theirs.p50_ms:.0f} / {theirs.p95_ms:.0f} ms"
        print(ROW.format("  boardgame.io on files", f"{theirs.cpu_ms:.1f} ms", pushes, "", "", str(theirs.errors)))
        ratio, late = ours.cpu_ms / max(0.1, theirs.cpu_ms), seen.push_ms(0.95) / max(0.1, theirs.p95_ms)
        print(ROW.format("  ratio", f"{ratio:.1f} x", f"p95 {late:.1f} x", "", "", ""), flush=True)


def _ms(values: list[float]) -> str:
    return f"{quantile(values, 0.5) * 1e3:.0f} / {quantile(values, 0.95) * 1e3:.0f} ms"


def print_alone(people: int, late: list[float], cpu_ms: float, share: float) -> None:
    """Print how people fare who play alone with three directors."""
    print(ROW.format(f"{people} alone with three directors", f"{cpu_ms:.1f} ms", "", "", "", ""))
    print(ROW.format("  share of a core", f"{share:.0%}", "", "", "", ""))
    print(ROW.format("  AIs later than their pause, p50 / p95", "", _ms(late), "", "", ""), flush=True)


def print_counts(queries: list[int], quarters: tuple[float, float], past: int) -> None:
    """Print what is counted without a server."""
    (four, forty), (first, last) = queries, quarters
    print(ROW.format("queries for a bid, 4 / 40 look on", f"{four} / {forty}", "", "", "", ""))
    name = f"last quarter to first, {past:,} finished matches"
    print(ROW.format(name, f"{last / first:.2f} x", f"{first:.1f} / {last:.1f} ms", "", "", ""))
