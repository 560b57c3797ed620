"""Socket messages inside one process: from any thread to a consumer waiting in any other thread's loop."""

from __future__ import annotations

import asyncio
import threading
import time
import uuid
from collections import defaultdict
from typing import Any

import msgpack
from channels.exceptions import ChannelFull
from channels.layers import BaseChannelLayer

from config.mailbox import Mailbox, Waiter

Message = dict[str, Any]


class ThreadSafeMemoryLayer(BaseChannelLayer):
    """Channels' memory layer does not wake another thread's loop; this one does, in about a millisecond.

    Messages are packed as on Redis, so what cannot travel there fails here too. A message nobody
    read in `expiry` seconds is dropped, and its channel leaves all groups: its reader is dead.
    """

    extensions = ["groups", "flush"]

    def __init__(self, expiry: float = 60, capacity: int = 100, channel_capacity: dict[str, int] | None = None) -> None:
        super().__init__(expiry=expiry, capacity=capacity)
        self.channel_capacity = self.compile_capacities(channel_capacity or {})
        self.lock = threading.Lock()
        self.mailboxes: defaultdict[str, Mailbox] = defaultdict(Mailbox)
        self.members: defaultdict[str, set[str]] = defaultdict(set)
        self.next_cleaning = time.monotonic() + expiry

    async def new_channel(self, prefix: str = "specific") -> str:
        """Name a channel that only its maker reads."""
        return f"{prefix}.inmemory!{uuid.uuid4().hex}"

    async def send(self, channel: str, message: Message) -> None:
        """Put a message into a channel, or say that it is full."""
        self.require_valid_channel_name(channel)
        letter = msgpack.packb(message)
        with self.lock:
            self.clean()
            if not self.deliver(channel, letter):
                raise ChannelFull(channel)

    async def receive(self, channel: str) -> Message:
        """Wait for the next message of a channel."""
        self.require_valid_channel_name(channel)
        while True:
            with self.lock:
                mailbox = self.mailboxes[channel]
                letter = mailbox.take(time.monotonic())
                if letter is not None:
                    return dict(msgpack.unpackb(letter))
                waiter = mailbox.enlist()
            await self.wait(channel, waiter)

    async def wait(self, channel: str, waiter: Waiter) -> None:
        """Wait to be woken; whoever gives up leaves nothing behind."""
        try:
            await waiter.woken
        except asyncio.CancelledError:
            with self.lock:
                self.mailboxes[channel].retire(waiter)
                if self.mailboxes[channel].is_unused():
                    del self.mailboxes[channel]
            raise

    async def group_add(self, group: str, channel: str) -> None:
        """Let a channel hear what is sent to a group."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self.lock:
            self.members[group].add(channel)

    async def group_discard(self, group: str, channel: str) -> None:
        """Let a channel no longer hear a group."""
        self.require_valid_group_name(group)
        self.require_valid_channel_name(channel)
        with self.lock:
            self.leave(group, channel)

    async def group_send(self, group: str, message: Message) -> None:
        """Send to every channel of a group; full ones miss it, as Channels has it."""
        self.post(group, message)

    def post(self, group: str, message: Message) -> None:
        """Send to a group from any thread, without a loop: whoever needs none cannot be left waiting for one.

        `async_to_sync` runs on the server's loop, which may have ended when a thread still has something to tell.
        """
        self.require_valid_group_name(group)
        letter = msgpack.packb(message)
        with self.lock:
            self.clean()
            for channel in list(self.members.get(group, ())):
                self.deliver(channel, letter)

    async def flush(self) -> None:
        """Forget everything."""
        with self.lock:
            self.mailboxes.clear()
            self.members.clear()

    # What follows is called with the lock held.

    def deliver(self, channel: str, letter: bytes) -> bool:
        """Put a letter into a mailbox; False when it is full."""
        now = time.monotonic()
        if self.mailboxes[channel].is_abandoned(now):
            self.bury(channel)
        mailbox = self.mailboxes[channel]
        if len(mailbox.letters) >= self.get_capacity(channel):
            return False
        mailbox.put(letter, expires=now + self.expiry)
        return True

    def clean(self) -> None:
        """Once in an expiry, bury the channels whose messages nobody read in time."""
        now = time.monotonic()
        if now < self.next_cleaning:
            return
        self.next_cleaning = now + self.expiry
        for channel, mailbox in list(self.mailboxes.items()):
            if mailbox.is_abandoned(now):
                self.bury(channel)

    def bury(self, channel: str) -> None:
        """Forget a channel whose reader is dead."""
        del self.mailboxes[channel]
        for group in list(self.members):
            self.leave(group, channel)

    def leave(self, group: str, channel: str) -> None:
        """Take a channel out of a group, and drop a group that is empty."""
        self.members[group].discard(channel)
        if not self.members[group]:
            del self.members[group]
