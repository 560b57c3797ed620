"""Random frames on the table's socket: none of them ends it, fails, or stores anything illegal."""

import asyncio
import warnings
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from hypothesis.errors import NonInteractiveExampleWarning

from games.models import Match
from games.play.consumers import SessionConsumer
from games.play.verification import verify_match
from tests.fuzz.words import FRAMES
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.table.test_consumers import open_browser
from tests.lengths import how_many

pytestmark = pytest.mark.django_db(transaction=True)
SENT = how_many(short=200, long=20_000)


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


@pytest.fixture
def seats(people: People) -> dict[str, Any]:
    return {name: people(name) for name in ("ada", "grace", "stranger")}


def draw_frames(count: int) -> list[str]:
    """Draw frames outside of a test of Hypothesis' own: a socket stays open for all of them."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", NonInteractiveExampleWarning)
        return [FRAMES.example() for _ in range(count)]


async def test_no_frame_ends_a_socket_or_stores_anything_illegal(match, seats, monkeypatch, caplog):
    async def speaks_on(self: SessionConsumer) -> bool:
        return True  # floods have tests of their own

    monkeypatch.setattr(SessionConsumer, "may_speak", speaks_on)
    browsers = [await open_browser(match, user) for user in seats.values()]
    for number, frame in enumerate(draw_frames(SENT)):
        await browsers[number % 3].socket.send_to(text_data=frame)
        if number % 20 == 19:
            await ask_all(browsers)
    await ask_all(browsers)
    for browser in browsers:
        await browser.socket.disconnect()
    assert await sync_to_async(lambda: verify_match(Match.objects.get(pk=match.pk)))() == []
    assert [record for record in caplog.records if record.levelname == "ERROR"] == []


async def ask_all(browsers: list[Any]) -> None:
    """Read all that waits, until every page is told what it lacks: so its socket is still there."""
    for browser in browsers:
        await browser.socket.send_to(text_data='{"number": 0, "version": 0, "line": 77777}')
    async with asyncio.timeout(60):
        for browser in browsers:
            await browser.table()
            while not await browser.socket.receive_nothing(timeout=0.02):
                output = await browser.socket.receive_output()
                assert output["type"] == "websocket.send", output
