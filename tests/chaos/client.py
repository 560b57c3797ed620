"""A client at a table: a page with a socket that comes back, a player who retries by the same key, and a journal."""

import asyncio
import contextlib
import http.client
import json
import re
import time
from dataclasses import dataclass, field
from random import Random, random
from typing import Any, NamedTuple
from urllib.parse import urlencode

import websockets
from websockets.asyncio.client import ClientConnection
from websockets.typing import Origin

from bench._load_people import TOKEN, as_form
from tests.chaos.journal import Attempt, Journal, Told
from tests.chaos.tables import Seated, ask_database
from tests.chaos.visitor import Answer, Witness

# As the page has them (static/js/table.js): how often it asks, how long it waits for an answer, and for a move.
ASK_EVERY = 20.0
ANSWER_WITHIN = 6.0
PLAYED_WITHIN = 4.0
POSTED_WITHIN = 20.0
# A refusal that is on its way comes after the table that it is about, but no later than this.
REFUSED_WITHIN = 0.2
# Pauses of clients, which wait for nothing: a page before it opens a socket anew, the longer the more often that was in
# vain; a person before they answer, and before they try again where nobody took it. A page's first and longest pause
# are thirds of those in static/js/live.js: 1 s and 20 s, and 4 s and 60 s where the site asked it to come later.
COME_BACK = (1 / 3, 20 / 3)
COME_LATER = (4 / 3, 20.0)
BUSY = 4503  # the code by which it asks (accounts/sanctions/sockets.py)
THINKS = (0.05, 0.4)
TRY_AGAIN_AFTER = 0.5
SHOWN = {name: re.compile(rf'data-{name}="(\d+)"') for name in ("number", "version")}
# What the answer to a post says of the move.
TOLD = {204: Told.STORED, 200: Told.REFUSED}
GONE = (OSError, http.client.HTTPException, websockets.WebSocketException, TimeoutError)


class Push(NamedTuple):
    """A newer table that came without being asked for."""

    at: float
    number: int


class Position(NamedTuple):
    """What a page knows: the number of the latest entry, and the answers it may give, if it is asked."""

    number: int
    answers: list[Any]
    is_over: bool


