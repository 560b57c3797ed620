"""The door for sockets: few are let in at once, the others wait outside, and nobody waits in vain."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from accounts.sanctions.sockets import BUSY
from config.web import door
from config.web.door import AT_ONCE, Door

Send = Callable[[dict[str, Any]], Awaitable[None]]


class House:
    """Behind the door: everybody is let in once `go_on` is set, and stays until `go_home` is."""

    def __init__(self) -> None:
        self.inside = 0
        self.go_on, self.go_home = asyncio.Event(), asyncio.Event()

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Send) -> None:
        self.inside += 1
        await self.go_on.wait()
        if scope.get("breaks"):
            raise RuntimeError("the page broke down")
        await send({"type": "websocket.accept"})
        await self.go_home.wait()


class Comer:
    """Somebody who comes to the door."""

    def __init__(self, house: House, **scope: Any) -> None:
        self.told: list[dict[str, Any]] = []
        self.visit = asyncio.create_task(Door(house)(scope, self.receive, self.send))

    async def receive(self) -> dict[str, Any]:
        return {"type": "websocket.connect"}

    async def send(self, message: dict[str, Any]) -> None:
        self.told.append(message)


async def settle() -> None:
    """Let everybody do what needs no waiting."""
    for _ in range(20):
        await asyncio.sleep(0)


async def test_few_are_let_in_at_once_and_who_is_in_holds_no_place() -> None:
    house = House()
    comers = [Comer(house) for _ in range(3 * AT_ONCE)]
    await settle()
    assert house.inside == AT_ONCE, "the others are not looked up yet"
    house.go_on.set()
    await settle()
    assert house.inside == 3 * AT_ONCE, "none has gone, and all are in"
    assert all(comer.told == [{"type": "websocket.accept"}] for comer in comers)
    house.go_home.set()
    await asyncio.gather(*(comer.visit for comer in comers))


async def test_who_would_wait_too_long_is_told_to_come_later(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "WAITING_SECONDS", 0.01)
    house = House()
    first, late = [Comer(house) for _ in range(AT_ONCE)], Comer(house)
    await late.visit
    assert late.told == [{"type": "websocket.accept"}, {"type": "websocket.close", "code": BUSY}]
    house.go_on.set()
    house.go_home.set()
    await asyncio.gather(*(comer.visit for comer in first))
    assert house.inside == AT_ONCE, "for whoever was sent away nothing was done"


async def test_a_place_is_free_again_whatever_becomes_of_a_page() -> None:
    """One breaks down before it is let in, one has gone while it was let in, one while it waited."""
    house = House()
    broken, gone = Comer(house, breaks=True), [Comer(house) for _ in range(AT_ONCE)]
    await settle()
    for comer in gone:
        comer.visit.cancel()
    house.go_on.set()
    await asyncio.gather(broken.visit, *(comer.visit for comer in gone), return_exceptions=True)
    comers = [Comer(house) for _ in range(AT_ONCE)]
    await settle()
    assert [comer.told for comer in comers] == [[{"type": "websocket.accept"}]] * AT_ONCE
    house.go_home.set()
    await asyncio.gather(*(comer.visit for comer in comers))
