"""The lobby shows where the people play whom one follows: what everybody may see, and nobody one is kept apart from."""

import pytest
from django.test import Client

from accounts.people.services.blocks import block_user
from accounts.people.services.follows import follow
from games.lobby.selectors import tables_of_followed
from games.lobby.services.seating import join_table
from games.models import Match
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


def test_open_and_running_tables_that_everybody_may_see(people, table):
    follow(follower=people("ada"), followed=people("grace"))
    waiting = table(host="grace", title="Waiting")
    running = begin(people, table, "hedy", host="grace", title="Running")
    table(host="grace", visibility=Match.Visibility.UNLISTED)
    table(host="hedy")
    assert set(tables_of_followed(people("ada"))) == {waiting, running}
    client = Client()
    client.force_login(people("ada"))
    page = client.get("/lobby/").content.decode()
    assert "People you follow" in page
    assert "Running" in page
    client.force_login(people("hedy"))
    assert 'id="followed"' not in client.get("/lobby/").content.decode()


def test_not_where_one_sits_nor_with_whom_one_is_kept_apart(people, table):
    follow(follower=people("ada"), followed=people("grace"))
    mine = table(host="grace")
    join_table(match_id=mine.pk, user=people("ada"))
    other = table(host="grace", size=3)
    join_table(match_id=other.pk, user=people("hedy"))
    block_user(blocker=people("hedy"), blocked=people("ada"))
    assert list(tables_of_followed(people("ada"))) == []
