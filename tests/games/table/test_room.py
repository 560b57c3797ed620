"""Room at a table: onlookers are limited, players never kept out."""

from typing import Any

import pytest
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.test import Client

from accounts.sanctions.sockets import TOO_MANY, opened
from config.asgi import application
from games.lobby.services.seating import join_table
from games.lobby.services.starting import set_ready
from games.models import Match
from tests.games.conftest import People, Tables
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada and grace have just begun."""
    match = table(size=2, title="Crowded")
    join_table(match_id=match.pk, user=people("grace"))
    for name in ("ada", "grace"):
        set_ready(match_id=match.pk, user=people(name))
    return match


@pytest.fixture
def cookie(people: People) -> bytes:
    """The session of ada, who sits there."""
    client = Client()
    client.force_login(people("ada"))
    return f"sessionid={client.cookies[site.SESSION_COOKIE_NAME].value}".encode()


def browser(match: Match, cookie: bytes = b"") -> WebsocketCommunicator:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie)]
    return WebsocketCommunicator(application, f"/ws/tables/{match.pk}/?language=en", headers=headers)


async def test_a_crowd_of_onlookers_keeps_out_others_but_nobody_who_plays(
    match: Match, cookie: bytes, settings: Any
) -> None:
    settings.SOCKETS_PER_TABLE = 1
    onlooker, another, player = browser(match), browser(match), browser(match, cookie)
    assert (await onlooker.connect(timeout=10))[0]
    assert (await another.connect(timeout=10))[0]
    assert await another.receive_output(timeout=10) == {"type": "websocket.close", "code": TOO_MANY}
    assert (await player.connect(timeout=10))[0]
    assert await player.receive_from(timeout=10)
    for socket in (onlooker, another, player):
        await socket.disconnect(timeout=10)
    assert not +opened, "whoever has gone is counted no longer"


async def test_when_all_come_back_at_once_each_is_let_in(match: Match, settings: Any) -> None:
    """Many more than are let in at once: each waits a moment at the door."""
    settings.SOCKETS_PER_ADDRESS = 100
    sockets = [browser(match) for _ in range(40)]
    for socket in sockets:
        await socket.send_input({"type": "websocket.connect"})
    for socket in sockets:
        assert (await socket.receive_output(timeout=PATIENCE))["type"] == "websocket.accept"
    for socket in sockets:
        await socket.disconnect(timeout=10)
    assert not +opened
