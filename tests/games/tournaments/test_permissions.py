"""Who gets what from every address of tournaments: a table over addresses, people and methods."""

from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import Entrant, Tournament
from games.tournaments.services.entering import enter
from games.tournaments.services.hosting import invite
from games.tournaments.urls import urlpatterns
from tests.games.conftest import People
from tests.games.tournaments.conftest import Tournaments

pytestmark = pytest.mark.django_db
ROLES = ("helper", "moderator", "administrator")
WHO = ("anonymous", "guest", "user", "invited", "entrant", "host", *ROLES)
LOG_IN, REGISTER = "log in", "register"

# What each gets, in the order of WHO. 302 is an answer in words, followed by a page; moderators manage every one.
SEEN = (200,) * len(WHO)
LOOK_ONLY = POST_ONLY = (405,) * len(WHO)
ACT = (LOG_IN, REGISTER, *(302,) * 7)
MADE = (LOG_IN, REGISTER, *(200,) * 7)
UNSAID = (LOG_IN, REGISTER, *(422,) * 7)
HOSTS = (LOG_IN, REGISTER, 404, 404, 404, 200, 404, 200, 200)
HOSTS_UNSAID = (LOG_IN, REGISTER, 404, 404, 404, 422, 404, 422, 422)

ADDRESSES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "tournaments": (SEEN, LOOK_ONLY),
    "tournament": (SEEN, LOOK_ONLY),
    "tournament-live": (SEEN, LOOK_ONLY),
    "tournament-round": ((404,) * len(WHO), LOOK_ONLY),  # none before it begins
    "tournament-new": (MADE, UNSAID),
    "tournament-manage": (HOSTS, HOSTS_UNSAID),
    "tournament-enter": (POST_ONLY, ACT),
    "tournament-leave": (POST_ONLY, ACT),
    "tournament-back": (POST_ONLY, ACT),
    "tournament-begin": (POST_ONLY, ACT),
    "tournament-invite": (POST_ONLY, ACT),
    "tournament-call-off": (POST_ONLY, ACT),
    "tournament-disqualify": (POST_ONLY, ACT),
}


@pytest.fixture
def made(tournament: Tournaments, people: People) -> Tournament:
    """One by invitation that has not begun."""
    made = tournament(by_invitation=True)
    for name in ("entrant", "invited"):
        invite(actor=people("host"), pk=made.pk, name=people(name).username)
    enter(tournament_id=made.pk, user=people("entrant"))
    return made


def browser_of(who: str, people: People) -> Client:
    client = Client()
    if who == "anonymous":
        return client
    user = people(who)
    if who == "guest":
        User.objects.filter(pk=user.pk).update(is_guest=True)
    if who in ROLES:
        User.objects.filter(pk=user.pk).update(is_staff=True)
        user.groups.set([Group.objects.get(name=who)])
    client.force_login(user)
    return client


def address(name: str, made: Tournament) -> str:
    entrant = Entrant.objects.filter(tournament=made, user__username="entrant").first()
    more = {"tournament-round": [1], "tournament-disqualify": [entrant.pk if entrant else 1]}
    arguments = [] if name in ("tournaments", "tournament-new") else [made.pk, *more.get(name, [])]
    return reverse(name, args=arguments)


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people: People, made: Tournament, name: str, method: str) -> None:
    expected, got = ADDRESSES[name][method == "POST"], []
    for who in WHO:
        answer = browser_of(who, people).generic(method, address(name, made))
        where = answer.headers.get("Location", "")
        login, register = where.startswith("/account/login/"), where.startswith("/account/signup/")
        got.append(LOG_IN if login else REGISTER if register else answer.status_code)
    assert dict(zip(WHO, got, strict=True)) == dict(zip(WHO, expected, strict=True))


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


@pytest.mark.parametrize("who", ["user", "invited", "entrant", "helper"])
@pytest.mark.parametrize("name", ["begin", "call-off", "disqualify", "invite", "manage"])
def test_only_the_host_and_moderators_do_what_a_host_does(
    people: People, made: Tournament, who: str, name: str
) -> None:
    people("another")
    before = (list(Tournament.objects.values()), list(Entrant.objects.order_by("pk").values()))
    browser_of(who, people).post(address(f"tournament-{name}", made), {"why": "so", "name": "another"})
    assert (list(Tournament.objects.values()), list(Entrant.objects.order_by("pk").values())) == before


@pytest.mark.parametrize("name", [name for name, (_, post) in ADDRESSES.items() if post != LOOK_ONLY])
def test_a_post_from_another_site_is_refused(people: People, made: Tournament, name: str) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(people("host"))
    assert client.post(address(name, made)).status_code == 403


@pytest.mark.parametrize("name", ADDRESSES)
def test_what_is_not_there_is_not_there(people: People, made: Tournament, name: str) -> None:
    if name in ("tournaments", "tournament-new"):
        return
    path = address(name, made).replace(f"/{made.pk}/", "/999999/", 1)
    client = browser_of("host", people)
    assert {client.get(path).status_code, client.post(path).status_code} <= {404, 405}
