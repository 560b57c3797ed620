"""Whose turn it is reaches the open pages of those it concerns at once, and of nobody else."""

import asyncio
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from channels.testing import WebsocketCommunicator
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import User
from accounts.sanctions.services.sanctions import impose
from config.asgi import application
from games.broadcast import own_group
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.seating import join_table
from games.models import Heartbeat, Match
from games.moderation.services import moderate_match
from games.play.services.clocks import pause
from games.play.services.conceding import concede
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.maintenance import begin_maintenance, end_maintenance, hold_stragglers
from tests.games.conftest import People, Tables
from tests.games.matches import SLOW, begin
from tests.games.play.test_clocks import act
from tests.games.sockets import all_told
from tests.games.table.test_consumers import Browser, open_browser
from tests.moderation.conftest import Staff, staff

__all__ = ["staff"]
pytestmark = pytest.mark.django_db(transaction=True)
OWN = {"type": "own.changed"}


@pytest.fixture
def known(people: People, staff: Staff) -> dict[str, User]:
    """Everybody by name, fetched before any loop runs."""
    return {"moderator": staff(), **{name: people(name) for name in ("ada", "grace", "hedy", "zadie")}}


@pytest.fixture
def match(known: dict[str, User], people: People, table: Tables) -> Match:
    """Ada, grace and hedy play; ada is asked, then grace, then hedy."""
    return begin(people, table, "grace", "hedy", host_begins=True, title="Friday night")


async def open_lobby(user: User) -> WebsocketCommunicator:
    def cookie() -> bytes:
        client = Client()
        client.force_login(user)
        return f"sessionid={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", await sync_to_async(cookie)())]
    lobby = WebsocketCommunicator(application, "/ws/lobby/", headers=headers)
    assert (await lobby.connect(timeout=10))[0]
    return lobby


async def who_hears(known: dict[str, User], deed: Callable[[], Any]) -> set[str]:
    """Lets something happen while everybody has the lobby open; the names of those who are told of their own tables."""
    lobbies = {name: await open_lobby(user) for name, user in known.items()}
    await sync_to_async(deed)()
    told = {name for name, lobby in lobbies.items() if OWN in await all_told(lobby, known[name])}
    for lobby in lobbies.values():
        await lobby.disconnect()
    return told


async def test_a_move_is_told_to_whose_turn_goes_and_whose_comes(match: Match, known: dict[str, User]) -> None:
    assert await who_hears(known, lambda: act(match)) == {"ada", "grace"}


def time_out(match: Match) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    assert pass_deadlines() == 1


def ban(match: Match, known: dict[str, User]) -> None:
    impose(actor=known["moderator"], user=known["hedy"], kind="ban", reason="r", message="m", ends_at=None)


def tend(name: str, **more: Any) -> Callable[[Match, dict[str, User]], None]:
    def deed(match: Match, known: dict[str, User]) -> None:
        getattr(moderate_match, name)(actor=known["moderator"], match_id=match.pk, why="w", **more)

    return deed


DEEDS: dict[str, Callable[[Match, dict[str, User]], Any]] = {
    "ended by staff": tend("end_without_result"),
    "paused by staff": tend("pause_match"),
    "set aside by staff": tend("set_aside"),
    "seat given to an AI by staff": tend("put_ai", seat_number=1),
    "paused": lambda match, known: pause(match=match),
    "time-out": lambda match, known: time_out(match),
    "conceded": lambda match, known: concede(match_id=match.pk, user=known["ada"]),
}


@pytest.mark.parametrize("name", DEEDS)
async def test_what_happens_to_a_match_is_told_to_all_who_sit_there(
    match: Match, known: dict[str, User], name: str
) -> None:
    assert await who_hears(known, lambda: DEEDS[name](match, known)) == {"ada", "grace", "hedy"}


