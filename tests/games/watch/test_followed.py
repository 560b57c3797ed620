"""Watching those whom one follows."""

import pytest
from django.core.cache import cache
from django.test import Client

from accounts.people.services.follows import follow
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


def test_whoever_follows_somebody_can_watch_only_their_tables(people, table):
    cache.clear()
    begin(people, table, "grace", title="Theirs")
    other = begin(people, table, "hedy", title="Another")
    follow(follower=people("fan"), followed=people("grace"))
    client = Client()
    client.force_login(people("fan"))
    assert 'id="pace-followed"' in client.get("/watch/").content.decode()
    shown = client.get("/watch/running/?pace=followed")
    assert [row.name for row in shown.context["rows"]] == ["Theirs"]
    assert f"/tables/{other.pk}/" not in shown.content.decode()
    assert 'id="pace-followed"' not in Client().get("/watch/").content.decode()
