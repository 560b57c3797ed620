"""People under load: each has a socket open and posts moves as a browser does, and notes when everybody saw them."""

from __future__ import annotations

import asyncio
import re
import statistics
import time
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench._load_site import LoadTable

TOKEN = "L" * 32  # cookie and form need only agree
SEEN_WITHIN = 10.0
NUMBER = re.compile(r'data-number="(\d+)"')


@dataclass(slots=True)
class Sightings:
    """What was seen of a run: when pushes came, their sizes, and what went wrong."""

    moves: int = 0
    answers: list[float] = field(default_factory=list)
    pushes: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    twice: int = 0

    def push_ms(self, share: float) -> float:
        """Tell a quantile of the time from a move to its arrival in a browser, in milliseconds."""
        return quantile(self.pushes, share) * 1e3


def quantile(values: list[float], share: float) -> float:
    """Tell below which value a share of all lies."""
    return statistics.quantiles(values, n=100, method="inclusive")[round(share * 100) - 1] if len(values) > 1 else 0.0


class Connection:
    """One browser's connection for posts, kept alive."""

    def __init__(self, port: int, cookie: str) -> None:
        self.port, self.cookie = port, cookie
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None

    async def post(self, path: str, fields: dict[str, str]) -> int:
        """Post a form and read the whole answer; the answer is its status."""
        if self.streams is None:
            self.streams = await asyncio.open_connection("127.0.0.1", self.port)
        reader, writer = self.streams
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **fields}).encode()
        headers = {
            "Host": f"127.0.0.1:{self.port}",
            "Origin": f"http://127.0.0.1:{self.port}",
            "Cookie": f"sessionid={self.cookie}; csrftoken={TOKEN}",
            "HX-Request": "true",
            "X-LoadTable-Socket": "open",  # as a page says that hears its socket
            "Content-Type": "application/x-www-form-urlencoded",
            "Content-Length": str(len(body)),
        }
        head = f"POST {path} HTTP/1.1\r\n" + "".join(f"{name}: {said}\r\n" for name, said in headers.items()) + "\r\n"
        writer.write(head.encode() + body)
        status = int((await reader.readline()).split()[1])
        length, chunked = 0, False
        while line := (await reader.readline()).strip().lower():
            if line.startswith(b"content-length:"):
                length = int(line.split(b":")[1])
            chunked |= line == b"transfer-encoding: chunked"
        if status == 204:
            return status
        if chunked:
            while (size := int(await reader.readline(), 16)) or await reader.readline() is None:
                await reader.readexactly(size + 2)
        else:
            await reader.readexactly(length)
        return status


async def look_on(table: LoadTable, port: int, cookie: str, tally: Sightings, seen: Any) -> None:
    """Open a socket and hear on it until it is closed; `seen` is told each number with the moment it came."""
    import websockets
    from websockets.typing import Origin

    url = f"ws://127.0.0.1:{port}/ws/tables/{table.pk}/?language=en"
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    async with websockets.connect(
        url,
        additional_headers=headers,
        origin=Origin(f"http://127.0.0.1:{port}"),
        max_size=None,
        open_timeout=30,
        compression=None,
    ) as socket:
        await socket.send(f'{{"number": {table.number}, "version": {table.version}, "line": 0, "looking": true}}')
        table.sockets.append(socket)
        latest = -1
        async for frame in socket:
            now = time.perf_counter()
            found = NUMBER.search(frame) if isinstance(frame, str) else None
            if found is None or not isinstance(frame, str):
                continue
            number = int(found[1])
            if number > table.number - 1 and number > latest:
                tally.sizes.append(len(frame.encode()))
            tally.twice += number == latest
            latest = max(latest, number)
            seen(number, now)


class Round:
    """Everybody at one table: who saw which entry when."""

    def __init__(self, table: LoadTable, port: int, tally: Sightings, dice: Random, watchers: int) -> None:
        self.table, self.tally, self.dice, self.watchers = table, tally, dice, watchers
        self.connections = [Connection(port, cookie) for cookie in table.cookies]
        self.waiting: dict[int, tuple[float, int, asyncio.Event]] = {}

    def seen(self, number: int, at: float) -> None:
        """Note that one browser shows an entry."""
        if number not in self.waiting:
            return
        began, left, done = self.waiting[number]
        self.tally.pushes.append(at - began)
        self.waiting[number] = (began, left - 1, done)
        if left == 1:
            done.set()

    async def move(self) -> bool:
        """Play one move by whoever is asked, and wait until every browser shows it; False at the end of the match."""
        from games.engine import apply, move_of, options
        from games.engine.state import OVER

        table = self.table
        if table.state.phase == OVER:
            return False
        seat, answers = table.state.turn, options(table.state)
        # Low bids, as people bid: an auction of several rounds.
        chosen = move_of(table.state.edition, table.state.phase, answers[int(len(answers) * self.dice.random() ** 4)])
        state, _events = apply(table.state, seat, chosen)
        number, done = table.number + 1, asyncio.Event()
        began = time.perf_counter()
        self.waiting[number] = (began, self.watchers, done)
        fields = {"number": str(number), "key": f"load.{table.pk}.{number}", **as_form(chosen)}
        status = await self.connections[seat].post(f"/tables/{table.pk}/move/", fields)
        self.tally.answers.append(time.perf_counter() - began)
        if status not in (200, 204):
            self.tally.errors.append(f"{status} for entry {number} of table {table.pk}")
            return False
        table.state, table.number = state, number
        try:
            await asyncio.wait_for(done.wait(), SEEN_WITHIN)
        except TimeoutError:
            self.tally.errors.append(f"entry {number} of table {table.pk} was not seen by all in {SEEN_WITHIN:.0f} s")
        self.tally.moves += 1
        return True


def as_form(move: Any) -> dict[str, str]:
    """Write a move as the table's form does."""
    from games.engine import Bid, Discard, Pass, Place, Take

    match move:
        case Pass():
            return {"pass": "1"}
        case Bid(amount):
            return {"bid": str(amount)}
        case Take(tile):
            return {"take": tile}
        case Discard(tile):
            return {"discard_all": "1", "discard": tile}
        case Place(tile, screenplay, space):
            return {"plan": f"{tile}~{screenplay}~{space}"}
    raise ValueError(move)
