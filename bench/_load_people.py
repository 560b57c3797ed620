"""People under load: each has a socket open and posts moves as a browser does, and notes when everybody saw them."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import re
import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Any
from urllib.parse import urlencode

from bench._load_site import LoadTable

TOKEN = "L" * 32  # cookie and form need only agree
SEEN_WITHIN = 10.0
Seen = Callable[[int, float, int], None]
NUMBER = re.compile(r'data-number="(\d+)"')


@dataclass(slots=True)
class Sightings:
    """What was seen of a run: when pushes came, their sizes, and what went wrong."""

    moves: int = 0
    pushes: list[float] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    lasts: list[float] = field(default_factory=list)  # until the last browser had a move
    errors: list[str] = field(default_factory=list)
    twice: int = 0
    sockets: int = 0
    coming: int = 0  # who is on the way in

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
            "X-Table-Socket": "open",  # as a page says that hears its socket
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


async def look_on(table: LoadTable, port: int, cookie: str, tally: Sightings, seen: Seen) -> None:
    """Open a socket and hear on it until it is closed; `seen` is told each number, when it came, and how large."""
    import websockets
    from websockets.typing import Origin

    url = f"ws://127.0.0.1:{port}/ws/tables/{table.pk}/?language=en"
    headers = {"Cookie": f"sessionid={cookie}"} if cookie else {}
    async with websockets.connect(
        url,
        additional_headers=headers,
        origin=Origin(f"http://127.0.0.1:{port}"),
        max_size=None,
        open_timeout=60,
        ping_interval=None,
        compression=None,
    ) as socket:
        await socket.send(f'{{"number": {table.number}, "version": {table.version}, "line": 0, "looking": true}}')
        tally.sockets += 1
        tally.coming -= 1
        if cookie:
            table.sockets[cookie] = socket
        latest = -1
        async for frame in socket:
            found = NUMBER.search(frame) if isinstance(frame, str) else None
            if found is None:
                continue
            number = int(found[1])
            tally.twice += number == latest
            if number > latest:
                latest = number
                seen(number, time.time(), len(frame))


class Round:
    """Everybody at one table: who saw which entry when."""

    def __init__(self, table: LoadTable, ports: list[int], tally: Sightings, dice: Random, watchers: int) -> None:
        self.table, self.tally, self.dice, self.watchers = table, tally, dice, watchers
        self.by_post = bool(os.environ.get("BY_POST"))
        self.connections = [Connection(*seated) for seated in zip(ports, table.cookies, strict=True)]
        self.waiting: dict[int, tuple[float, int, asyncio.Event, bool]] = {}

    def seen(self, number: int, at: float, size: int) -> None:
        """Note that one browser shows an entry."""
        if number not in self.waiting:
            return
        began, left, done, is_bid = self.waiting[number]
        self.tally.pushes.append(at - began)
        if is_bid:
            self.tally.sizes.append(size)
        self.waiting[number] = (began, left - 1, done, is_bid)
        if left == 1:
            self.tally.lasts.append(at - began)
            done.set()

    async def move(self) -> bool:
        """Play one move by whoever is asked, and wait until every browser shows it; False at the end of the match."""
        from games.engine import Bid, apply, move_of, options
        from games.engine.state import OVER

        table = self.table
        if table.state.phase == OVER:
            return False
        seat, answers = table.state.turn, options(table.state)
        # Low bids, as people bid: an auction of several rounds.
        chosen = move_of(table.state.edition, table.state.phase, answers[int(len(answers) * self.dice.random() ** 4)])
        state, _events = apply(table.state, seat, chosen)
        number, done = table.number + 1, asyncio.Event()
        self.waiting[number] = (time.time(), self.watchers, done, isinstance(chosen, Bid))
        if not await self.send(seat, {"number": str(number), "key": f"load.{table.pk}.{number}", **as_form(chosen)}):
            return False
        table.state, table.number = state, number
        try:
            await asyncio.wait_for(done.wait(), SEEN_WITHIN)
        except TimeoutError:
            self.tally.errors.append(f"entry {number} of table {table.pk} was not seen by all in {SEEN_WITHIN:.0f} s")
        self.tally.moves += 1
        return True

    async def send(self, seat: int, fields: dict[str, str]) -> bool:
        """Send an answer over the seat's socket, or post it with BY_POST=1."""
        if self.by_post:
            status = await self.connections[seat].post(f"/tables/{self.table.pk}/move/", fields)
            if status not in (200, 204):
                self.tally.errors.append(f"{status} for entry {fields['number']} of table {self.table.pk}")
            return status in (200, 204)
        socket = self.table.sockets.get(self.table.cookies[seat])
        if socket is None:  # it was told already why not
            return False
        await socket.send(json.dumps({"post": "move", "form": urlencode(fields)}))
        return True


class Solo:
    """One person alone with AIs: answers whenever asked, after the same pause as theirs."""

    def __init__(self, table: LoadTable, tally: Sightings, dice: Random, pause: float) -> None:
        self.table, self.tally, self.dice, self.pause = table, tally, dice, pause
        self.arrived: dict[int, float] = {}
        self.news = asyncio.Event()

    def seen(self, number: int, at: float, size: int) -> None:
        """Note when the person saw an entry."""
        self.arrived[number] = at
        self.news.set()

    async def play(self, until: float) -> None:
        """Answer until the time is over, by what lies in the database: a browser has it on its page."""
        from games.engine import move_of, options
        from games.models import Match

        while time.time() < until:
            self.news.clear()
            match = Match.objects.only("state", "number", "turn_seat", "status").get(pk=self.table.pk)
            if match.status != Match.Status.RUNNING:
                return
            if match.turn_seat == 0:
                await asyncio.sleep(self.pause * (0.5 + self.dice.random()))
                state = match.read_state()
                answers = options(state)
                chosen = move_of(state.edition, state.phase, answers[int(len(answers) * self.dice.random() ** 4)])
                fields = {"number": str(match.number + 1), "key": f"solo.{match.number + 1}", **as_form(chosen)}
                socket = self.table.sockets[self.table.cookies[0]]
                await socket.send(json.dumps({"post": "move", "form": urlencode(fields)}))
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.news.wait(), 5)

    def lateness(self, since: float, pause: float) -> list[float]:
        """Tell by how many seconds each answer of an AI came later to the page than its pause says."""
        from games.models import PlayedMove

        rows = PlayedMove.objects.filter(match=self.table.pk).values_list("number", "played_at", "by_ai")
        stored = {number: (at.timestamp(), by_ai) for number, at, by_ai in rows}
        return [
            self.arrived[number] - stored[number - 1][0] - pause
            for number, (at, by_ai) in stored.items()
            if by_ai and at > since and number in self.arrived and number - 1 in stored
        ]


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
