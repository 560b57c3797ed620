"""The way onto the bus from ordinary code: a loop of its own in a thread of its own.

A thread that hands its message to the server's loop would wait for ever once that loop has stopped, and on Redis every
message would open a connection of its own.
"""

import asyncio
import os
import threading
from typing import Any, Final

from channels.layers import get_channel_layer

from config.channel_layer import ThreadSafeMemoryLayer

PATIENCE_SECONDS: Final = 2.0


class Bus:
    """Sends messages to groups of the channel layer, from any thread."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.loop: asyncio.AbstractEventLoop | None = None
        self.pid = 0

    def send(self, *groups: str, message: dict[str, Any]) -> None:
        """Send the same to several groups at once, and wait until it is out; a silent bus is not waited for long."""
        layer = get_channel_layer()
        if isinstance(layer, ThreadSafeMemoryLayer):  # it needs no loop
            for group in groups:
                layer.post(group, message)
            return
        sending = asyncio.run_coroutine_threadsafe(_send(groups, message), self._running_loop())
        sending.result(PATIENCE_SECONDS + 1)

    def _running_loop(self) -> asyncio.AbstractEventLoop:
        with self.lock:
            # A process that was forked has the loop's object, but not the thread that runs it.
            if self.loop is None or self.pid != os.getpid():
                self.loop, self.pid = asyncio.new_event_loop(), os.getpid()
                threading.Thread(target=self.loop.run_forever, name="bus", daemon=True).start()
            return self.loop


async def _send(groups: tuple[str, ...], message: dict[str, Any]) -> None:
    layer = get_channel_layer()
    sending = asyncio.gather(*(layer.group_send(group, message) for group in groups))
    await asyncio.wait_for(sending, PATIENCE_SECONDS)


bus: Final = Bus()
