"""Many people at once, through the real server: what a move costs, beside a reference in the same run (`make load`).

Short by default, in some three minutes; `make load LONG=1` takes a quarter of an hour. Nothing here fails by time.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import ParamSpec, TypeVar

from bench import _load_counts
from bench._load_people import Round, Seen, Sightings, Solo, look_on
from bench._load_reference import find_reference
from bench._load_report import HEADS, ROW, Alone, Crowd, Ours, Results, print_alone, print_bars, print_crowd
from bench._load_servers import servers
from bench._load_site import AI_PAUSE, LoadTable, cpu_seconds, open_tables, site

Given = ParamSpec("Given")
Figures = TypeVar("Figures")

PAST = 100_000
AT_ONCE = 20  # people who come in the same moment

SHORT = (Crowd(4, 1), Crowd(20, 1), Crowd(4, 1, several=True), Crowd(1, 1, spectators=100))
LONG = (
    *(Crowd(4, 1), Crowd(20, 1), Crowd(50, 1), Crowd(100, 0.5, idle=200), Crowd(1, 0.5, spectators=500)),
    *(Crowd(4, 1, several=True), Crowd(50, 1, several=True)),
)


def run() -> None:
    """Print a row for each crowd, and the bars that they are measured by."""
    is_long = bool(os.environ.get("LONG"))
    measure_all(LONG if is_long else SHORT, (10, 40, 100) if is_long else (10,), 30.0 if is_long else 6.0, is_long)


def measure_all(crowds: Sequence[Crowd], alone: Sequence[int], seconds: float, is_long: bool) -> Results:
    """Measure these crowds, and so many people alone with AIs, each for so long; then what needs no server."""
    results = Results()
    with tempfile.TemporaryDirectory() as name:
        folder, past = Path(name), PAST if is_long else 0
        (folder / "reference").mkdir()
        reference = find_reference(folder / "reference")
        print(ROW.format(*HEADS))
        for crowd in crowds:
            theirs = reference(crowd.tables, crowd.pace, seconds)
            results.crowds[crowd] = apart(load, crowd, folder, seconds), theirs
            print_crowd(crowd, *results.crowds[crowd])
        for people in alone:
            results.alone[people] = apart(load_alone, people, folder, 2 * seconds)
            print_alone(people, results.alone[people])
        results.home = apart(weigh_home, folder)
        results.counts = apart(_load_counts.run, folder, 0, 4 if is_long else 1)
        results.later = apart(_load_counts.run, folder, past, 4) if past else None
    results.engine = apart(measure_engine)
    print_bars(results)
    return results


def measure_engine() -> tuple[float, float]:
    """Tell how many random matches `simulate` plays a second, and the microseconds of a step of a rollout."""
    from bench.engine import microseconds_a_step, simulated_matches

    return simulated_matches(), microseconds_a_step()


def weigh_home(folder: Path) -> int:
    """Weigh a first visit to home, all that a browser fetches; nothing where there is no browser."""
    from playwright.sync_api import sync_playwright

    from tests.browser.chromium import ARGUMENTS, find_chromium
    from tests.browser.weighing import first_visit

    program = find_chromium()
    if program is None:
        return 0
    with served(folder) as (ports, _pids), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=ARGUMENTS)
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        return sum(transfer.size for transfer in first_visit(page, f"http://127.0.0.1:{ports[0]}/"))


def apart(measure: Callable[Given, Figures], *args: Given.args, **kwargs: Given.kwargs) -> Figures:
    """Measure in a process of its own: each has its own database, of which Django knows one for good."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        return process.submit(measure, *args, **kwargs).result()


def load(crowd: Crowd, folder: Path, seconds: float) -> Ours:
    """Start the site and let a crowd play."""
    with served(folder, several=crowd.several) as (ports, pids):
        return asyncio.run(_play(crowd, ports, pids, seconds))


def load_alone(people: int, folder: Path, seconds: float) -> Alone:
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
        _watch(table, _port(ports, table, seat), cookie, ours.seen) for table in quiet for seat, cookie in _seats(table)
    ]
    await _until(lambda: ours.seen.sockets + len(ours.seen.errors) >= len(sockets))
    ours.idle_cpu = await _idle(pids) if crowd.idle else 0.0
    rounds = []
    for position, table in enumerate(tables):
        onlookers = crowd.spectators if position == 0 else 0
        doors = [_port(ports, table, seat) for seat, _cookie in _seats(table)]
        here = Round(table, doors, ours.seen, dice, watchers=len(table.cookies) + onlookers)
        rounds.append(here)
        who = [*_seats(table), *((number, "") for number in range(onlookers))]
        sockets += [_watch(table, _port(ports, table, seat), cookie, ours.seen, here.seen) for seat, cookie in who]
    await _until(lambda: ours.seen.sockets + len(ours.seen.errors) >= len(sockets))
    await asyncio.sleep(3)  # until whoever came has been shown to the others
    before, until = cpu_seconds(pids), time.perf_counter() + seconds
    await asyncio.gather(*(_keep_moving(here, crowd.pace, until, dice.random()) for here in rounds))
    ours.cpu = cpu_seconds(pids) - before
    await _close(sockets)
    return ours


async def _play_alone(people: int, port: int, pids: list[int], seconds: float) -> Alone:
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
    return Alone(late, spent / max(1, moves) * 1e3, spent / took)


def _seats(table: LoadTable) -> list[tuple[int, str]]:
    return list(enumerate(table.cookies))


def _port(ports: list[int], table: LoadTable, seat: int) -> int:
    """People of one table meet in one process, as behind the proxy; with SCATTERED=1 they come to several."""
    return ports[(seat if os.environ.get("SCATTERED") else table.pk) % len(ports)]


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
