"""Whoever opens tables while things break, so many in all; and closes the pages of those that are over."""

import asyncio
from dataclasses import dataclass, field
from random import Random
from typing import Any

from tests.chaos.client import Page, Player
from tests.chaos.journal import Journal
from tests.chaos.stored import read_over, read_watchable
from tests.chaos.tables import Seated, ask_database, open_for_clients, open_for_machines
from tests.chaos.visitor import Visitor

# So many tables are in play at once at most, and half of all matches; every other one has clients.
TABLES_AT_ONCE = 40
# Where fewer of a kind are in play than this, or than a sixth of what may be at once, another one is opened although
# there were enough, and played from its beginning: without moves nobody could tell that play goes on.
FEW = 2
# A page stays open for so long after its match.
OPEN_AFTERWARDS = 30.0
# So many pages of each web show matches that AIs play among themselves, and stay with that web whatever happens to it.
WATCHED = 2
# Pauses that wait for nothing: between two tables, and between two looks for pages to open, or to close.
TABLE_EVERY, WATCHED_EVERY, CLOSED_EVERY = 0.05, 0.5, 2.0


@dataclass
class Share:
    """The tables of one kind: how many were opened, of how many that are meant."""

    all: int  # in the end
    at_once: int
    opened: int = 0

    @property
    def few(self) -> int:
        return max(1, min(FEW, self.at_once // 3))

    def has_room(self, playing: int, done: float) -> bool:
        """Tell whether one more is meant, when this share of the day is done."""
        due = max(self.at_once, round(self.all * done))
        return playing < self.few or (playing < self.at_once and self.opened < min(self.all, due))


@dataclass
class Host:
    """Opens tables for clients and AIs, and pages for whoever plays or looks on there."""

    matches: int
    ports: list[int]
    dice: Random
    journal: Journal
    visitor: Visitor
    done: float = 0.0  # the share of the day that is done
    pages: list[Page] = field(default_factory=list)
    players: list[Player] = field(default_factory=list)
    tasks: list["asyncio.Task[None]"] = field(default_factory=list)

    def __post_init__(self) -> None:
        at_once = min(TABLES_AT_ONCE, max(6, self.matches // 2))
        self.clients = Share(self.matches // 2, at_once // 2)
        self.machines = Share(self.matches - self.matches // 2, at_once - at_once // 2)

    @property
    def opened(self) -> int:
        return self.clients.opened + self.machines.opened

    @property
    def open_pages(self) -> list[Page]:
        return [page for page in self.pages if not page.is_closed]

    async def open_tables(self) -> None:
        """Keep as many in play as are meant, and open all of them by the last fault."""
        while True:
            playing = len({player.seated.match for player in self.players if not player.is_over})
            if self.clients.has_room(playing, self.done):
                await self._open_for_clients(is_near_its_end=playing >= self.clients.few)
            running = await asyncio.to_thread(ask_database, read_watchable)
            if running is not None and self.machines.has_room(len(running), self.done):
                await self._open_for_machines(is_near_its_end=len(running) >= self.machines.few)
            await asyncio.sleep(TABLE_EVERY)

    async def _open_for_machines(self, *, is_near_its_end: bool) -> None:
        """Begin one; every other is played from its beginning, since who plays fast would soon be done."""
        number = self.machines.opened
        match = await self._open(open_for_machines, number, is_near_its_end=is_near_its_end and number % 2 == 1)
        if match is None:
            return
        self.machines.opened += 1
        if number % 3 == 0:
            self.show(Page(None, match, self.ports, self.journal))
            self.visitor.tables.insert(0, f"/tables/{match}/")

    async def _open_for_clients(self, *, is_near_its_end: bool) -> None:
        seats = await self._open(open_for_clients, self.clients.opened, is_near_its_end=is_near_its_end)
        for seated in seats or ():
            self._seat(seated)
        self.clients.opened += bool(seats)

    async def _open(self, opens: Any, number: int, *, is_near_its_end: bool) -> Any:
        return await asyncio.to_thread(ask_database, lambda: opens(number, self.dice, is_near_its_end=is_near_its_end))

    def _seat(self, seated: Seated) -> None:
        page = Page(seated, seated.match, self.dice.sample(self.ports, 2), self.journal)
        player = Player(page, seated, Random(self.dice.random()), self.journal, self.visitor.witness)
        self.show(page)
        self.players.append(player)
        self.tasks.append(
            asyncio.create_task(player.play(), name=f"the player on seat {seated.seat} of {seated.match}")
        )

    def show(self, page: Page) -> None:
        """Open a page."""
        self.pages.append(page)
        self.tasks.append(page.open())

    def watching(self, port: int) -> list[Page]:
        """Name the pages that stay with a web."""
        return [page for page in self.open_pages if page.ports == [port]]

    async def keep_watching(self) -> None:
        """Look on where AIs play, at every web by itself."""
        while True:
            running = await asyncio.to_thread(ask_database, read_watchable) or []
            for port in self.ports:
                self._watch_more(port, running)
            await asyncio.sleep(WATCHED_EVERY)

    def _watch_more(self, port: int, running: list[int]) -> None:
        watched = {page.match for page in self.watching(port)}
        more = [match for match in running if match not in watched]
        for match in more[: max(0, WATCHED - len(watched & set(running)))]:
            self.show(Page(None, match, [port], self.journal, is_impatient=True))

    async def close_pages(self) -> None:
        """Close those that show the end of their match, a while after it; any other is to show it yet."""
        while True:
            await asyncio.sleep(CLOSED_EVERY)
            matches = {page.match for page in self.open_pages}
            over = await asyncio.to_thread(ask_database, read_over, matches, OPEN_AFTERWARDS) or {}
            for page in self.open_pages:
                if over.get(page.match) == (page.number, page.version):
                    page.close()
