"""The socket of a waiting room."""

import json

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator

from config.asgi import application
from games.lobby.services.seating import join_table
from games.models import Match
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db(transaction=True)
HEADERS = [(b"host", b"localhost"), (b"origin", b"http://localhost")]


def enter(match: Match, token: str = "") -> WebsocketCommunicator:
    return WebsocketCommunicator(application, f"/ws/waiting/{match.pk}/?token={token}", headers=HEADERS)


async def test_a_browser_in_the_room_hears_that_somebody_came(people: People, table: Tables) -> None:
    match = await database_sync_to_async(table)()
    grace = await database_sync_to_async(people)("grace")
    room = enter(match)
    assert (await room.connect())[0]
    await database_sync_to_async(join_table)(match_id=match.pk, user=grace)
    assert json.loads(await room.receive_from()) == {"type": "table.changed"}
    await room.disconnect()
    assert not get_channel_layer().members


async def test_a_hidden_room_lets_in_who_has_the_link(table: Tables) -> None:
    match = await database_sync_to_async(table)(visibility=Match.Visibility.UNLISTED)
    assert not (await enter(match).connect())[0]
    assert not (await enter(match, "guessed").connect())[0]
    room = enter(match, match.invite_token)
    assert (await room.connect())[0]
    await room.disconnect()


async def test_a_room_that_is_not_there_lets_nobody_in(table: Tables) -> None:
    assert not (await enter(Match(pk=4711)).connect())[0]
