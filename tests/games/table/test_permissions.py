"""Who gets what from every address of a match: a table over addresses, people and methods."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.learn import urls as learn
from games.lobby import urls as lobby
from games.models import Match
from games.table import urls as table_urls
from games.talk import urls as talk
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import (
    ACT,
    ACT_HIDDEN,
    HIDDEN,
    LOG_IN,
    LOOK_ONLY,
    POST_ONLY,
    WHO,
    browser_of,
    whole,
)
from tests.games.lobby.test_permissions import ADDRESSES as OF_THE_LOBBY
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db

# address: (GET, POST) at a match in play that is not listed
ADDRESSES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "table-move": (POST_ONLY, ACT_HIDDEN),
    "table-undo": (POST_ONLY, ACT_HIDDEN),
    "table-way": (ACT, LOOK_ONLY),  # it says nothing of the table; the table's own page does
    "table-back": (POST_ONLY, ACT_HIDDEN),
    "table-concede": ((LOG_IN, 404, 302, 200, 200, 404), ACT_HIDDEN),
    "table-terms": (HIDDEN, LOOK_ONLY),
    "table-propose": (POST_ONLY, ACT_HIDDEN),
    "table-answer": (POST_ONLY, ACT_HIDDEN),
    "table-go-on": (POST_ONLY, ACT_HIDDEN),
    "table-take-over": (POST_ONLY, ACT_HIDDEN),
    "table-substitute": (POST_ONLY, ACT_HIDDEN),
    "table-orders": ((404, 404, 302, 200, 200, 404), ACT_HIDDEN),
    "table-orders-revoke": (POST_ONLY, ACT_HIDDEN),
    "table-hint": (POST_ONLY, ACT_HIDDEN),
    "table-pace": (POST_ONLY, ACT_HIDDEN),
    "table-guide": (POST_ONLY, ACT_HIDDEN),
    "table-log": (HIDDEN, LOOK_ONLY),
    "table-moments": ((404,) * 6, LOOK_ONLY),  # nothing has happened yet
    "table-talk": (HIDDEN, LOOK_ONLY),
    "table-say": (POST_ONLY, ACT_HIDDEN),
    "table-notes": (POST_ONLY, ACT_HIDDEN),
    "table-check": (HIDDEN, LOOK_ONLY),
    "table-record": ((404,) * 6, LOOK_ONLY),  # the record holds the whole deal
    "table-rematch": (POST_ONLY, ACT_HIDDEN),
}


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """A match in play between the host and somebody, with somebody invited who came too late."""
    match = begin(people, table, "seated", host="host", invited=(people("invited"),))
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    return match


def address(name: str, match: Match) -> str:
    return reverse(name, args=[match.pk, 5] if name in ("table-log", "table-moments") else [match.pk])


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people: People, match: Match, name: str, method: str) -> None:
    expected, got = ADDRESSES[name][method == "POST"], []
    for who in WHO:
        people(who)
        answer = browser_of(who, people).generic(method, address(name, match))
        asked_to_log_in = answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
        got.append(LOG_IN if asked_to_log_in else answer.status_code)
    assert dict(zip(WHO, got, strict=True)) == whole(expected)


def test_who_came_by_the_link_finds_replay_analysis_and_file_at_the_end(client: Client, match: Match) -> None:
    match.refresh_from_db()
    finish(match)
    page = client.get(match.get_absolute_url(), {"token": match.invite_token}).text
    ways = re.findall(r'<a class="button" href="([^"]+token=[^"]+)"', page)
    assert [client.get(way, follow=True).status_code for way in ways] == [200, 200, 200]
    assert client.get(match.get_absolute_url()).status_code == 404


def test_every_address_is_in_a_table() -> None:
    of_the_history = {"table-check", "table-record"}  # where all its addresses have a table, of a match that is over
    here = {row.name for room in (lobby, table_urls, talk, learn) for row in room.urlpatterns}
    assert here | of_the_history == {*ADDRESSES, *OF_THE_LOBBY, "rules", "strength", "slow-play"}


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}])
@pytest.mark.parametrize("name", ["table-move", "table-undo", "table-log"])
def test_before_the_match_there_is_nothing_to_see_or_play(
    people: People, table: Tables, name: str, headers: dict[str, str]
) -> None:
    host = browser_of("host", people)
    act = host.get if name == "table-log" else host.post
    assert act(address(name, table("host")), headers=headers).status_code == 404


@pytest.mark.parametrize("who", ["invited", "moderator"])
def test_nobody_plays_from_beside_the_table(people: People, match: Match, who: str) -> None:
    people(who)
    browser_of(who, people).post(address("table-move", match), {"number": 1, "bid": 1})
    assert not match.moves.exists()


@pytest.mark.parametrize("key", ["", "\0", "x" * 1_000])
def test_a_strange_key_does_no_harm(people: People, match: Match, key: str) -> None:
    seat = match.seats.get(number=match.read_state().turn)
    browser_of(str(seat.user), people).post(address("table-move", match), {"number": 1, "bid": 1, "key": key})
    assert match.moves.get().entry == [seat.number, "bid", 1]
