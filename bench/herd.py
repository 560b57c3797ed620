"""Everybody loses their socket in the same moment: how soon all of them are shown their table again.

So it is after a restart, or when the database or Redis was away. Pages behave as in a browser (static/js/table.js): who
gets no answer in time gives up and comes again, so that a site which works for those who have left is never done.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from bench._load_people import quantile
from bench._load_servers import servers
from bench._load_site import LoadTable, cpu_seconds, open_tables, site

if TYPE_CHECKING:
    from websockets.asyncio.client import ClientConnection

TABLES: Final = int(os.environ.get("TABLES", "150"))
SEATS: Final = 4
LONGEST: Final = 60.0
# As in static/js/table.js and live.js: how long an answer is waited for, and the first and longest pause between tries.
ANSWER_WITHIN: Final = 6.0
USUAL, RUSH = (1.0, 20.0), (4.0, 60.0)
RUSH_CODE: Final = 4503


def run() -> None:
    """Print how long it took, and what it cost, with two web processes on PostgreSQL."""
    with (
        tempfile.TemporaryDirectory() as name,
        servers() as (database, redis),
        site(Path(name), database=database, redis=redis, processes=2) as (ports, pids),
    ):
        tables = open_tables(TABLES, seats=SEATS)
        play_one_each(tables)
        for row in ("from the first page on", "and once more"):
            print(f"{row}: {asyncio.run(come_back(tables, ports, pids))}", flush=True)


def play_one_each(tables: list[LoadTable]) -> None:
    """Have all pages lack a move: what they are shown has to be drawn."""
    from django.db import connection

    from games.engine import Bid
    from games.play.services.moves import play_move

    for table in tables:
        play_move(match_id=table.pk, seat=table.state.turn, move=Bid(1), number=1)
    connection.close()


async def come_back(tables: list[LoadTable], ports: list[int], pids: list[int]) -> str:
    """Open everybody's page in the same moment, and wait until each shows its table."""
    dice = Random("herd")
    pages = [
        LostPage(table.pk, ports[table.pk % len(ports)], cookie, Random(dice.random()))
        for table in tables
        for cookie in table.cookies
    ]
    before, began = cpu_seconds(pids), time.perf_counter()
    work = [asyncio.create_task(page.stay_open()) for page in pages]
    while any(page.shown_at is None for page in pages) and time.perf_counter() - began < LONGEST:
        await asyncio.sleep(0.05)
    spent = (cpu_seconds(pids) - before) * 1e3 / len(pages)
    for task in work:
        task.cancel()
    await asyncio.gather(*work, return_exceptions=True)
    times = [page.shown_at - began for page in pages if page.shown_at is not None]
    attempts = sum(page.attempts for page in pages) / len(pages)
    return (
        f"{len(times)} of {len(pages)} pages shown, half after {quantile(times, 0.5):.1f} s, the last after "
        f"{max(times, default=0):.1f} s; {attempts:.1f} attempts and {spent:.1f} ms of CPU a page"
    )


@dataclass
class LostPage:
    """An open table that has lost its socket."""

    match: int
    port: int
    cookie: str
    dice: Random
    attempts: int = 0
    shown_at: float | None = None

    async def stay_open(self) -> None:
        """Come back until the table is shown, and stay."""
        import websockets

        failures, (first, longest) = 0, USUAL
        while True:
            self.attempts += 1
            try:
                await self._look()
            except (OSError, TimeoutError, websockets.WebSocketException) as failure:
                closed = failure.rcvd if isinstance(failure, websockets.ConnectionClosed) else None
                if closed is not None and closed.code == RUSH_CODE and first != RUSH[0]:
                    failures, (first, longest) = 0, RUSH
            await asyncio.sleep(min(longest, first * 2**failures) * (0.5 + self.dice.random()))
            failures += 1

    async def _look(self) -> None:
        import websockets
        from websockets.typing import Origin

        connection = websockets.connect(
            f"ws://127.0.0.1:{self.port}/ws/tables/{self.match}/?language=en&seen=0.0&line=0&looking=1",
            additional_headers={"Cookie": f"sessionid={self.cookie}"},
            origin=Origin(f"http://127.0.0.1:{self.port}"),
            open_timeout=None,
            close_timeout=1,
            ping_interval=None,
        )
        async with connection as socket:
            await asyncio.wait_for(self._hear_table(socket), ANSWER_WITHIN)
            self.shown_at = self.shown_at or time.perf_counter()
            await socket.wait_closed()

    async def _hear_table(self, socket: ClientConnection) -> None:
        while 'id="table-version"' not in str(await socket.recv()):
            pass
