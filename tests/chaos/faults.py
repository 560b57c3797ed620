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
from random import Random

import psycopg

from config.fail_points import COMMIT_ANSWER, COMMIT_PUSH, THINK_APPLY
from tests.chaos.cluster import OURS, WEBS, Cluster

RECOVERY, DATABASE_RECOVERY, WHOLE_RECOVERY = 10.0, 15.0, 30.0
# How long a fail point waits for somebody to come by.
REACHED_WITHIN = 15.0
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
        server = cluster.servers[name]
        server.signal_all(signal.SIGSTOP)
        await asyncio.sleep(dice.uniform(1.0, longest))
        yield
        server.signal_all(signal.SIGCONT)

    return strike


def restarted(name: str, number: int = signal.SIGTERM) -> Strike:
    """Ask it to stop, as an upgrade does, and start it again."""

    @asynccontextmanager
    async def strike(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
        await cluster.servers[name].ask_to_stop(number)
        yield
        cluster.servers[name].start()

    return strike


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


@asynccontextmanager
async def disk_full(cluster: Cluster, dice: Random) -> AsyncIterator[None]:
    """Let the database write nothing: its disk is full, or where it has none of its own it is made to refuse."""
    if not cluster.has_own_disk:
        async with writes_refused(cluster):
            await asyncio.sleep(dice.uniform(1.0, 3.0))
            yield
        return
    filler = cluster.disk / "filler"
    with filler.open("wb") as file, contextlib.suppress(OSError):
        while True:
            file.write(bytes(1 << 20))
            file.flush()
    await asyncio.sleep(dice.uniform(1.0, 3.0))
    yield
    filler.unlink()


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
    Fault("stop Valkey", stopped("valkey")),
    Fault("stop PostgreSQL", stopped("postgres"), DATABASE_RECOVERY),
    Fault("restart a web", one_web(restarted), touches=WEBS),
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
