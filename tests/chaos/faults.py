"""What is broken on purpose: whom it strikes, how, for how long, and how soon play must go on once it is healed."""

import asyncio
import contextlib
import os
import re
import shutil
import signal
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random

import psycopg

from config.fail_points import COMMIT_ANSWER, COMMIT_PUSH, THINK_APPLY
from tests.chaos.cluster import OURS, PATIENCE, WEBS, Cluster, listens, send
from tests.waiting import wait_until

RECOVERY, DATABASE_RECOVERY, WHOLE_RECOVERY = 10.0, 15.0, 30.0
# How long a fail point waits for somebody to come by.
REACHED_WITHIN = 15.0
# Some 60 MB that do not shrink when they are packed.
PROBE = (
    "CREATE TABLE probe AS SELECT string_agg(md5(random()::text), '') AS noise"
    " FROM generate_series(1, 2000000) AS n GROUP BY n % 1000"
)
Strike = Callable[[Cluster, Random], AbstractAsyncContextManager[None]]


@dataclass(frozen=True)
class Fault:
    """One way to break it: inside of `strike` it is broken, afterwards it is healed."""

    name: str
    strike: Strike
    within: float = RECOVERY
    touches: tuple[str, ...] = ()  # webs that cannot answer meanwhile
    kills: tuple[str, ...] = ()  # of which one may end of it by itself, for the supervisor to start again ...
    deaths: int = 1  # ... so often


def killed(*names: str, is_emptied: bool = False) -> Strike:
    """Kill processes with all their children, and start them again after a while."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        for name in names:
            cluster.servers[name].kill()
        if is_emptied:
            shutil.rmtree(cluster.folder / "valkey" / "appendonlydir", ignore_errors=True)
        await asyncio.sleep(dice.uniform(0.1, 2.0))
        yield
        for name in names:
            cluster.servers[name].start()

    return strike


def one_web(make: Callable[[str], Strike]) -> Strike:
    """Strike one of the webs, whichever the dice say."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        async with make(dice.choice(WEBS))(cluster, dice):
            yield

    return strike


def stopped(name: str, longest: float = 4.0) -> Strike:
    """Have it hang, and go on."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        async with hanging(cluster.servers[name].family(), dice.uniform(1.0, longest)):
            yield

    return strike


@asynccontextmanager
async def hanging(processes: list[int], seconds: float) -> AsyncIterator[None]:
    """Have processes hang for so long; some may have been ended meanwhile."""
    send(signal.SIGSTOP, processes)
    await asyncio.sleep(seconds)
    yield
    send(signal.SIGCONT, processes)


def restarted(name: str, number: int = signal.SIGTERM) -> Strike:
    """Ask it to stop, as an upgrade does, and start it again."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        await cluster.servers[name].ask_to_stop(number)
        yield
        cluster.servers[name].start()

    return strike


