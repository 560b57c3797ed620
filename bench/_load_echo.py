"""What our load is measured against where boardgame.io is not to be had: as many sockets on a bare echo."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from dataclasses import dataclass, field
from random import Random

from websockets.asyncio.client import ClientConnection, connect

from bench._load_people import quantile
from bench._load_reference import Reference, wait_for_port
from bench._load_site import ROOT, cpu_seconds, free_port

SEATS = 4
LENGTH = 1_200  # bytes of what a bid may push
HEARD_WITHIN = 10.0


@dataclass(slots=True)
class EchoFigures:
    """What was heard in a run."""

    moves: int = 0
    errors: int = 0
    pushes: list[float] = field(default_factory=list)


def measure_echo(tables: int, pace: float, seconds: float) -> Reference:
    """Let four people at each of so many tables say something so often a second."""
    port = free_port()
    command = [
        sys.executable,
        "-m",
        "daphne",
        "--port",
        str(port),
        "--verbosity",
        "0",
        "bench.reference.echo:application",
    ]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        heard, spent = asyncio.run(_talk(port, server.pid, tables, pace, seconds))
    finally:
        server.terminate()
        server.wait(30)
    p50, p95 = quantile(heard.pushes, 0.5) * 1e3, quantile(heard.pushes, 0.95) * 1e3
    return Reference("bare Channels echo", heard.moves, spent / max(1, heard.moves) * 1e3, p50, p95, heard.errors)


async def _talk(port: int, pid: int, tables: int, pace: float, seconds: float) -> tuple[EchoFigures, float]:
    heard, dice = EchoFigures(), Random("echo")
    seated = [await _sit_down(port, table) for table in range(tables)]
    before, until = cpu_seconds([pid]), time.perf_counter() + seconds
    await asyncio.gather(*(_keep_talking(people, pace, until, dice.random(), heard) for people in seated))
    spent = cpu_seconds([pid]) - before
    for people in seated:
        await asyncio.gather(*(person.close() for person in people))
    return heard, spent


async def _sit_down(port: int, table: int) -> list[ClientConnection]:
    url = f"ws://127.0.0.1:{port}/{table}/"
    return [await connect(url, compression=None, ping_interval=None) for _ in range(SEATS)]


async def _keep_talking(
    people: list[ClientConnection], pace: float, until: float, offset: float, heard: EchoFigures
) -> None:
    await asyncio.sleep(offset / pace)
    while (began := time.perf_counter()) < until:
        await people[heard.moves % SEATS].send("." * LENGTH)
        try:
            await asyncio.wait_for(asyncio.gather(*(_hear(person, began, heard) for person in people)), HEARD_WITHIN)
        except TimeoutError:
            heard.errors += 1
        heard.moves += 1
        await asyncio.sleep(max(0.0, 1 / pace - (time.perf_counter() - began)))


async def _hear(person: ClientConnection, began: float, heard: EchoFigures) -> None:
    await person.recv()
    heard.pushes.append(time.perf_counter() - began)
