"""Sockets have an id like requests: whatever is done because of what came over one is told with it."""

import logging
import time
from typing import Any, Final
from urllib.parse import quote

from django.conf import settings
from django.db import InterfaceError, OperationalError

from accounts.sanctions.sockets import address_of_socket
from config.breaker import AWAY
from config.following import HEADER, following, new

# How sockets end when nothing is wrong: the page was left, the line broke, or the server restarts.
USUAL: Final = (None, 1000, 1001, 1005, 1006, 1012)
FAILED: Final = 1011
# Then every socket that opens or speaks fails, and where in our code tells nothing: a line for each is enough.
SERVER_AWAY: Final = (*AWAY, OperationalError, InterfaceError)

logger = logging.getLogger("site.sockets")


class FollowSockets:
    """Gives a socket its id, ends one that fails, and writes how each ends: if as usual only where all is told."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Follow it from its beginning to its end."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        given = headers.get(HEADER.lower().encode(), "") if settings.TRUSTED_PROXIES else ""
        end = End(scope, headers, send)
        with following(new(given)):
            try:
                await self.sockets(scope, receive, end.send_noted)
            except Exception as problem:  # of which Daphne would write without the id
                await end.fail(problem)
            finally:
                end.write()


class End:
    """How a socket ends."""

    def __init__(self, scope: dict[str, Any], headers: dict[bytes, str], send: Any) -> None:
        self.send = send
        self.path = quote(scope["path"])  # one of ours holds numbers alone, a stranger's could begin a line of the log
        self.address = address_of_socket(scope, headers)
        self.began = time.perf_counter()
        self.code: int | None = None
        self.is_closed = False
        self.lost = ""

    async def send_noted(self, message: dict[str, Any]) -> None:
        """Send, and note with which code it is closed."""
        if message["type"] == "websocket.close":
            self.code, self.is_closed = message.get("code"), True
        await self.send(message)

    async def fail(self, problem: Exception) -> None:
        """Say why, without the address, since errors are mailed; and close, so that the page comes back."""
        if isinstance(problem, SERVER_AWAY):
            said = next(iter(str(problem).splitlines()), "")
            self.lost = f": Redis or the database is away ({type(problem).__name__}: {said})"
        else:
            logger.error("The socket %s failed", self.path, exc_info=problem)
        if not self.is_closed:
            await self.send_noted({"type": "websocket.close", "code": FAILED})

    def write(self) -> None:
        """Write the line."""
        level = logging.WARNING if self.lost else logging.DEBUG if self.code in USUAL else logging.INFO
        if not logger.isEnabledFor(level):
            return
        seconds = time.perf_counter() - self.began
        facts = {"socket": self.path, "code": self.code, "seconds": round(seconds, 1), "client": self.address}
        words = f"{self.path} was closed with {self.code or 'no code'} after {seconds:.0f} s for {self.address}"
        logger.log(level, words + self.lost, extra={"facts": facts})
