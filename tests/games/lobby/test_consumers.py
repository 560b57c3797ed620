"""Sockets."""

import json

import pytest
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from config.asgi import application
from games.broadcast import LOBBY

pytestmark = pytest.mark.django_db(transaction=True)
HEADERS = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


def open_lobby(headers: list[tuple[bytes, bytes]] = HEADERS) -> WebsocketCommunicator:
    return WebsocketCommunicator(application, "/ws/lobby/", headers=headers)


async def test_a_browser_in_the_lobby_hears_that_it_changed() -> None:
    lobby = open_lobby()
    assert (await lobby.connect())[0]
    layer = get_channel_layer()
    assert layer is not None
    await layer.group_send(LOBBY, {"type": "lobby.changed"})
    assert json.loads(await lobby.receive_from()) == {"type": "lobby.changed"}
    await lobby.disconnect()


async def test_who_left_the_lobby_is_no_longer_in_its_group() -> None:
    lobby = open_lobby()
    await lobby.connect()
    await lobby.disconnect()
    layer = get_channel_layer()
    assert layer is not None
    assert not layer.members


@pytest.mark.parametrize("words", [" ", "{", '{"type": "lobby.changed"}', "x" * 10_000])
async def test_what_a_browser_sends_to_the_lobby_is_ignored(words: str) -> None:
    lobby = open_lobby()
    await lobby.connect()
    await lobby.send_to(text_data=words)
    assert await lobby.receive_nothing(timeout=0.05)
    await lobby.disconnect()


@pytest.mark.parametrize("origin", [b"http://elsewhere.example", b"null", b"http://localhost.elsewhere.example"])
async def test_a_page_of_another_site_may_not_listen(origin: bytes) -> None:
    lobby = open_lobby([(b"host", b"localhost"), (b"origin", origin)])
    assert not (await lobby.connect())[0]
