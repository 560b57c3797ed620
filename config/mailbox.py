"""A channel's letters and readers; whoever calls these holds the channel layer's lock."""

from __future__ import annotations

import asyncio
from collections import deque
from dataclasses import dataclass, field


@dataclass(eq=False)
class Waiter:
    """Somebody waiting for a letter, and the loop to wake for it."""

    loop: asyncio.AbstractEventLoop
    woken: asyncio.Future[None]

    def wake(self) -> bool:
        """Wake the loop from whatever thread this is; False when it is closed for ever."""
        try:
            self.loop.call_soon_threadsafe(self.finish)
        except RuntimeError:
            return False
        return True

    def finish(self) -> None:
        """End the wait, unless it was cancelled meanwhile."""
        if not self.woken.done():
            self.woken.set_result(None)


@dataclass
class Mailbox:
    """What was sent to a channel and not read yet, and who waits for more."""

    letters: deque[tuple[float, bytes]] = field(default_factory=deque)
    waiters: deque[Waiter] = field(default_factory=deque)

    def put(self, letter: bytes, expires: float) -> None:
        """Leave a letter and wake a reader."""
        self.letters.append((expires, letter))
        self.wake_one()

    def take(self, now: float) -> bytes | None:
        """Take the oldest letter that has not expired."""
        while self.letters:
            expires, letter = self.letters.popleft()
            if expires > now:
                return letter
        return None

    def enlist(self) -> Waiter:
        """Join the line of those who wait."""
        loop = asyncio.get_running_loop()
        waiter = Waiter(loop, loop.create_future())
        self.waiters.append(waiter)
        return waiter

    def retire(self, waiter: Waiter) -> None:
        """Leave the line; a wake-up that came meanwhile goes to the next in it."""
        if waiter in self.waiters:
            self.waiters.remove(waiter)
        elif self.letters:
            self.wake_one()

    def wake_one(self) -> None:
        """Wake the first waiter whose loop still runs."""
        while self.waiters and not self.waiters.popleft().wake():
            pass

    def is_unused(self) -> bool:
        """Tell whether nothing lies here and nobody waits."""
        return not self.letters and not self.waiters

    def is_abandoned(self, now: float) -> bool:
        """Tell whether a letter lay here so long that the reader must be dead."""
        return bool(self.letters) and self.letters[0][0] <= now
