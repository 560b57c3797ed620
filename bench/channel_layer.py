"""Socket messages inside one process: from a thread's call to another thread's reader."""

import asyncio
import statistics
import threading
import time

from asgiref.sync import async_to_sync

from config.channel_layer import ThreadSafeMemoryLayer

MESSAGES = 300
READERS = 500


def run() -> None:
    """Print the delay of one message, and of one to a group of five hundred."""
    print(f"one message to another thread: {statistics.median(delays(1)) * 1e3:.2f} ms (median of {MESSAGES})")
    print(f"a message to {READERS} readers: {statistics.median(delays(READERS, 20)) * 1e3:.1f} ms to the last")


def delays(readers: int, messages: int = MESSAGES) -> list[float]:
    """Send messages to a group whose readers live in another thread, and time each to the last reader."""
    layer = ThreadSafeMemoryLayer()
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    for number in range(readers):
        async_to_sync(layer.group_add)("all", f"reader.{number}")
    found = [one_delay(layer, loop, readers) for _ in range(messages)]
    loop.call_soon_threadsafe(loop.stop)
    thread.join()
    loop.close()
    return found


def one_delay(layer: ThreadSafeMemoryLayer, loop: asyncio.AbstractEventLoop, readers: int) -> float:
    """Time one message from the call to the last reader."""

    async def read_all() -> None:
        await asyncio.gather(*(layer.receive(f"reader.{number}") for number in range(readers)))

    reading = asyncio.run_coroutine_threadsafe(read_all(), loop)
    while sum(bool(mailbox.waiters) for mailbox in list(layer.mailboxes.values())) < readers:
        time.sleep(0)
    start = time.perf_counter()
    async_to_sync(layer.group_send)("all", {"type": "changed", "match": 1, "number": 42})
    reading.result()
    return time.perf_counter() - start
