"""The door for sockets: few are let in at once, and the others wait outside, where nothing is done for them yet.

When everybody loses their socket in the same moment, all come back in the next ones. A site that works for all of them
at once is done with each only when its page has given up and comes again; one that lets in a few is soon done.
"""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final
from weakref import WeakKeyDictionary

from accounts.sanctions.sockets import BUSY, refuse

AT_ONCE: Final = 4
# Whoever would wait longer is told to come later, well before their page gives up.
WAITING_SECONDS: Final = 3.0

_places: WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Semaphore] = WeakKeyDictionary()


class Door:
    """Lets sockets in one after the other."""

    def __init__(self, sockets: Any) -> None:
        self.sockets = sockets

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Wait for a place, or be told to come later."""
        places = _places.setdefault(asyncio.get_running_loop(), asyncio.Semaphore(AT_ONCE))
        try:
            async with asyncio.timeout(WAITING_SECONDS):
                await places.acquire()
        except TimeoutError:
            await refuse(receive, send, BUSY)
            return
        with held_until_sent(places, send) as send_first:
            await self.sockets(scope, receive, send_first)


@contextmanager
def held_until_sent(places: asyncio.Semaphore, send: Any) -> Iterator[Any]:
    """Hold a place until the socket is let in or refused: until the first that is sent to it."""
    is_held = True

    def give_back() -> None:
        nonlocal is_held
        if is_held:
            is_held = False
            places.release()

    async def send_first(message: dict[str, Any]) -> None:
        give_back()
        await send(message)

    try:
        yield send_first
    finally:
        give_back()
