"""The socket of a waiting room."""

import html
import json
import re

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.test import Client

from config.asgi import application
from games.lobby.services.seating import join_table
from games.models import Match
from games.play.services.table_events import draw_anew
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.matches import begin

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


async def test_a_browser_in_the_room_hears_that_something_was_said(people: People, table: Tables) -> None:
    match = await database_sync_to_async(table)()
    ada = await database_sync_to_async(people)("ada")
    room = enter(match)
    assert (await room.connect())[0]
    await database_sync_to_async(say)(match=match, user=ada, text="Coffee first")
    assert json.loads(await room.receive_from()) == {"type": "table.changed"}
    await room.disconnect()


async def test_whoever_watches_a_match_from_elsewhere_hears_nothing_of_its_talk(people: People, table: Tables) -> None:
    match = await database_sync_to_async(begin)(people, table, "grace")
    ada = await database_sync_to_async(people)("ada")
    room = WebsocketCommunicator(application, f"/ws/watch/{match.pk}/", headers=HEADERS)
    assert (await room.connect())[0]
    await database_sync_to_async(say)(match=match, user=ada, text="Coffee first")
    assert await room.receive_nothing()
    await database_sync_to_async(draw_anew)(match_id=match.pk)
    assert json.loads(await room.receive_from()) == {"type": "table.changed"}
    await room.disconnect()


@pytest.mark.parametrize("who", ["seated", "stranger by link"])
def test_the_room_shows_its_talk_and_says_once_what_it_offers(people: People, table: Tables, who: str) -> None:
    match = table(visibility=Match.Visibility.UNLISTED, title="Kantine")
    say(match=match, user=people("ada"), text="Coffee first")
    client = Client()
    if who == "seated":
        client.force_login(people("ada"))
    address = match.get_absolute_url() if who == "seated" else f"/tables/join/{match.invite_token}/"
    page = client.get(address).content.decode()
    assert "Coffee first" in page
    body = page.partition("</head>")[2]
    assert body.count("Dream Factory 2009") == 1
    assert body.count("Live, 90 s a move") == 1
    lines = re.search(r'hx-get="([^"]+/talk/[^"]*)"', page)
    assert lines
    part = client.get(html.unescape(lines[1]), headers={"HX-Request": "true", "HX-Target": "talk-lines"})
    assert "Coffee first" in part.content.decode()


def test_a_quiet_room_shows_no_chat(people: People, table: Tables) -> None:
    match = table(chat_allowed=False)
    assert 'id="talk"' not in Client().get(match.get_absolute_url()).content.decode()


async def test_a_room_that_is_not_there_lets_nobody_in(table: Tables) -> None:
    assert not (await enter(Match(pk=4711)).connect())[0]
