"""The socket of the rankings."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator

from config.asgi import application
from leaderboard.broadcast import announce_rankings

pytestmark = pytest.mark.django_db(transaction=True)
HEADERS = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


async def test_a_browser_hears_that_the_rankings_changed_and_is_not_listened_to() -> None:
    page = WebsocketCommunicator(application, "/ws/rankings/", headers=HEADERS)
    assert (await page.connect())[0]
    await page.send_to(text_data="{")
    assert await page.receive_nothing(timeout=0.05)
    await sync_to_async(announce_rankings)()
    assert json.loads(await page.receive_from()) == {"type": "rankings.changed"}
    await page.disconnect()


async def test_a_page_of_another_site_may_not_listen() -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://elsewhere.example")]
    assert not (await WebsocketCommunicator(application, "/ws/rankings/", headers=headers).connect())[0]
