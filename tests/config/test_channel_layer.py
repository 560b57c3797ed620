"""The channel layer of one process."""

import asyncio
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future
from typing import Any

import pytest
from asgiref.sync import async_to_sync, sync_to_async
from channels.exceptions import ChannelFull

from config.channel_layer import ThreadSafeMemoryLayer

PATIENCE = 10
HELLO = {"type": "hello"}
Start = Callable[[Awaitable[Any]], Future[Any]]


@pytest.fixture
def layer() -> ThreadSafeMemoryLayer:
    return ThreadSafeMemoryLayer(capacity=3)


@pytest.fixture
def in_another_thread() -> Iterator[Start]:
    """Start coroutines in a loop of another thread."""
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    yield lambda coroutine: asyncio.run_coroutine_threadsafe(coroutine, loop)  # type: ignore[arg-type]
    loop.call_soon_threadsafe(loop.stop)
    thread.join(PATIENCE)
    loop.close()


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.001)


def somebody_waits(layer: ThreadSafeMemoryLayer, channel: str) -> bool:
    return channel in layer.mailboxes and bool(layer.mailboxes[channel].waiters)


async def test_a_message_reaches_its_reader(layer: ThreadSafeMemoryLayer) -> None:
    channel = await layer.new_channel()
    await layer.send(channel, HELLO)
    assert await layer.receive(channel) == HELLO


async def test_messages_arrive_in_order(layer: ThreadSafeMemoryLayer) -> None:
    for number in range(3):
        await layer.send("test", {"number": number})
    assert [(await layer.receive("test"))["number"] for _ in range(3)] == [0, 1, 2]


def test_a_message_wakes_another_threads_loop(layer: ThreadSafeMemoryLayer, in_another_thread: Start) -> None:
    received = in_another_thread(layer.receive("test"))
    wait_until(lambda: somebody_waits(layer, "test"))
    async_to_sync(layer.send)("test", HELLO)
    assert received.result(PATIENCE) == HELLO


def test_waking_another_threads_loop_takes_milliseconds(layer: ThreadSafeMemoryLayer, in_another_thread: Start) -> None:
    delays = []
    for _ in range(20):
        received = in_another_thread(layer.receive("test"))
        wait_until(lambda: somebody_waits(layer, "test"))
        start = time.perf_counter()
        async_to_sync(layer.send)("test", HELLO)
        received.result(PATIENCE)
        delays.append(time.perf_counter() - start)
    # The quickest tells what the layer costs; the others tell how busy the machine is.
    assert min(delays) < 0.05


def test_a_group_reaches_readers_in_several_threads(layer: ThreadSafeMemoryLayer, in_another_thread: Start) -> None:
    async def meet() -> None:
        there = asyncio.wrap_future(in_another_thread(layer.receive("there")))
        here = asyncio.ensure_future(layer.receive("here"))
        await layer.group_add("lobby", "here")
        await layer.group_add("lobby", "there")
        await layer.group_send("lobby", HELLO)
        assert [await asyncio.wait_for(reader, PATIENCE) for reader in (here, there)] == [HELLO, HELLO]

    asyncio.run(meet())


def test_a_thread_without_a_loop_posts_to_a_group(layer: ThreadSafeMemoryLayer, in_another_thread: Start) -> None:
    in_another_thread(layer.group_add("lobby", "test")).result(PATIENCE)
    received = in_another_thread(layer.receive("test"))
    wait_until(lambda: somebody_waits(layer, "test"))
    layer.post("lobby", HELLO)
    assert received.result(PATIENCE) == HELLO


def test_a_thread_that_outlives_the_servers_loop_posts_without_waiting_for_it(layer: ThreadSafeMemoryLayer) -> None:
    loop, begun, stopped, told = asyncio.new_event_loop(), threading.Event(), threading.Event(), threading.Event()

    def answer() -> None:
        begun.set()
        stopped.wait(PATIENCE)
        layer.post("lobby", HELLO)
        told.set()

    async def serve() -> "asyncio.Future[None]":
        answering = asyncio.ensure_future(sync_to_async(answer, thread_sensitive=False)())
        await asyncio.to_thread(begun.wait, PATIENCE)
        return answering

    answering = loop.run_until_complete(serve())
    stopped.set()
    assert told.wait(PATIENCE)
    loop.run_until_complete(answering)
    loop.close()


async def test_who_left_a_group_hears_it_no_more(layer: ThreadSafeMemoryLayer) -> None:
    await layer.group_add("lobby", "stays")
    await layer.group_add("lobby", "leaves")
    await layer.group_discard("lobby", "leaves")
    await layer.group_send("lobby", HELLO)
    assert await layer.receive("stays") == HELLO
    assert "leaves" not in layer.mailboxes


async def test_leaving_a_group_that_does_not_exist_leaves_no_trace(layer: ThreadSafeMemoryLayer) -> None:
    await layer.group_discard("lobby", "test")
    await layer.group_send("lobby", HELLO)
    assert not layer.members


async def test_the_last_to_leave_takes_the_group_along(layer: ThreadSafeMemoryLayer) -> None:
    await layer.group_add("lobby", "test")
    await layer.group_discard("lobby", "test")
    assert not layer.members


