"""Signs of life after something was healed: pages, AIs' moves, clients' moves, and pushes from each web."""

import asyncio
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from itertools import pairwise

from tests.chaos.client import Page, Push
from tests.chaos.host import Host
from tests.chaos.stored import has_machine_moved, read_moments
from tests.chaos.tables import ask_database
from tests.chaos.visitor import Answer, get

# What was pushed came so soon after it was played ...
PUSHED_WITHIN = 5.0
# ... and another one so soon after that: a web that hears nothing looks at its tables every 20 seconds.
PUSHED_AGAIN_WITHIN = 10.0


@dataclass(frozen=True)
class Signs:
    """What is looked for after a moment."""

    host: Host
    since: float

    def all(self) -> dict[str, Callable[[], Awaitable[bool]]]:
        """Name each, and how it is looked for."""
        pushes = {f"pushes of web {n}": self._pushes_of(port) for n, port in enumerate(self.host.ports, start=1)}
        return {"pages": self._pages, "AIs": self._machines, "moves": self._moves, **pushes}

    async def _pages(self) -> bool:
        found = await asyncio.gather(
            *(asyncio.to_thread(get, port, "/lobby/") for port in self.host.ports), return_exceptions=True
        )
        return all(isinstance(answer, Answer) and answer.status == 200 for answer in found)

    async def _machines(self) -> bool:
        return bool(await asyncio.to_thread(ask_database, has_machine_moved, self.since))

    async def _moves(self) -> bool:
        return self.host.journal.acknowledged_at > self.since

    def _pushes_of(self, port: int) -> Callable[[], Awaitable[bool]]:
        """Look at pages where AIs play: no move passes through the web itself, so that only the bus tells of one."""

        async def are_there() -> bool:
            for page in self.host.watching(port):
                if await asyncio.to_thread(ask_database, is_pushed_to, page, self.since):
                    return True
            return False

        return are_there


def is_pushed_to(page: Page, since: float) -> bool:
    """Tell whether what was played after a moment comes to a page by itself."""
    pushes = [push for push in page.pushes if push.at > since]
    if len(pushes) < 2:
        return False
    return are_steady(pushes, read_moments(page.match, {push.number for push in pushes}), since)


def are_steady(pushes: Iterable[Push], played: dict[int, float], since: float) -> bool:
    """Tell whether two entries were pushed as soon as they were played, and soon after each other."""
    soon = [push for push in pushes if since < played.get(push.number, since) > push.at - PUSHED_WITHIN]
    return any(later.at - earlier.at < PUSHED_AGAIN_WITHIN for earlier, later in pairwise(soon))
