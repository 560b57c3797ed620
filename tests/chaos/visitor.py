"""Somebody who looks at pages all the time: each is answered in time, or says why it is not."""

import asyncio
import contextlib
import http.client
import time
from collections import Counter
from dataclasses import dataclass, field
from typing import NamedTuple

ANSWERED_WITHIN = 10.0
GIVEN_UP_AFTER = 30.0
PATHS = ("/", "/lobby/", "/history/", "/rankings/", "/rules/", "/readyz")


class Answer(NamedTuple):
    """What came back."""

    status: int
    words: str


@dataclass
class Witness:
    """Judges what the webs answer to everybody."""

    patience: float = 1.0  # times what an answer may take, for a busy machine
    struck: bool = False  # whether a web is broken just now, so that a proxy would speak for it
    struck_at: float = 0.0  # until when one was
    seen: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)

    def heal(self) -> None:
        """Believe that all webs are whole from now on."""
        self.struck, self.struck_at = False, time.monotonic()

    def note_silence(self, what: str, gone: Exception, began: float) -> None:
        """A web that is down says nothing: that is what the proxy in front has a page for."""
        self.seen["silence"] += 1
        if not self.struck and self.struck_at < began:
            self.problems.append(f"{what}: {type(gone).__name__}: {gone}, while nothing was broken")

    def note(self, what: str, answer: Answer, began: float, expected: tuple[int, ...]) -> None:
        """Hold an answer against what may come, or a 503 with a word why."""
        seconds = time.monotonic() - began
        self.seen[str(answer.status)] += 1
        self.slowest = max(self.slowest, seconds)
        if answer.status not in (*expected, 503):
            self.problems.append(f"{what}: {answer.status}")
        if answer.status == 503 and not answer.words.strip():
            self.problems.append(f"{what}: 503 without a word")
        if seconds > ANSWERED_WITHIN * self.patience:
            self.problems.append(f"{what}: {answer.status} after {seconds:.1f} s")


@dataclass
class Visitor:
    """Asks both webs for pages in turn."""

    ports: list[int]
    witness: Witness
    tables: list[str] = field(default_factory=list)
    asked: int = 0

    async def look_around(self) -> None:
        """Ask for ever."""
        turn = 0
        while True:
            paths = [*PATHS, *self.tables[:4]]
            await asyncio.gather(*(self._look(port, paths[turn % len(paths)]) for port in self.ports))
            turn += 1
            await asyncio.sleep(0.4)

    async def _look(self, port: int, path: str) -> None:
        began = time.monotonic()
        self.asked += 1
        try:
            answer = await asyncio.to_thread(get, port, path)
        except (OSError, http.client.HTTPException) as gone:
            self.witness.note_silence(path, gone, began)
            return
        self.witness.note(path, answer, began, (200, 302))


def get(port: int, path: str) -> Answer:
    """Ask for a page."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVEN_UP_AFTER)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        return Answer(answer.status, answer.read().decode(errors="replace"))