async def test_a_full_channel_refuses_a_message(layer: ThreadSafeMemoryLayer) -> None:
    for _ in range(3):
        await layer.send("test", HELLO)
    with pytest.raises(ChannelFull):
        await layer.send("test", HELLO)


async def test_a_full_member_does_not_keep_the_others_of_a_group_from_hearing(layer: ThreadSafeMemoryLayer) -> None:
    await layer.group_add("lobby", "full")
    for _ in range(3):
        await layer.send("full", {"type": "old"})
    await layer.group_add("lobby", "free")
    await layer.group_send("lobby", HELLO)
    assert await layer.receive("free") == HELLO
    assert [await layer.receive("full") for _ in range(3)] == [{"type": "old"}] * 3


async def test_a_channel_may_have_a_capacity_of_its_own() -> None:
    layer = ThreadSafeMemoryLayer(channel_capacity={"narrow*": 1})
    await layer.send("narrow.door", HELLO)
    await layer.send("wide.door", HELLO)
    await layer.send("wide.door", HELLO)
    with pytest.raises(ChannelFull):
        await layer.send("narrow.door", HELLO)


async def test_an_expired_message_is_not_delivered() -> None:
    layer = ThreadSafeMemoryLayer(expiry=0)
    await layer.send("test", {"type": "old"})
    layer.expiry = 60
    await layer.send("test", HELLO)
    assert await layer.receive("test") == HELLO


async def test_a_channel_nobody_reads_leaves_its_groups() -> None:
    layer = ThreadSafeMemoryLayer(expiry=0)
    await layer.group_add("lobby", "dead")
    await layer.group_send("lobby", HELLO)
    await layer.group_send("lobby", HELLO)
    assert "dead" not in layer.mailboxes
    assert not layer.members


async def test_a_member_that_died_between_two_cleanings_is_buried_when_it_is_written_to() -> None:
    layer = ThreadSafeMemoryLayer(expiry=0)
    layer.next_cleaning = time.monotonic() + 60
    await layer.group_add("lobby", "dead")
    await layer.group_send("lobby", HELLO)
    await layer.group_send("lobby", HELLO)
    assert not layer.members


async def test_a_reader_that_gives_up_leaves_nothing_behind(layer: ThreadSafeMemoryLayer) -> None:
    reader = asyncio.ensure_future(layer.receive("test"))
    await asyncio.sleep(0)
    assert somebody_waits(layer, "test")
    reader.cancel()
    with pytest.raises(asyncio.CancelledError):
        await reader
    assert not layer.mailboxes


async def test_a_message_for_a_reader_that_gave_up_goes_to_the_next(layer: ThreadSafeMemoryLayer) -> None:
    first = asyncio.ensure_future(layer.receive("test"))
    second = asyncio.ensure_future(layer.receive("test"))
    await asyncio.sleep(0)
    await layer.send("test", HELLO)  # wakes the first, which has not run yet
    first.cancel()
    assert await asyncio.wait_for(second, PATIENCE) == HELLO


async def test_a_reader_whose_loop_is_closed_does_not_swallow_the_wake_up(layer: ThreadSafeMemoryLayer) -> None:
    loop = asyncio.new_event_loop()
    abandoned = loop.create_task(layer.receive("test"))
    loop.call_soon(loop.stop)
    await asyncio.to_thread(loop.run_forever)
    loop.close()
    reader = asyncio.ensure_future(layer.receive("test"))
    await asyncio.sleep(0)
    await layer.send("test", HELLO)
    assert await asyncio.wait_for(reader, PATIENCE) == HELLO
    abandoned._log_destroy_pending = False  # type: ignore[attr-defined]


async def test_a_message_cannot_be_changed_by_its_sender_afterwards(layer: ThreadSafeMemoryLayer) -> None:
    message = {"type": "hello", "words": ["one"]}
    await layer.send("test", message)
    message["words"] = ["two"]
    assert await layer.receive("test") == {"type": "hello", "words": ["one"]}


async def test_what_redis_could_not_carry_is_refused_here_too(layer: ThreadSafeMemoryLayer) -> None:
    with pytest.raises(TypeError):
        await layer.send("test", {"type": object()})


async def test_a_flush_forgets_everything(layer: ThreadSafeMemoryLayer) -> None:
    await layer.group_add("lobby", "test")
    await layer.send("test", HELLO)
    await layer.flush()
    assert not layer.mailboxes
    assert not layer.members


def test_a_thousand_messages_of_four_threads_all_arrive(in_another_thread: Start) -> None:
    layer = ThreadSafeMemoryLayer(capacity=1000)

    async def collect() -> list[int]:
        return sorted([(await layer.receive("test"))["number"] for _ in range(1000)])

    def send(start: int) -> None:
        for number in range(start, start + 250):
            async_to_sync(layer.send)("test", {"number": number})

    received = in_another_thread(collect())
    threads = [threading.Thread(target=send, args=(start,)) for start in range(0, 1000, 250)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(PATIENCE)
    assert received.result(PATIENCE) == list(range(1000))
