"""Who gets what from every address of the lobby: a table over addresses, people and methods."""

from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.lobby.services.seating import join_table
from games.models import Invitation, Match
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db
ROLES = ("helper", "moderator", "administrator")
WHO = ("anonymous", "user", "invited", "seated", "host", *ROLES)
LOG_IN = "log in"

# What each gets, in the order of WHO; the last is for staff, who are like anybody at a table.
# 302 is an answer in words, followed by the table or the lobby.
SEEN = (200, 200, 200, 200, 200, 200)
HIDDEN = (404, 404, 200, 200, 200, 404)
POST_ONLY = (405, 405, 405, 405, 405, 405)
MEMBERS = (LOG_IN, 200, 200, 200, 200, 200)
ACT = (LOG_IN, 302, 302, 302, 302, 302)
ACT_HIDDEN = (LOG_IN, 404, 302, 302, 302, 404)
LOOK_ONLY = (405, 405, 405, 405, 405, 405)
ANSWER = (LOG_IN, 404, 302, 404, 404, 404)

# address: (GET, POST) at a table that is not listed
ADDRESSES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "home": (SEEN, LOOK_ONLY),
    "try-now": (POST_ONLY, (302,) * 6),
    "guide": (SEEN, LOOK_ONLY),
    "guide-start": (POST_ONLY, (302,) * 6),
    "lobby": (SEEN, LOOK_ONLY),
    "lobby-own": (SEEN, LOOK_ONLY),
    "lobby-open": (SEEN, LOOK_ONLY),
    "seek": (SEEN, LOOK_ONLY),
    "seek-start": (POST_ONLY, (302,) * 6),
    "seek-stop": (POST_ONLY, (302,) * 6),
    "table-new": (MEMBERS, (LOG_IN, 422, 422, 422, 422, 422)),
    "table-link": (SEEN, (302,) * 6),
    "table": (HIDDEN, LOOK_ONLY),
    "table-room": (HIDDEN, LOOK_ONLY),
    "table-options": (ACT_HIDDEN, ACT_HIDDEN),
    "table-join": (POST_ONLY, (404, 404, 302, 302, 302, 404)),
    "table-leave": (POST_ONLY, ACT_HIDDEN),
    "table-kick": (POST_ONLY, ACT_HIDDEN),
    "table-studio": (POST_ONLY, ACT_HIDDEN),
    "table-ready": (POST_ONLY, ACT_HIDDEN),
    "table-start": (POST_ONLY, ACT_HIDDEN),
    "table-ai": (POST_ONLY, ACT_HIDDEN),
    "table-dissolve": (POST_ONLY, ACT_HIDDEN),
    "table-invite": (POST_ONLY, ACT_HIDDEN),
    "table-withdraw": (POST_ONLY, ACT_HIDDEN),
    "invitation-accept": (POST_ONLY, ANSWER),
    "invitation-decline": (POST_ONLY, ANSWER),
}
# What belongs to a match in play has a table of its own, with the test that none is missing, in tests/games/table.


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """An unlisted table with its host, somebody seated and somebody invited."""
    match = table("host", visibility=Match.Visibility.UNLISTED, invited=(people("invited"),))
    join_table(match_id=match.pk, user=people("seated"), token=match.invite_token)
    return match


def address(name: str, match: Match) -> str:
    invitation = Invitation.objects.get(match=match)
    arguments: dict[str, list[Any]] = {
        "table-link": [match.invite_token],
        "table-withdraw": [match.pk, invitation.pk],
        "invitation-accept": [invitation.pk],
        "invitation-decline": [invitation.pk],
    }
    usual = [match.pk] if name.startswith("table") and name != "table-new" else []
    return reverse(name, args=arguments.get(name, usual))


def browser_of(who: str, people: People) -> Client:
    client = Client()
    if who != "anonymous":
        user = people(who)
        if who in ROLES:
            User.objects.filter(pk=user.pk).update(is_staff=True)
            user.groups.set([Group.objects.get(name=who)])
        client.force_login(user)
    return client


def whole(row: tuple[Any, ...]) -> dict[str, Any]:
    """A row of the table, with a column for each role."""
    return dict(zip(WHO, (*row[:-1], *[row[-1]] * len(ROLES)), strict=True))


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people: People, match: Match, name: str, method: str) -> None:
    expected, url = ADDRESSES[name][method == "POST"], address(name, match)
    got = []
    for who in WHO:
        people(who)
        answer = browser_of(who, people).generic(method, url)
        asked_to_log_in = answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
        got.append(LOG_IN if asked_to_log_in else answer.status_code)
        if name == "table-dissolve":
            Match.objects.filter(pk=match.pk).update(status=Match.Status.OPEN)
    assert dict(zip(WHO, got, strict=True)) == whole(expected)


@pytest.mark.parametrize("name", ADDRESSES)
def test_nothing_happens_by_looking(people: People, match: Match, name: str) -> None:
    before = list(Match.objects.values()), list(match.seats.values()), list(Invitation.objects.values())
    for who in WHO:
        browser_of(who, people).get(address(name, match))
    assert (list(Match.objects.values()), list(match.seats.values()), list(Invitation.objects.values())) == before


@pytest.mark.parametrize("name", [name for name, (_, post) in ADDRESSES.items() if post != LOOK_ONLY])
def test_a_post_from_another_site_is_refused(people: People, match: Match, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people("host"))
    assert client.post(address(name, match)).status_code == 403


@pytest.mark.parametrize("who", ["user", "invited", "seated"])
@pytest.mark.parametrize("name", ["table-kick", "table-start", "table-ai", "table-dissolve", "table-invite"])
def test_only_the_host_does_what_a_host_does(people: People, table: Tables, who: str, name: str) -> None:
    match = table("host", invited=(people("invited"),))
    join_table(match_id=match.pk, user=people("seated"))
    people("another")
    before = list(match.seats.values())
    said = {"seat": 0, "level": "trainee", "free_seats": "fill", "name": "another"}
    browser_of(who, people).post(address(name, match), said)
    match.refresh_from_db()
    assert match.status == Match.Status.OPEN
    assert list(match.seats.values()) == before
    assert match.invitations.count() == 1


@pytest.mark.parametrize("name", [name for name, (_, post) in ADDRESSES.items() if post[0] == LOG_IN])
def test_who_logs_in_to_act_comes_to_a_page(people: People, match: Match, name: str) -> None:
    answer = Client().post(address(name, match))
    after = parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0]
    assert browser_of("host", people).get(after, follow=True).status_code == 200


def test_a_script_of_a_stranger_goes_to_the_log_in(match: Match) -> None:
    url = f"/tables/{match.pk}/say/?token={match.invite_token}"
    answer = Client().post(url, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"].startswith("/account/login/")
    assert match.invite_token in answer.headers["HX-Redirect"]


@pytest.mark.parametrize("path", ["tables/join/%00/", "people/%00/"])
def test_signs_that_no_database_takes_lead_nowhere(db: None, path: str) -> None:
    assert Client().get(f"/{path}").status_code == 404
