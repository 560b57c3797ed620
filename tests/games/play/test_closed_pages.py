"""Pages and sockets of matches by rules that are not known, or damaged: closed, calm, and in nobody's way."""

import json
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import URLPattern, reverse

from config.asgi import application
from games.models import Match
from games.models.match import note_damage
from games.urls import urlpatterns as rooms
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import browser_of
from tests.games.matches import begin, finish
from tests.games.play.closed_matches import aside, damage, damaged, forget_rules, over, running

__all__ = ["aside", "damaged", "over", "running"]
pytestmark = pytest.mark.django_db


def addresses(match: Match) -> Iterator[str]:
    """Every address that is about a match, with numbers where it wants more of them."""
    for pattern in chain.from_iterable(room.url_patterns for room in rooms):
        if not isinstance(pattern, URLPattern):  # the API's own, which has tests of its own for what it does not know
            continue
        wanted = {key: match.pk if key == "pk" else 1 for key in pattern.pattern.converters}
        if "pk" in wanted and str(pattern.name) not in {"invitation-accept", "invitation-decline"}:
            yield reverse(str(pattern.name), kwargs=wanted)


def stored() -> list[dict[str, Any]]:
    """What nobody may change of matches that have begun."""
    begun = Match.objects.exclude(started_at=None).order_by("pk")
    return list(begun.values("pk", "number", "state", "status", "turn_seat", "rules"))


SCRIPTED = {"HX-Request": "true"}
POSTED = {"number": 2, "version": 0, "bid": 2, "grade": 1, "read": "bid", "text": "Hello", "seat": 1, "studio": 1}


@pytest.mark.parametrize("headers", [{}, SCRIPTED], ids=["plain", "scripted"])
@pytest.mark.parametrize("who", ["ada", "grace", "stranger", ""])
def test_every_page_and_every_post_answers_calmly(
    people: People, running: Match, over: Match, aside: Match, damaged: Match, who: str, headers: dict[str, str]
) -> None:
    client = browser_of(who, people) if who else Client()
    before = stored()
    for match in (running, over, aside, damaged):
        for address in addresses(match):
            for page in (client.get(address, headers=headers), client.post(address, POSTED, headers=headers)):
                assert page.status_code in (200, 302, 404, 405, 422), (address, page.status_code)
    assert stored() == before


def test_its_page_says_what_it_is_and_where_to_go(people: People, running: Match, over: Match) -> None:
    client = browser_of("grace", people)
    page = client.get(running.get_absolute_url()).content.decode()
    assert all(words in page for words in ("Premiere", "ada", "grace", "does not know", reverse("lobby")))
    page = client.get(over.get_absolute_url()).content.decode()
    assert all(words in page for words in ("Farewell", "Its result stands", reverse("history")))
    scores = over.seats.values_list("score", flat=True)
    assert all(f"<b>{score}</b>" in page for score in scores)


def test_the_page_of_a_damaged_one_says_so_and_operators_are_told_once(
    people: People, damaged: Match, caplog: pytest.LogCaptureFixture
) -> None:
    note_damage.cache_clear()
    for client in (browser_of("grace", people), Client()):
        page = client.get(damaged.get_absolute_url()).content.decode()
        assert all(words in page for words in ("Torn", "ada", "grace", "is damaged", reverse("lobby")))
    move = reverse("table-move", args=[damaged.pk])
    assert "is damaged" in browser_of("grace", people).post(move, POSTED, follow=True).content.decode()
    assert [line.getMessage() for line in caplog.records if line.levelname == "ERROR"] == [
        f"Match {damaged.pk} cannot be read at {damaged.number}/{damaged.version}"
    ]


def test_a_scripted_page_that_was_open_is_sent_there(people: People, running: Match) -> None:
    client = browser_of("grace", people)
    for page in (
        client.post(reverse("table-move", args=[running.pk]), POSTED, headers=SCRIPTED),
        client.get(running.get_absolute_url(), {"number": 1, "version": 0}, headers=SCRIPTED),
    ):
        assert page.headers["HX-Redirect"] == running.get_absolute_url()
    assert "does not know" in client.get(running.get_absolute_url()).content.decode()


@pytest.mark.parametrize("path", ["/", "/lobby/", "/lobby/own/", "/history/", "/history/mine/", "/people/grace/"])
def test_lists_and_profiles_show_it_among_the_others(
    people: People, table: Tables, running: Match, over: Match, path: str
) -> None:
    finish(begin(people, table, "grace", title="Of today"))
    answer = browser_of("grace", people).get(path)
    assert answer.status_code == 200
    if path in ("/history/", "/history/mine/"):
        page = answer.content.decode()
        assert "Farewell" in page
        assert reverse("replay", args=[over.pk]) not in page
    if path == "/lobby/":
        assert "Cannot be played now" in answer.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spoil", [forget_rules, damage])
async def test_its_socket_is_closed_at_once(people: People, table: Tables, spoil: Callable[[Match], Match]) -> None:
    match = await sync_to_async(begin)(people, table, "grace")
    await sync_to_async(spoil)(match)
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, f"/ws/tables/{match.pk}/?language=en", headers=headers)
    connected, _ = await socket.connect(timeout=10)
    assert not connected


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("spoil", [forget_rules, damage])
async def test_a_socket_that_was_open_before_is_told_to_load_anew_and_closed(
    people: People, table: Tables, spoil: Callable[[Match], Match]
) -> None:
    match = await sync_to_async(begin)(people, table, "grace")
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, f"/ws/tables/{match.pk}/?language=en", headers=headers)
    connected, _ = await socket.connect(timeout=10)
    assert connected
    await sync_to_async(spoil)(match)
    await socket.send_to(json.dumps({"number": 0, "version": 0}))
    sent = []
    while (output := await socket.receive_output(timeout=10))["type"] != "websocket.close":
        sent.append(output["text"])
    assert '{"gone": true}' in sent
