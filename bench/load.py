"""Many people at once, through the real server: what a move costs, beside a reference in the same run (`make load`).

Short by default; `make load LONG=1` takes the figures of the README. Nothing here fails a test run by time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from bench._load_people import Round, Sightings, look_on
from bench._load_reference import Reference, install, measure
from bench._load_site import LoadTable, cpu_seconds, open_tables, site

ROW = "{:<44}{:>12}{:>16}{:>12}{:>12}{:>10}"


def run() -> None:
    """Print the table."""
    long = bool(os.environ.get("LONG"))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "reference").mkdir()
        reference = install(folder / "reference")
        print(ROW.format("", "CPU a move", "push p50 / p95", "bytes p50", "twice", "errors"))
        for tables, pace in ((4, 1.0), (50, 1.0), (100, 0.5)) if long else ((4, 1.0), (20, 1.0)):
            seconds = 30.0 if long else 8.0
            theirs = measure(reference, tables=tables, pace=pace, seconds=seconds) if reference else None
            with site(folder) as (ports, pids):
                ours, cpu = asyncio.run(_play(open_tables(tables), ports, pids, pace, seconds))
            _print(f"{tables} tables x {pace:g} moves/s", ours, cpu, theirs)
            (folder / "load.sqlite3").unlink()


async def _play(
    tables: list[LoadTable], ports: list[int], pids: list[int], pace: float, seconds: float
) -> tuple[Sightings, float]:
    """Seat everybody, play for so long, and tell what was seen and the processor seconds of the server."""
    tally, dice = Sightings(), Random("load")
    rounds, sockets = [], []
    for number, table in enumerate(tables):
        port = ports[number % len(ports)]
        here = Round(table, port, tally, dice, watchers=len(table.cookies))
        rounds.append(here)
        sockets += [asyncio.create_task(_watch(table, port, cookie, tally, here.seen)) for cookie in table.cookies]
    await _until(lambda: sum(len(table.sockets) for table in tables) + len(tally.errors) >= len(sockets))
    await asyncio.sleep(2)  # until whoever came has been shown to the others
    before, until = cpu_seconds(pids), time.perf_counter() + seconds
    await asyncio.gather(*(_keep_moving(here, pace, until, dice.random()) for here in rounds))
    spent = cpu_seconds(pids) - before
    for socket in sockets:
        socket.cancel()
    await asyncio.gather(*sockets, return_exceptions=True)
    return tally, spent


async def _watch(
    table: LoadTable, port: int, cookie: str, tally: Sightings, seen: Callable[[int, float], None]
) -> None:
    try:
        await look_on(table, port, cookie, tally, seen)
    except OSError as failure:
        tally.errors.append(f"a socket of table {table.pk}: {failure!r}")


async def _keep_moving(here: Round, pace: float, until: float, offset: float) -> None:
    await asyncio.sleep(offset / pace)
    while time.perf_counter() < until:
        began = time.perf_counter()
        if not await here.move():
            return
        await asyncio.sleep(max(0.0, 1 / pace - (time.perf_counter() - began)))


async def _until(is_so: Callable[[], bool], patience: float = 60.0) -> None:
    end = time.monotonic() + patience
    while not is_so() and time.monotonic() < end:
        await asyncio.sleep(0.05)


def _print(name: str, ours: Sightings, cpu: float, theirs: Reference | None) -> None:
    sizes = sorted(ours.sizes)
    middle = str(sizes[len(sizes) // 2]) if sizes else "-"
    cpu_ms = cpu / max(1, ours.moves) * 1e3
    pushes = f"{ours.push_ms(0.5):.0f} / {ours.push_ms(0.95):.0f} ms"
    print(ROW.format(name, f"{cpu_ms:.1f} ms", pushes, middle, str(ours.twice), str(len(ours.errors))))
    for error in ours.errors[:3]:
        print(f"    {error}")
    if theirs is not None:
        pushes = f"{theirs.p50_ms:.0f} / {theirs.p95_ms:.0f} ms"
        print(ROW.format("  boardgame.io on files", f"{theirs.cpu_ms:.1f} ms", pushes, "", "", str(theirs.errors)))
        ratio, late = cpu_ms / max(0.1, theirs.cpu_ms), ours.push_ms(0.95) / max(0.1, theirs.p95_ms)
        print(ROW.format("  ratio", f"{ratio:.1f} x", f"p95 {late:.1f} x", "", "", ""))
