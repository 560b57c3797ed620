"""A page that somebody leaves open at a table: it hears what the bus brings, by a hub as a web process has it."""

from collections.abc import Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from datetime import datetime, timedelta
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

from django.utils import timezone

from config.prepared import Prepared
from games.models import Match
from games.table import hub
from games.table.consumers import TableConsumer
from games.table.hub import Hub, Push, Wish
from games.table.rendering import TableVersion

LOOKS_EVERY = timedelta(seconds=hub.CHECKED_SECONDS)
number_of = Prepared[Match](lambda match: Match.objects.only("number", "version").filter(pk=match))


class Page:
    """A spectator's, alone at a hub of its own."""

    has_seen = TableConsumer.has_seen
    is_let_in = True

    def __init__(self, match_id: int) -> None:
        self.seen: TableVersion = newest(match_id)
        self.hub = Hub(match_id)
        self.hub.lookers = [self]  # type: ignore[list-item]
        self.looked_at: datetime = timezone.now()

    @property
    def wish(self) -> Wish:
        return Wish(None, "en", self.seen)

    async def show(self, push: Push) -> None:
        self.seen = push.version
        self.hub.know(push.version)

    async def look_again(self) -> None:
        """Show what stands there now."""
        await self.show(Push("", newest(self.hub.match_id), asks=False, is_over=False))

    def is_led_on(self, push: Push) -> bool:
        return False

    def look(self) -> bool:
        """Let the process look at its tables if it is time; where nothing has happened, once is as good as often."""
        if timezone.now() - self.looked_at < LOOKS_EVERY:
            return False
        self.looked_at = timezone.now()
        for version in hub.check([self.hub.match_id], []).values():
            self.hub.hear(version)
        return True


def newest(match_id: int) -> TableVersion:
    (match,) = number_of(match_id)
    return TableVersion(match.number, match.version)


def draw_nothing(match_id: int, told: TableVersion, wishes: set[Wish]) -> dict[Wish, Push]:
    """Read what would be drawn: drawings are tested elsewhere, and were most of a day."""
    return {wish: Push("", newest(match_id), asks=False, is_over=False) for wish in wishes}


def finish(work: Coroutine[Any, Any, None]) -> Any:
    """Do at once what waits for nothing."""
    try:
        work.send(None)
    except StopIteration:
        return SimpleNamespace(done=lambda: True)
    raise AssertionError("a page of a day waits for nothing")


async def run_here(act: Any, *details: Any) -> Any:
    return act(*details)


@contextmanager
def without_a_loop() -> Iterator[None]:
    """Let hubs do in the day's own thread what they do in a server's loop and its threads."""
    with ExitStack() as stage:
        stage.enter_context(patch.object(hub, "asyncio", SimpleNamespace(create_task=finish)))
        stage.enter_context(patch.object(hub, "in_table_thread", run_here))
        stage.enter_context(patch.object(hub, "draw_for", draw_nothing))
        yield
