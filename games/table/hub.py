"""Everybody in this process who looks at tables: a change is read once, drawn once for each view, and sent.

Who may see a table is settled when a socket opens, and again whenever anything but a move changes there: that raises
the table's version. A move raises the number alone, and changes nobody's rights.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from weakref import WeakKeyDictionary

from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from django.db import Error as DatabaseProblem

from config.metrics import pushes
from config.threads import in_table_thread
from games.broadcast import table_group
from games.models import Match
from games.table.orders.bar import sheets_at
from games.table.rendering import TableVersion, as_swaps, changes
from games.table.settled import latest_of, read_match, stop_watching, watch
from games.talk.presence import keep_present

if TYPE_CHECKING:
    from games.table.consumers import TableConsumer

# How often the database is asked what the bus may have lost; pages ask as often, and are answered from what is known.
CHECKED_SECONDS: Final = 20.0

logger = logging.getLogger(__name__)


class Wish(NamedTuple):
    """What a browser lacks depends on this alone: whose eyes, which language, and what it shows already."""

    seat: int | None
    language: str
    seen: TableVersion | None


class Push(NamedTuple):
    """A table drawn for a wish, and what the table is then known to be."""

    html: str
    version: TableVersion
    asks: bool
    is_over: bool


class Hub:
    """Everybody in this process who looks at one table."""

    def __init__(self, match_id: int) -> None:
        self.match_id = match_id
        self.lookers: list[TableConsumer] = []
        self.told: TableVersion | None = None  # the newest that the bus told of
        self.done: TableVersion | None = None  # the newest that everybody here was shown
        self.known: TableVersion | None = None  # the newest that anybody here was shown
        self.work: asyncio.Task[None] | None = None
        self.playing = 0  # moves that are being played and drawn here

    @property
    def present(self) -> "list[TableConsumer]":
        """Those who are let in; whoever is on the way gets the table as it is then."""
        return [looker for looker in self.lookers if looker.is_let_in]

    @property
    def newest(self) -> TableVersion | None:
        """Where the table stands, as far as this process knows."""
        return max((version for version in (self.told, self.known) if version is not None), default=None)

    def know(self, version: TableVersion) -> None:
        """Remember what a page was just shown."""
        self.known = version if self.known is None else max(version, self.known)

    def hear(self, told: TableVersion) -> None:
        """Show what changed; what is told meanwhile is shown together afterwards, and what failed is tried again."""
        self.told = told if self.told is None else max(told, self.told)
        self._catch_up()

    async def play(self, act: Callable[[], object]) -> None:
        """Play and draw for everybody in one hop; what is told of it meanwhile need not be drawn again."""
        began = time.perf_counter()
        self.playing += 1
        try:
            wishes = {looker.wish for looker in self.present if looker.seen is not None}
            await self._send(await in_table_thread(play_and_draw, self.match_id, act, wishes))
            pushes.observe(time.perf_counter() - began)
        finally:
            self.playing -= 1
            self._catch_up()

    def _catch_up(self) -> None:
        """Show what was told, unless whoever plays does so anyway."""
        if self._lacking() and not self.playing and (self.work is None or self.work.done()):
            self.work = asyncio.create_task(self._follow())

    def _lacking(self) -> TableVersion | None:
        """Return what was told and not shown yet."""
        return self.told if self.told is not None and (self.done is None or self.told > self.done) else None

    async def _follow(self) -> None:
        while told := self._lacking():
            began = time.perf_counter()
            try:
                await self._show(told)
            except Exception:  # the next look, or the next move, shows it
                logger.warning("Table %s could not be drawn for its pages", self.match_id, exc_info=True)
                return
            pushes.observe(time.perf_counter() - began)
            self.done = told

    async def _show(self, told: TableVersion) -> None:
        lacking = [looker for looker in self.present if not looker.has_seen(told)]
        # A move changes nobody's rights; after anything else each is asked anew who they are here.
        moved = [looker for looker in lacking if looker.seen is not None and looker.seen.version == told.version]
        wishes = {looker.wish for looker in moved}
        await self._send(await in_table_thread(draw_for, self.match_id, told, wishes) if wishes else {})
        await self._attempt(looker.look_again() for looker in lacking if looker not in moved)

    async def _send(self, pushes: dict[Wish, Push]) -> None:
        """Send what was drawn to all who lack just that; then whatever else a few of them are to be told."""
        sent = [(looker, pushes[looker.wish]) for looker in self.present if looker.wish in pushes]
        for looker, push in sent:
            await self._attempt([looker.show(push)])
        await self._attempt(looker.lead_on(push) for looker, push in sent if looker.is_led_on(push))

    async def _attempt(self, shows: Iterable[Awaitable[None]]) -> None:
        """Let one page that fails keep nobody else waiting."""
        for show in shows:
            try:
                await show
            except Exception:
                logger.warning("A page of table %s was not shown what changed", self.match_id, exc_info=True)


class Hubs:
    """All tables that are looked at in this loop, on one channel of the bus."""

    def __init__(self) -> None:
        self.hubs: dict[int, Hub] = {}
        self.channel = ""
        self.lock = asyncio.Lock()
        self.listening: asyncio.Task[None] | None = None
        self.checking: asyncio.Task[None] | None = None

    async def join(self, looker: "TableConsumer") -> Hub:
        """Take in somebody who looks; the first at a table has it told of here."""
        layer = get_channel_layer()
        async with self.lock:  # many come at once after a restart: one of them begins to listen
            if self.listening is None or self.listening.done():
                self.channel = await layer.new_channel()
                self.listening = asyncio.create_task(self._listen(layer, self.channel))
                self.checking = asyncio.create_task(self._keep_checking())
        hub = self.hubs.setdefault(looker.match_id, Hub(looker.match_id))
        hub.lookers.append(looker)
        watch(looker.match_id)
        try:
            await layer.group_add(table_group(looker.match_id), self.channel)
        except BaseException:  # nobody tells us that it left, since it never came in
            self._forget(looker)
            raise
        return hub

    def _forget(self, looker: "TableConsumer") -> bool:
        """Take somebody out; the answer tells whether nobody looks at their table any more."""
        hub = self.hubs[looker.match_id]
        hub.lookers.remove(looker)
        stop_watching(looker.match_id)
        if not hub.lookers:
            del self.hubs[looker.match_id]
        return not hub.lookers

    async def leave(self, looker: "TableConsumer") -> None:
        """Let somebody go; the last one of all ends the listening."""
        if not self._forget(looker):
            return
        await get_channel_layer().group_discard(table_group(looker.match_id), self.channel)
        if not self.hubs and self.listening is not None and self.checking is not None:
            self.listening.cancel()
            self.checking.cancel()
            self.listening = None

    async def _listen(self, layer: Any, channel: str) -> None:
        while True:
            try:
                message = await layer.receive(channel)
            except OSError:  # a bus that is away comes back; meanwhile the tables are looked at
                logger.warning("The bus is away; tables are followed by looking", exc_info=True)
                await asyncio.sleep(1)
                continue
            hub = self.hubs.get(message["match"])
            if hub is not None:
                hub.hear(TableVersion(message["number"], message["version"]))

    async def _keep_checking(self) -> None:
        """Find out what the bus lost, and say that these pages are still open: once for all of them."""
        while True:
            await asyncio.sleep(CHECKED_SECONDS)
            connections = [looker.channel_name for hub in self.hubs.values() for looker in hub.lookers]
            try:
                versions = await database_sync_to_async(check)(list(self.hubs), connections)
            except DatabaseProblem:
                logger.warning("The tables could not be looked at", exc_info=True)
                continue
            for match_id, version in versions.items():
                if match_id in self.hubs:
                    self.hubs[match_id].hear(version)


_hubs: WeakKeyDictionary[asyncio.AbstractEventLoop, Hubs] = WeakKeyDictionary()


def hubs() -> Hubs:
    """Return the hubs of the loop that runs here."""
    return _hubs.setdefault(asyncio.get_running_loop(), Hubs())


def check(match_ids: list[int], connections: list[str]) -> dict[int, TableVersion]:
    """Read where tables stand, and keep the pages present that show them."""
    keep_present(connections)
    rows = Match.objects.filter(pk__in=match_ids).values_list("pk", "number", "version")
    return {pk: TableVersion(number, version) for pk, number, version in rows}


def play_and_draw(match_id: int, act: Callable[[], object], wishes: set[Wish]) -> dict[Wish, Push]:
    """Play, and draw the table as it was stored for those who saw it before; others are asked anew who they are."""
    act()
    match = latest_of(match_id)
    if match is None:
        return {}
    told = TableVersion(match.number, match.version)
    return draw_for(match_id, told, {wish for wish in wishes if _is_moved(wish.seen, told)})


def _is_moved(seen: TableVersion | None, told: TableVersion) -> bool:
    """Tell whether nothing but moves lies between what was seen and what is told."""
    return seen is not None and seen.version == told.version and seen.number < told.number


def draw_for(match_id: int, told: TableVersion, wishes: set[Wish]) -> dict[Wish, Push]:
    """Read a table once and draw what each of these lacks."""
    match = read_match(match_id, *told)
    is_over = match.status == Match.Status.FINISHED
    sheets = sheets_at(match) if any(wish.seat is not None for wish in wishes) else {}
    drawn = {wish: changes(match, *wish, sheets) for wish in wishes}
    return {
        wish: Push(as_swaps(lacking), lacking.version, match.asks(wish.seat), is_over)
        for wish, lacking in drawn.items()
    }
