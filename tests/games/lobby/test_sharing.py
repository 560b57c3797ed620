"""What other sites show of a link to the site or to a table that waits."""

import pytest
from django.conf import settings
from django.test import Client

from games.models import Match
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db


def tag(name: str, content: str) -> str:
    return f'<meta property="og:{name}" content="{content}">'


def test_home_has_a_title_words_and_a_picture(client: Client) -> None:
    page = client.get("/").content.decode()
    assert tag("url", f"{settings.SITE_URL}/") in page
    assert tag("title", "Dream Factory: the board game of film studios, online") in page
    assert f'"og:image" content="{settings.SITE_URL}/static/pictures/share' in page


def test_an_invite_link_says_who_invites_to_what(client: Client, table: Tables) -> None:
    match = table(title="Kantine", visibility=Match.Visibility.UNLISTED, size=3)
    address = f"/tables/join/{match.invite_token}/"
    page = client.get(address).content.decode()
    assert tag("title", "ada invites you: Kantine") in page
    assert tag("description", "Dream Factory 2009 · Live, 90 s a move · 2 free seats") in page
    assert tag("url", f"{settings.SITE_URL}{address}") in page


def test_a_public_table_does_not_give_its_link_away(client: Client, table: Tables) -> None:
    match = table(title="Kantine")
    page = client.get(match.get_absolute_url()).content.decode()
    assert tag("url", f"{settings.SITE_URL}{match.get_absolute_url()}") in page
    assert match.invite_token not in page


def test_nothing_is_told_of_a_closed_table(client: Client, table: Tables, people: People) -> None:
    match = table(visibility=Match.Visibility.INVITED)
    client.force_login(people("ada"))
    assert "og:title" not in client.get(match.get_absolute_url()).content.decode()
