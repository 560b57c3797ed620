"""The way onto the bus from ordinary code: a loop of its own in a thread of its own.

A thread that hands its message to the server's loop would wait for ever once that loop has stopped, and on Redis every
message would open a connection of its own.
"""

import asyncio
import threading
from typing import Any, Final

from channels.layers import get_channel_layer

PATIENCE_SECONDS: Final = 2.0


class Bus:
    """Sends messages to groups of the channel layer, from any thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None

    def send(self, *groups: str, message: dict[str, Any]) -> None:
        """Send the same to several groups at once, and wait until it is out; a silent bus is not waited for long."""
        sending = asyncio.run_coroutine_threadsafe(_send(groups, message), self._running_loop())
        sending.result(PATIENCE_SECONDS + 1)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self.lock:
            if self.loop is None:
                self.loop = asyncio.new_event_loop()
                threading.Thread(target=self.loop.run_forever, name="bus", daemon=True).start()
            return self.loop


async def _send(groups: tuple[str, ...], message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    sending = asyncio.gather(*(layer.group_send(group, message) for group in groups))
    await asyncio.wait_for(sending, PATIENCE_SECONDS)


bus: Final = Bus()
