"""Thanks after a match: once, to those who played it to the end, and counted on their page."""

import pytest
from django.test import Client

from accounts.people.services.blocks import block_user
from games.models import Thanks
from games.thanks.selectors import Thanked, thanks_to
from games.thanks.services import thank
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people, table):
    return finish(begin(people, table, "grace", "hedy"))


def test_players_thank_each_other_once(people, match):
    client = Client()
    client.force_login(people("ada"))
    assert f"/tables/{match.pk}/thanks/" in client.get(f"/tables/{match.pk}/").content.decode()
    assert "grace" in client.get(f"/tables/{match.pk}/thanks/").content.decode()
    for _ in range(2):
        client.post(f"/tables/{match.pk}/thanks/", {"person": [people("grace").pk, people("ada").pk, "x", "9" * 30]})
    assert thanks_to(people("grace")) == Thanked(people=1, matches=1)
    assert Thanks.objects.count() == 1
    assert "Thanked by one player" in Client().get("/people/grace/").content.decode()
    assert "checked disabled" in " ".join(client.get(f"/tables/{match.pk}/thanks/").content.decode().split())


def test_not_whoever_left_nor_whom_a_block_stands_between(people, match):
    match.seats.filter(user=people("grace")).update(conceded_at=match.finished_at)
    block_user(blocker=people("hedy"), blocked=people("ada"))
    everybody = [people(name).pk for name in ("ada", "grace", "hedy")]
    assert thank(match=match, giver=people("ada"), receivers=everybody) == 0
    assert thank(match=match, giver=people("grace"), receivers=everybody) == 0


def test_only_players_of_a_match_that_is_over(people, table, match):
    assert thank(match=match, giver=people("stranger"), receivers=[people("ada").pk]) == 0
    running = begin(people, table, "grace")
    assert thank(match=running, giver=people("ada"), receivers=[people("grace").pk]) == 0
    client = Client()
    client.force_login(people("stranger"))
    assert client.get(f"/tables/{match.pk}/thanks/").status_code == 404
    assert "/account/login/" in Client().get(f"/tables/{match.pk}/thanks/").headers["Location"]
