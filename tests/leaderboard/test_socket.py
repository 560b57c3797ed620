"""The socket of the rankings."""

import json

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.entrance.services.guests import create_guest
from config.asgi import application
from games.broadcast import announce_end_of, person_group
from games.play.consumers import SESSION_OVER
from leaderboard.broadcast import announce_rankings
from tests.games.talk.test_consumers import in_thread

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


async def test_the_socket_closes_when_its_reader_logs_out_or_is_kept_out() -> None:
    for end in (Client.logout, lambda client: announce_end_of(person_group(int(client.session["_auth_user_id"])))):
        client = await in_thread(browser)()
        cookie = f"sessionid={client.cookies['sessionid'].value}".encode()
        page = WebsocketCommunicator(application, "/ws/rankings/", headers=[*HEADERS, (b"cookie", cookie)])
        assert (await page.connect())[0]
        await in_thread(end)(client)
        assert await page.receive_output() == {"type": "websocket.close", "code": SESSION_OVER}


def browser() -> Client:
    """The browser of somebody who is logged in."""
    client = Client()
    client.force_login(create_guest(), backend="accounts.entrance.backends.NameOrEmailBackend")
    return client


async def test_a_page_of_another_site_may_not_listen() -> None:
    headers = [(b"host", b"localhost"), (b"origin", b"http://elsewhere.example")]
    assert not (await WebsocketCommunicator(application, "/ws/rankings/", headers=headers).connect())[0]
