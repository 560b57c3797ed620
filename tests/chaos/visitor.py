"""Somebody who looks at pages all the time: each is answered in time, or says why it is not."""

import asyncio
import contextlib
import http.client
import time
from collections import Counter
from dataclasses import dataclass, field

ANSWERED_WITHIN = 10.0
GIVEN_UP_AFTER = 30.0
PATHS = ("/", "/lobby/", "/history/", "/rankings/", "/rules/", "/readyz")


@dataclass
class Visitor:
    """Asks both webs for pages in turn, and remembers what came."""

    ports: list[int]
    tables: list[str]
    struck: bool = False  # whether a web is broken just now, so that a proxy would speak for it
    seen: Counter[str] = field(default_factory=Counter)
    slowest: float = 0.0
    problems: list[str] = field(default_factory=list)
    struck_at: float = 0.0  # until when it was

    def heal(self) -> None:
        """Believe that all webs are whole from now on."""
        self.struck, self.struck_at = False, time.monotonic()

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
        try:
            status, words = await asyncio.to_thread(get, port, path)
        except (OSError, http.client.HTTPException) as gone:
            self._note_silence(path, gone, began)
            return
        self._note(path, status, words, time.monotonic() - began)

    def _note_silence(self, path: str, gone: Exception, began: float) -> None:
        """A web that is down says nothing: that is what the proxy in front has a page for."""
        self.seen["silence"] += 1
        if not self.struck and self.struck_at < began:
            self.problems.append(f"{path}: {type(gone).__name__}: {gone}, while nothing was broken")

    def _note(self, path: str, status: int, words: str, seconds: float) -> None:
        self.seen[str(status)] += 1
        self.slowest = max(self.slowest, seconds)
        if status not in (200, 302, 503):
            self.problems.append(f"{path}: {status}")
        if status == 503 and not words.strip():
            self.problems.append(f"{path}: 503 without a word")
        if seconds > ANSWERED_WITHIN:
            self.problems.append(f"{path}: {status} after {seconds:.1f} s")


def get(port: int, path: str) -> tuple[int, str]:
    """Ask for a page; the answer is its status and its words."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=GIVEN_UP_AFTER)
    with contextlib.closing(connection):
        connection.request("GET", path, headers={"Accept": "text/html"})
        answer = connection.getresponse()
        return answer.status, answer.read().decode(errors="replace")