@asynccontextmanager
async def webs_in_turn(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
    """Restart one, and the other once the first is there again: an upgrade does so, and somebody always answers."""
    first, last = (cluster.servers[name] for name in dice.sample(WEBS, 2))
    await first.ask_to_stop()
    first.start()
    port = cluster.ports[WEBS.index(first.name)]
    await asyncio.to_thread(wait_until, lambda: listens(port), f"{first.name}'s return", PATIENCE * cluster.patience)
    await last.ask_to_stop()
    yield
    last.start()


@asynccontextmanager
async def child_stopped(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
    """Have one process of the worker's hang, for longer than it may think; the others go on."""
    children = cluster.servers["worker"].family()[1:]
    async with hanging([dice.choice(children)] if children else [], dice.uniform(1.0, 8.0)):
        yield


@asynccontextmanager
async def child_killed(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
    """Kill one process of the worker's; the worker itself goes on."""
    children = cluster.servers["worker"].family()[1:]
    if children:
        os.kill(dice.choice(children), signal.SIGKILL)
    await asyncio.sleep(0)
    yield


def dies_at(point: str) -> Strike:
    """Let whoever comes by next die there; the supervisor starts a web again, and the worker its own processes."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        trap = cluster.fail_points / point
        trap.touch()
        for _ in range(int(REACHED_WITHIN * 20)):
            await asyncio.sleep(0.05)
            if not trap.exists():
                break
        else:
            trap.unlink()
            raise NeverReached(point)
        yield

    return strike


class NeverReached(Exception):
    """Nobody came by the fail point."""


class NotBroken(Exception):
    """What was to be broken went on."""


@asynccontextmanager
async def disk_full(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
    """Let the database write nothing: its disk is full, or where it has none of its own it is made to refuse."""
    if not cluster.has_own_disk:
        async with writes_refused(cluster):
            cluster.remarks.append("it has no disk of its own: writes were refused instead")
            await asyncio.sleep(dice.uniform(1.0, 3.0))
            yield
        return
    filler = cluster.disk / "filler"
    try:
        fill(filler)
        cluster.remarks.append(await asyncio.to_thread(probe, cluster))
        await asyncio.sleep(dice.uniform(1.0, 3.0))
        yield
    finally:
        filler.unlink()


def fill(filler: Path) -> None:
    """Write until nothing more goes in."""
    with filler.open("wb", buffering=0) as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 20))


def probe(cluster: Cluster) -> str:
    """Try to store more than anybody can have made room for; the answer tells how that failed."""
    try:
        with psycopg.connect(cluster.environment["DATABASE_URL"], connect_timeout=5) as database:
            database.execute(PROBE)
            database.rollback()
    except psycopg.errors.DiskFull:
        return "nothing can be stored: DiskFull"
    except psycopg.OperationalError as error:
        return f"the database has given up: {type(error).__name__}"
    raise NotBroken("a full disk took what was stored")


@asynccontextmanager
async def writes_refused(cluster: Cluster) -> AsyncIterator[None]:
    """Make every transaction one that may only read."""
    for setting in ("on", "off"):
        with psycopg.connect(cluster.environment["DATABASE_URL"], autocommit=True) as database:
            database.execute(f"ALTER SYSTEM SET default_transaction_read_only = {setting}")
            database.execute("SELECT pg_reload_conf()")
        if setting == "on":
            yield


ALL = ("postgres", "valkey", *OURS)
FAULTS: tuple[Fault, ...] = (
    Fault("kill a web", one_web(killed), touches=WEBS),
    Fault("kill both webs", killed(*WEBS), touches=WEBS),
    Fault("kill the worker", killed("worker")),
    Fault("kill a process of the worker's", child_killed),
    Fault("kill beat", killed("beat")),
    Fault("kill Valkey, which keeps what it has", killed("valkey")),
    Fault("kill Valkey, which loses all", killed("valkey", is_emptied=True)),
    Fault("kill PostgreSQL", killed("postgres"), DATABASE_RECOVERY),
    Fault("kill all at once", killed(*ALL), WHOLE_RECOVERY, touches=WEBS),
    Fault("stop a web", one_web(stopped), touches=WEBS),
    Fault("stop the worker", stopped("worker")),
    Fault("stop a process of the worker's", child_stopped),
    Fault("stop beat", stopped("beat")),
    Fault("stop Valkey", stopped("valkey")),
    Fault("stop PostgreSQL", stopped("postgres"), DATABASE_RECOVERY),
    Fault("restart a web", one_web(restarted), touches=WEBS),
    Fault("restart both webs, one after the other", webs_in_turn, touches=WEBS),
    Fault("restart Valkey", restarted("valkey")),
    Fault("restart beat", restarted("beat")),
    Fault("restart the worker", restarted("worker")),
    Fault("restart PostgreSQL", restarted("postgres", signal.SIGINT), DATABASE_RECOVERY),
    Fault("die between think and apply", dies_at(THINK_APPLY)),
    Fault("die between commit and answer", dies_at(COMMIT_ANSWER), touches=WEBS, kills=WEBS),
    Fault("die between commit and push", dies_at(COMMIT_PUSH), touches=WEBS, kills=WEBS),
    # PostgreSQL gives up where it cannot write its log, and then cannot start until there is room.
    Fault("fill the database's disk", disk_full, DATABASE_RECOVERY, kills=("postgres",), deaths=100),
)


def draw_faults(count: int, dice: Random, only: str = "") -> list[Fault]:
    """Draw so many: all of them, or of those with certain words in their name, in any order before one comes again."""
    among = [fault for fault in FAULTS if re.search(only, fault.name)]
    drawn: list[Fault] = []
    while among and len(drawn) < count:
        drawn += dice.sample(among, len(among))
    return drawn[:count]