async def test_moves_taken_back_by_staff_are_told_to_all_who_sit_there(match: Match, known: dict[str, User]) -> None:
    await sync_to_async(act)(match)
    deed = tend("take_back", count=1, agreed=True)
    assert await who_hears(known, lambda: deed(match, known)) == {"ada", "grace", "hedy"}


async def test_somebody_who_is_back_is_told_in_their_other_pages(match: Match, known: dict[str, User]) -> None:
    await sync_to_async(time_out)(match)
    assert "ada" in await who_hears(known, lambda: come_back(match_id=match.pk, user=known["ada"]))


async def test_a_player_who_is_banned_is_replaced_and_the_others_are_told(match: Match, known: dict[str, User]) -> None:
    known = {name: user for name, user in known.items() if name != "hedy"}
    banned = {**known, "hedy": await sync_to_async(User.objects.get)(username="hedy")}
    assert await who_hears(known, lambda: ban(match, banned)) == {"ada", "grace"}


async def test_a_match_that_starts_is_told_to_its_people(known: dict[str, User], table: Tables) -> None:
    waiting = await sync_to_async(table)(size=2, **SLOW)
    assert await who_hears(known, lambda: join_table(match_id=waiting.pk, user=known["grace"])) == {"ada", "grace"}


async def test_a_table_that_is_called_off_rings_in_the_lobby(known: dict[str, User], table: Tables) -> None:
    waiting = await sync_to_async(table)(size=3)
    await sync_to_async(join_table)(match_id=waiting.pk, user=known["grace"])
    lobby = await open_lobby(known["grace"])
    await sync_to_async(dissolve_table)(match_id=waiting.pk, host=known["ada"])
    heard = [json.loads(await lobby.receive_from())["type"] for _ in range(2)]
    assert sorted(heard) == ["lobby.changed", "own.noticed"]  # and under the bell
    await lobby.disconnect()


async def test_work_on_the_house_stops_the_clocks_in_open_lobbies(match: Match, known: dict[str, User]) -> None:
    lobby = await open_lobby(known["ada"])
    for deed in (begin_maintenance, end_maintenance):
        await sync_to_async(deed)(actor=None, why="an update")
        assert json.loads(await lobby.receive_from()) == {"type": "lobby.changed"}
    assert await sync_to_async(hold_stragglers)() == 0
    assert await lobby.receive_nothing(timeout=0.1)
    await lobby.disconnect()


async def test_nothing_but_a_number_travels(match: Match, known: dict[str, User]) -> None:
    layer = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add(own_group(known["grace"].pk), channel)
    await sync_to_async(act)(match)
    assert await asyncio.wait_for(layer.receive(channel), 10) == {"type": "own.changed", "match": match.pk}


async def test_a_page_of_another_table_shows_the_way_to_the_one_that_waits(
    match: Match, known: dict[str, User], people: People, table: Tables
) -> None:
    other = await sync_to_async(begin)(people, table, "grace", host="zadie", host_begins=True, title="Elsewhere")
    page: Browser = await open_browser(other, known["grace"])
    await page.ask(other.number, other.version)
    await sync_to_async(act)(match)
    while "Next: Friday night" not in await page.socket.receive_from(timeout=10):
        pass
    await page.socket.disconnect()


def test_telling_of_turns_asks_the_database_nothing(match: Match) -> None:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        act(match)
    seats = [query["sql"] for query in asked if 'FROM "games_seat"' in query["sql"]]
    assert len(seats) == 1  # read once for the move itself


async def test_an_open_page_of_a_match_that_is_set_aside_is_told_to_load_anew(
    match: Match, known: dict[str, User]
) -> None:
    page: Browser = await open_browser(match, known["grace"])
    await page.ask(match.number, match.version)
    await sync_to_async(Match.objects.filter(pk=match.pk).update)(state={"broken": True})
    await sync_to_async(tend("set_aside"))(match, known)
    while json_of(await page.socket.receive_from(timeout=10)) != {"gone": True}:
        pass
    assert await page.closed() == 1000


def json_of(message: str) -> object:
    return json.loads(message) if message.startswith("{") else None
