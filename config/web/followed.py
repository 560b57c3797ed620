"""Sockets have an id like requests: whatever is done because of what came over one is told with it."""

import logging
import time
from typing import Any, Final

from django.conf import settings

from accounts.sanctions.sockets import address_of_socket
from config.following import HEADER, following, new

# How sockets end when nothing is wrong: the page was left, the line broke, or the server restarts.
USUAL: Final = (None, 1000, 1001, 1005, 1006, 1012)

logger = logging.getLogger("site.sockets")


class FollowSockets:
    """Gives a socket its id, and writes a line when it ends: of usual ends only where everything is told."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Follow it from its beginning to its end."""
        headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
        given = headers.get(HEADER.lower().encode(), "") if settings.TRUSTED_PROXIES else ""
        code: int | None = None

        async def send_noted(message: dict[str, Any]) -> None:
            nonlocal code
            if message["type"] == "websocket.close":
                code = message.get("code")
            await send(message)

        began = time.perf_counter()
        with following(new(given)):
            try:
                await self.sockets(scope, receive, send_noted)
            finally:
                write_end(scope, headers, code, time.perf_counter() - began)


def write_end(scope: dict[str, Any], headers: dict[bytes, str], code: int | None, seconds: float) -> None:
    """Write the line; a socket's address holds numbers alone."""
    level = logging.DEBUG if code in USUAL else logging.INFO
    if not logger.isEnabledFor(level):
        return
    address = address_of_socket(scope, headers)
    facts = {"socket": scope["path"], "code": code, "seconds": round(seconds, 1), "client": address}
    words = f"{scope['path']} was closed with {code or 'no code'} after {seconds:.0f} s for {address}"
    logger.log(level, words, extra={"facts": facts})