@dataclass(eq=False)
class Page:
    """An open table with a socket at one of the webs; one that is lost or silent is opened again at another."""

    seated: Seated | None
    match: int
    ports: list[int]
    journal: Journal
    number: int = -1
    version: int = -1
    refused: set[int] = field(default_factory=set)
    to_post: set[int] = field(default_factory=set)  # what the site wants posted: see VisitDue
    socket: ClientConnection | None = None
    reconnects: int = 0
    in_vain: int = 0  # attempts since a message came
    is_asked_to_wait: bool = False
    is_closed: bool = False  # by whoever looked at it
    is_impatient: bool = False  # comes back after the shortest pause, however often that was in vain
    port: int = 0  # of the web that it last tried
    awaits_answer: bool = False
    pushes: list[Push] = field(default_factory=list)  # that came over this socket
    news: asyncio.Event = field(default_factory=asyncio.Event)
    listening: "asyncio.Task[None] | None" = None

    def open(self) -> "asyncio.Task[None]":
        """Begin to listen."""
        self.listening = asyncio.create_task(self._stay_open(), name=f"a page of match {self.match}")
        return self.listening

    def close(self) -> None:
        """Listen no more."""
        self.is_closed = True
        if self.listening is not None:
            self.listening.cancel()

    async def _stay_open(self) -> None:
        while not self.is_closed:
            try:
                await self._listen(self.ports[self.reconnects % len(self.ports)])
            except websockets.ConnectionClosed as closed:
                self.note_loss(closed.rcvd.code if closed.rcvd else 0)
            except GONE:
                self.note_loss()
            self.socket = None
            self.reconnects += 1
            await asyncio.sleep(self.draw_pause())

    def note_loss(self, code: int = 0) -> None:
        """Remember to come back later, with longer pauses, if the site asked for that."""
        if code == BUSY and not self.is_asked_to_wait:
            self.is_asked_to_wait, self.in_vain = True, 0

    def draw_pause(self) -> float:
        """Return how long it stays away this time."""
        first, longest = COME_LATER if self.is_asked_to_wait else COME_BACK
        pause = min(longest, first * 2 ** min(self.in_vain, 10))
        self.in_vain += not self.is_impatient
        return pause * (0.5 + random())

    async def is_refused(self, number: int) -> bool:
        """Tell whether an answer was refused, with the time that a refusal needs to come."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REFUSED_WITHIN):
                while number not in self.refused:
                    self.news.clear()
                    await self.news.wait()
        return number in self.refused

    async def _listen(self, port: int) -> None:
        self.port, self.pushes = port, []
        cookie = f"sessionid={self.seated.session}" if self.seated else "theme=dark"
        connection = websockets.connect(
            f"ws://127.0.0.1:{port}/ws/tables/{self.match}/?{urlencode(self._opening())}",
            additional_headers={"Cookie": cookie},
            origin=Origin(f"http://127.0.0.1:{port}"),
            max_size=None,
            open_timeout=ANSWER_WITHIN,
            close_timeout=1,
            ping_interval=None,
        )
        self.awaits_answer = True
        async with connection as socket:
            self.socket = socket
            self._read(str(await asyncio.wait_for(socket.recv(), ANSWER_WITHIN)))
            while not self.is_closed:
                await self._hear(socket)

    def _opening(self) -> dict[str, str]:
        """Say what the page shows: the first that it hears is then what it lacks."""
        seen = f"{max(0, self.number)}.{max(0, self.version)}"
        return {"language": "en", "seen": seen, "line": "0", "looking": "1"}

    async def _hear(self, socket: ClientConnection) -> None:
        """Read a message; after a long silence ask, and give up on a socket that does not answer that."""
        try:
            frame = await asyncio.wait_for(socket.recv(), ASK_EVERY)
        except TimeoutError:
            await self._ask(socket)
            frame = await asyncio.wait_for(socket.recv(), ANSWER_WITHIN)
        self._read(str(frame))

    async def _ask(self, socket: ClientConnection) -> None:
        shown = {"number": max(0, self.number), "version": max(0, self.version), "line": 0, "looking": True}
        self.awaits_answer = True
        await socket.send(json.dumps(shown))

    def _read(self, frame: str) -> None:
        self.in_vain, self.is_asked_to_wait = 0, False
        said = json.loads(frame) if frame.startswith("{") else {}
        self.refused |= {said["refused"]} if "refused" in said else set()
        self.to_post |= {said["post"]} if "post" in said else set()
        found = {name: pattern.search(frame) for name, pattern in SHOWN.items()}
        if found["number"] and found["version"]:
            self._show(int(found["number"][1]), int(found["version"][1]))
        elif "same" in said:
            self.awaits_answer = False
        self.news.set()

    def _show(self, number: int, version: int) -> None:
        """Show a table; what comes first after a question is the answer to it, and no push."""
        if number > self.number and not self.awaits_answer:
            self.pushes.append(Push(time.time(), number))
        self.awaits_answer = False
        self.number, self.version = number, version


@dataclass
class Player:
    """Answers whenever its seat is asked, and repeats itself until it knows what became of it."""

    page: Page
    seated: Seated
    dice: Random
    journal: Journal
    witness: Witness
    is_over: bool = False

    async def play(self) -> None:
        """Play to the end of the match."""
        while not self.is_over:
            self.page.news.clear()
            position = await asyncio.to_thread(ask_database, read_position, self.seated)
            if position is not None and position.answers:
                await asyncio.sleep(self.dice.uniform(*THINKS))
                await self._answer(position)
            self.is_over = position is not None and position.is_over
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.page.news.wait(), 1)

    async def _answer(self, position: Position) -> None:
        from games.engine.moves import to_entry

        move = position.answers[int(len(position.answers) * self.dice.random() ** 3)]
        number, key = position.number + 1, f"{self.dice.getrandbits(64):x}"
        entry = to_entry(self.seated.seat, move)
        attempt = Attempt(self.seated.match, self.seated.seat, number, key, json.loads(json.dumps(entry)))
        self.journal.attempts.append(attempt)
        form = {"number": str(number), "key": key, **as_form(move)}
        if self.dice.random() < 0.6 and self.page.socket is not None:
            await self._send(attempt, form)
        while attempt.told in (Told.NOTHING,):
            await self._post(attempt, form)

    async def _send(self, attempt: Attempt, form: dict[str, str]) -> None:
        """Send it over the socket, and wait until the page shows that number or says no."""
        attempt.sent += 1
        until = time.monotonic() + PLAYED_WITHIN
        with contextlib.suppress(*GONE):
            assert self.page.socket is not None
            await self.page.socket.send(json.dumps({"post": "move", "form": urlencode(form)}))
            while time.monotonic() < until and attempt.number not in self.page.to_post:
                self.page.news.clear()
                if attempt.number in self.page.refused:
                    # Others may have played this number, or the first of two attempts: the key tells, by a post.
                    return
                if self.page.number >= attempt.number:
                    if not await self.page.is_refused(attempt.number):
                        self.journal.note(attempt, Told.SHOWN)
                    return
                await asyncio.wait_for(self.page.news.wait(), until - time.monotonic())

    async def _post(self, attempt: Attempt, form: dict[str, str]) -> None:
        """Post it to one of the webs; while none takes it, the answer is awaited."""
        attempt.sent += 1
        port, began = self.dice.choice(self.page.ports), time.monotonic()
        name = f"a move of match {attempt.match}"
        try:
            answer = await asyncio.to_thread(post_move, port, self.seated, form)
        except GONE as gone:
            self.witness.note_silence(name, gone, began)
            await asyncio.sleep(TRY_AGAIN_AFTER)
            return
        self.witness.note(name, answer, began, tuple(TOLD))
        if answer.status in TOLD:
            self.journal.note(attempt, TOLD[answer.status])
        else:
            await asyncio.sleep(TRY_AGAIN_AFTER)


def post_move(port: int, seated: Seated, form: dict[str, str]) -> Answer:
    """Post a move as a page does that hears its socket."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=POSTED_WITHIN)
    headers = {
        "Origin": f"http://127.0.0.1:{port}",
        "Cookie": f"sessionid={seated.session}; csrftoken={TOKEN}",
        "HX-Request": "true",
        "X-Table-Socket": "open",
        "Content-Type": "application/x-www-form-urlencoded",
    }
    with contextlib.closing(connection):
        body = urlencode({"csrfmiddlewaretoken": TOKEN, **form})
        connection.request("POST", f"/tables/{seated.match}/move/", body, headers)
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode(errors="replace"))


def read_position(seated: Seated) -> Position:
    """Read what the page of a seat shows it: a browser has it in its forms."""
    from games.engine import legal_moves
    from games.models import Match

    match = Match.objects.only("state", "number", "turn_seat", "status", "paused_at").get(pk=seated.match)
    is_over = match.status != Match.Status.RUNNING
    is_asked = not is_over and match.turn_seat == seated.seat and match.paused_at is None
    answers = list(legal_moves(match.read_state())) if is_asked else []
    return Position(match.number, answers, is_over)
