"""The table's socket: who is let in, what is sent, what a lost, doubled or late message does, and how it ends."""

import json
import re
from unittest.mock import patch

import pytest
from allauth.account.signals import password_reset
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import OperationalError
from django.test import Client

from accounts.models import User
from config.asgi import application
from games.engine import Bid, Pass
from games.lobby.services.seating import join_table
from games.lobby.services.starting import set_ready
from games.models import Match, Presence
from games.play import consumers
from games.play.consumers import FAILED, SESSION_OVER, TOO_MANY_WORDS, WORDS
from games.play.services.moves import play_move
from games.table.consumers import TableConsumer
from games.table.hub import hubs
from games.table.rendering import TableVersion
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy have just begun; ada begins."""
    opened = table(size=3, host_begins=True, title="Sockets")
    for name in ("grace", "hedy"):
        join_table(match_id=opened.pk, user=people(name))
    for name in ("ada", "grace", "hedy"):
        set_ready(match_id=opened.pk, user=people(name))
    opened.refresh_from_db()
    return opened


@pytest.fixture
def known(people: People) -> dict[str, User]:
    """The three by name, fetched before any loop runs."""
    return {name: people(name) for name in ("ada", "grace", "hedy")}


class Browser:
    """A browser at the table: its session and its socket."""

    def __init__(self, match: Match, user: User | None, query: str = "language=en") -> None:
        self.client = Client()
        cookie = b""
        if user:
            self.client.force_login(user)
            cookie = f"sessionid={self.client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()
        headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", cookie)]
        self.socket = WebsocketCommunicator(application, f"/ws/tables/{match.pk}/?{query}", headers=headers)

    async def ask(self, number: int, version: int = 0) -> str:
        """Says what it shows; what it lacks."""
        await self.socket.send_to(json.dumps({"number": number, "version": version}))
        return await self.table()

    async def table(self) -> str:
        """The next message about the match; what is told of the company beside it is passed over."""
        while True:
            message = await self.socket.receive_from(timeout=10)
            if "same" in message or 'id="table-version"' in message:
                return message

    async def closed(self) -> int:
        """The code with which the server ends it."""
        while True:
            output = await self.socket.receive_output(timeout=10)
            if output["type"] == "websocket.close":
                return int(output.get("code", 1000))


async def open_browser(match: Match, user: User | None = None, query: str = "language=en") -> Browser:
    browser = await sync_to_async(Browser)(match, user, query)
    connected, _ = await browser.socket.connect(timeout=10)
    assert connected
    return browser


async def play(match: Match, seat: int, move: Bid | Pass, number: int) -> None:
    await sync_to_async(play_move)(match_id=match.pk, seat=seat, move=move, number=number)


def version_in(message: str) -> tuple[int, int]:
    number, version = (re.search(rf'data-{name}="(\d+)"', message) for name in ("number", "version"))
    assert number
    assert version
    return int(number[1]), int(version[1])


async def test_a_move_reaches_everybody_with_only_what_changed(match, known):
    ada, grace, stranger = [await open_browser(match, user) for user in (known["ada"], known["grace"], None)]
    for browser in (ada, grace, stranger):
        assert await browser.ask(0, match.version)
    await play(match, 0, Bid(3), 1)
    for browser in (ada, grace, stranger):
        message = await browser.table()
        assert version_in(message)[0] == 1
        assert 'id="entry-1"' in message
        assert 'id="track"' not in message
        assert len(message.encode()) < 5_000
    for browser in (ada, grace, stranger):
        await browser.socket.disconnect()


async def test_each_sees_its_own_purse_and_answers_and_nobody_elses(match, known):
    ada, grace, stranger = [await open_browser(match, user) for user in (known["ada"], known["grace"], None)]
    await play(match, 0, Bid(3), 1)
    messages = [await browser.table() for browser in (ada, grace, stranger)]
    assert ['name="bid"' in message for message in messages] == [False, True, False]
    for browser in (ada, grace, stranger):
        await browser.socket.disconnect()


async def test_whoever_asks_again_gets_what_it_lacks_or_hears_that_nothing_does(match, known):
    ada = await open_browser(match, known["ada"])
    await play(match, 0, Bid(1), 1)
    await play(match, 1, Bid(2), 2)
    first = await ada.table()
    while version_in(first)[0] < 2:
        first = await ada.table()
    newest = await ada.ask(0, version_in(first)[1])
    assert version_in(newest)[0] == 2
    assert 'id="entry-1"' in newest
    assert 'id="entry-2"' in newest
    await ada.socket.disconnect()


@pytest.mark.parametrize(
    ("number", "version", "is_news"),
    [(5, 2, False), (4, 2, False), (5, 1, False), (6, 2, True), (5, 3, True), (4, 3, True)],
)
async def test_after_a_doubled_or_late_message_nothing_is_even_drawn(number, version, is_news):
    consumer = TableConsumer()
    consumer.seen = TableVersion(5, 2)
    assert consumer.has_seen(TableVersion(number, version)) is not is_news


async def test_a_browser_that_shows_nothing_known_gets_everything(match, known):
    ada = await open_browser(match, known["ada"])
    message = await ada.ask(99, 99)
    assert all(f'id="{part}"' in message for part in ("table-version", "track", "lot", "actions", "studio", "board"))
    await ada.socket.disconnect()


STRANGE = [
    *(" ", "{", "[]", "[" * 1_000, "x" * 50_000),
    *('{"number": "x"}', '{"number": 1}', '{"number": Infinity, "version": 0}'),
]


@pytest.mark.parametrize("words", STRANGE)
async def test_strange_words_are_answered_like_a_question(match, known, words):
    ada = await open_browser(match, known["ada"])
    await ada.socket.send_to(words)
    assert await ada.table()
    await ada.socket.disconnect()


async def test_the_page_speaks_the_language_it_asked_for(match, known):
    ada = await open_browser(match, known["ada"], "language=fr")
    assert "réalisateur" in await ada.ask(99)
    await ada.socket.disconnect()


async def test_who_may_not_see_the_table_is_not_let_in(match):
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(visibility=Match.Visibility.INVITED)
    stranger = await sync_to_async(Browser)(match, None)
    connected, _ = await stranger.socket.connect(timeout=10)
    assert not connected


async def test_there_is_nothing_to_see_before_the_match(match, known):
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(status=Match.Status.OPEN)
    ada = await sync_to_async(Browser)(match, known["ada"])
    connected, _ = await ada.socket.connect(timeout=10)
    assert not connected


async def test_logging_out_ends_the_socket(match, known):
    ada = await open_browser(match, known["ada"])
    await sync_to_async(ada.client.logout)()
    assert await ada.closed() == SESSION_OVER


async def test_who_is_banned_sees_no_more(match, known):
    ada, grace = await open_browser(match, known["ada"]), await open_browser(match, known["grace"])
    known["ada"].is_active = False
    await sync_to_async(known["ada"].save)()
    assert await ada.closed() == SESSION_OVER
    assert await grace.ask(99)
    await grace.socket.disconnect()


async def test_a_new_password_ends_what_the_old_one_opened(match, known):
    ada = await open_browser(match, known["ada"])
    await sync_to_async(password_reset.send)(sender=User, request=None, user=known["ada"])
    assert await ada.closed() == SESSION_OVER


async def test_a_flood_of_words_ends_the_socket(match, known, monkeypatch):
    monkeypatch.setattr(consumers, "IN_SECONDS", 600.0)  # a busy machine answers a flood as slowly as a page's words
    ada = await open_browser(match, known["ada"])
    for _ in range(WORDS + 1):
        await ada.socket.send_to("{}")
    assert await ada.closed() == TOO_MANY_WORDS


async def test_a_page_is_let_in_before_it_is_sent_anything(match, known):
    """A move may come while a page is being let in."""
    join_session = TableConsumer.join_session

    async def join_while_somebody_plays(self):
        await join_session(self)
        await play(match, 0, Bid(3), 1)
        for hub in hubs().hubs.values():
            hub.hear(TableVersion(1, match.version))
            await hub.work

    grace = await sync_to_async(Browser)(match, known["grace"])
    with patch.object(TableConsumer, "join_session", join_while_somebody_plays):
        await grace.socket.send_input({"type": "websocket.connect"})
        assert (await grace.socket.receive_output(timeout=10))["type"] == "websocket.accept"
    assert version_in(await grace.ask(0, match.version))[0] == 1
    await grace.socket.disconnect()


async def test_a_page_that_says_what_it_shows_is_sent_what_it_lacks_unasked(match, known):
    await play(match, 0, Bid(3), 1)
    grace = await open_browser(match, known["grace"], f"language=en&seen=0.{match.version}&line=0&looking=1")
    message = await grace.table()
    assert version_in(message)[0] == 1
    assert 'name="bid"' in message
    seat = await sync_to_async(match.seats.get)(user=known["grace"])
    assert (seat.seen_number, seat.looked_at is None) == (1, False)
    await play(match, 1, Pass(), 2)
    assert version_in(await grace.table())[0] == 2, "and then what changes"
    await grace.socket.disconnect()


async def test_a_page_that_shows_the_newest_is_told_so_unasked(match, known):
    grace = await open_browser(match, known["grace"], f"language=en&seen=0.{match.version}")
    assert await grace.table() == '{"same": true}'
    await grace.socket.disconnect()


async def test_what_is_played_between_the_look_and_the_door_is_shown(match, known):
    """The table is drawn for a page that is not let in yet; what is told of it meanwhile, the hub cannot send there."""
    accept = TableConsumer.accept

    async def accept_late(self: TableConsumer) -> None:
        await play(match, 0, Bid(3), 1)
        for hub in hubs().hubs.values():
            hub.hear(TableVersion(1, match.version))
            await hub.work
        await accept(self)

    with patch.object(TableConsumer, "accept", accept_late):
        grace = await open_browser(match, known["grace"], f"language=en&seen=0.{match.version}")
    assert await grace.table() == '{"same": true}'
    assert version_in(await grace.table())[0] == 1
    await grace.socket.disconnect()


async def test_who_may_not_see_the_table_leaves_nothing_behind(match, known, people):
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(visibility=Match.Visibility.INVITED)
    stranger = await sync_to_async(Browser)(match, await sync_to_async(people)("stranger"))
    assert not (await stranger.socket.connect(timeout=10))[0]
    assert hubs().hubs == {}
    assert not await sync_to_async(Presence.objects.exists)()


async def test_a_page_that_fails_leaves_nothing_behind(match, known):
    """Nobody is counted among those who look from a page whose socket broke down, and nothing is drawn for it."""
    ada = await open_browser(match, known["ada"])
    await ada.ask(0, match.version)
    with patch("games.table.consumers.find_viewpoint", side_effect=OperationalError("the database is away")):
        await ada.socket.send_to(json.dumps({"number": 1, "version": 0}))
        assert await ada.closed() == FAILED
    assert hubs().hubs == {}
    assert not await sync_to_async(Presence.objects.exists)()
