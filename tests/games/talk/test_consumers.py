"""Talk and who is looking over the socket of a table."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from channels.db import database_sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.test import Client

from accounts.models import Block, User
from config.asgi import application
from games.broadcast import talk_group
from games.lobby.services.rematch import play_again
from games.models import ChatLine, Match, Presence
from games.table import hub
from games.talk import consumers, news
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
in_thread: Callable[..., Any] = database_sync_to_async


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    for name in ("hedy", "fritz"):
        people(name)
    return begin(people, table, "grace")


@pytest.fixture(autouse=True)
def glances_wait() -> Iterator[asyncio.Event]:
    """Who came and went is asked for once a test says so, and each time anew: what is kept is kept for a second."""
    go_on = asyncio.Event()
    slowly = SimpleNamespace(create_task=asyncio.create_task, sleep=lambda seconds: go_on.wait())
    with patch.object(consumers, "asyncio", slowly), patch.object(news, "glances", lambda key, draw: draw()):
        yield go_on


def cookie_of(user: User) -> bytes:
    client = Client()
    client.force_login(user)
    return f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


@asynccontextmanager
async def looking(
    match: Match, user: User | None = None, *, settled: bool = True
) -> AsyncIterator[WebsocketCommunicator]:
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    if user is not None:
        headers.append((b"cookie", await in_thread(cookie_of)(user)))
    address = f"/ws/tables/{match.pk}/?language=en"
    socket = WebsocketCommunicator(application, address, headers=headers)
    assert (await socket.connect(timeout=PATIENCE))[0]
    if settled:
        await socket.send_to(text_data="{}")
        await hear(socket, 'id="table-version"')  # whoever is answered has come in, with all the talk there was
    yield socket
    await socket.disconnect()


async def settle(socket: WebsocketCommunicator) -> str:
    """Everything that comes until nothing does for a moment."""
    frames = []
    while not await socket.receive_nothing(timeout=0.5, interval=0.02):
        frames.append(await socket.receive_from())
    return "".join(frames)


async def hear(socket: WebsocketCommunicator, awaited: str) -> str:
    """Everything that comes until what is awaited."""
    frames = ""
    while awaited not in frames:
        frames += await socket.receive_from()
    return frames


async def speak(match: Match, name: str, text: str) -> ChatLine:
    user = await in_thread(User.objects.get)(username=name)
    line: ChatLine = await in_thread(say)(match=match, user=user, text=text)
    return line


async def person(name: str) -> User:
    user: User = await in_thread(User.objects.get)(username=name)
    return user


async def test_a_line_comes_to_everybody_at_once_and_once(match: Match) -> None:
    async with looking(match, await person("grace")) as grace, looking(match) as stranger:
        line = await speak(match, "ada", "Hello")
        for socket in (grace, stranger):
            frames = await hear(socket, f'id="line-{line.pk}"')
            assert " ".join(frames.split()).startswith('<ol hx-swap-oob="beforeend:#talk-lines">')
        layer = get_channel_layer()
        await layer.group_send(talk_group(match.pk), {"type": "table.talk", "line": line.pk})
        assert await settle(grace) == ""


async def test_the_bus_carries_a_number_and_no_word(match: Match) -> None:
    layer = get_channel_layer()
    await layer.group_add(talk_group(match.pk), "listener")
    line = await speak(match, "ada", "Hello")
    assert await layer.receive("listener") == {"type": "table.talk", "line": line.pk}


async def test_no_frame_of_a_player_holds_what_spectators_say_until_the_end(match: Match) -> None:
    async with (
        looking(match, await person("grace")) as grace,
        looking(match) as nobody,
        looking(match, await person("fritz")) as fritz,
    ):
        await speak(match, "hedy", "canary-77")
        await hear(fritz, "canary-77")
        for socket in (grace, nobody):
            await socket.send_to(text_data='{"line": 0}')
            assert "canary-77" not in await hear(socket, "same")
            assert "canary-77" not in await settle(socket)
        await in_thread(finish)(match)
        message = {"type": "table.changed", "match": match.pk, "number": match.number, "version": match.version}
        await get_channel_layer().group_send(f"table.{match.pk}", message)
        frames = await hear(grace, "canary-77")
        assert 'hx-swap-oob="innerHTML:#talk-lines"' in frames


async def test_people_who_keep_each_other_away_hear_nothing_of_each_other(match: Match) -> None:
    ada, grace = await person("ada"), await person("grace")
    await in_thread(Block.objects.create)(blocker=grace, blocked=ada)
    async with looking(match, grace) as socket:
        await speak(match, "ada", "canary-78")
        assert await settle(socket) == ""


async def test_a_lost_line_comes_with_the_next_ask(match: Match) -> None:
    async with looking(match, await person("grace")) as grace:
        with patch("games.broadcast.tell"):
            line = await speak(match, "ada", "lost on the way")
        mark = f'id="line-{line.pk}"'
        assert await settle(grace) == ""
        await grace.send_to(text_data="{}")
        await hear(grace, mark)
        await grace.send_to(text_data="{}")
        assert mark not in await hear(grace, "same") + await settle(grace)
        await grace.send_to(text_data=json.dumps({"line": line.pk - 1}))
        await hear(grace, mark)
        await grace.send_to(text_data=json.dumps({"line": line.pk}))
        assert mark not in await hear(grace, "same") + await settle(grace)


async def test_what_was_said_while_a_browser_was_away_comes_when_it_is_back(match: Match) -> None:
    first = await speak(match, "ada", "read already")
    second = await speak(match, "ada", "said meanwhile")
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, f"/ws/tables/{match.pk}/?line={first.pk}", headers=headers)
    await socket.connect(timeout=PATIENCE)
    frames = await hear(socket, f'id="line-{second.pk}"')
    assert f'id="line-{first.pk}"' not in frames
    await socket.disconnect()


@pytest.mark.parametrize(
    "words", ['{"line": "x"}', '{"line": -1}', '{"line": [1]}', '{"line": ' + "9" * 400 + "}", "["]
)
async def test_nonsense_about_lines_is_ignored(match: Match, words: str) -> None:
    await speak(match, "ada", "Hello")
    async with looking(match) as socket:
        await socket.send_to(text_data=words)
        assert 'id="line-' not in await settle(socket)


async def test_a_table_that_may_no_longer_be_seen_is_closed_by_the_next_line(match: Match) -> None:
    async with looking(match) as stranger:
        await in_thread(Match.objects.filter(pk=match.pk).update)(spectators_allowed=False)
        await speak(match, "ada", "canary-79")
        assert (await stranger.receive_output(timeout=10))["type"] == "websocket.close"


async def test_those_who_played_hear_of_a_rematch(match: Match) -> None:
    await in_thread(finish)(match)
    async with looking(match, await person("grace")) as grace, looking(match) as stranger:
        again = await in_thread(play_again)(match_id=match.pk, user=await person("ada"))
        await hear(grace, f'href="/tables/{again.pk}/"')
        assert f'href="/tables/{again.pk}/"' not in await settle(stranger)


async def test_who_comes_is_shown_to_the_others_and_who_goes_no_longer(
    match: Match, glances_wait: asyncio.Event
) -> None:
    async with looking(match) as stranger:
        async with looking(match, await person("grace")):
            glances_wait.set()
            assert "grace" in await hear(stranger, 'data-seats="1"')
        assert "grace" not in await hear(stranger, 'data-seats=""')
    assert not await in_thread(Presence.objects.count)()
    assert not get_channel_layer().members


async def test_who_reloads_a_page_goes_unnoticed(match: Match, glances_wait: asyncio.Event) -> None:
    async with looking(match) as stranger:
        async with looking(match, await person("grace")):
            glances_wait.set()
            await hear(stranger, 'data-seats="1"')
            glances_wait.clear()
        async with looking(match, await person("grace")) as grace:
            glances_wait.set()
            # She is shown who is there later than the stranger would be told that she went.
            await hear(grace, 'data-seats="1"')
            line = await speak(match, "ada", "Hello")
            assert "data-seats" not in await hear(stranger, f'id="line-{line.pk}"')


async def test_a_page_that_is_open_stays_present(match: Match) -> None:
    with patch.object(hub, "CHECKED_SECONDS", 0.05):
        async with looking(match, await person("hedy"), settled=False):
            row = await in_thread(Presence.objects.get)()
            fresh = Presence.objects.filter(pk=row.pk, seen_at__gt=row.seen_at)
            async with asyncio.timeout(PATIENCE):
                while not await in_thread(fresh.exists)():
                    pass


async def test_a_match_that_ends_while_a_page_is_coming_in_tells_it_nothing_yet() -> None:
    page = consumers.TalkConsumer()
    with patch.object(page, "draw_news") as drawn:
        await page.send_news()
    drawn.assert_not_called()
