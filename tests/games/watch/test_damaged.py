"""One match that cannot be read keeps nobody from seeing the others."""

import pytest
from django.test import Client

from games.models import Match
from games.watch.featuring import featured_match
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("state", [{"damaged": True}, ["damaged"]])
@pytest.mark.parametrize("address", ["/", "/watch/", "/watch/featured/", "/watch/running/"])
@pytest.mark.parametrize("name", ["ada", ""])
def test_pages_of_many_matches_leave_a_damaged_one_out(
    people: People, table: Tables, address: str, state: object, name: str
) -> None:
    damaged, whole = (begin(people, table, other, host_begins=True) for other in ("grace", "hedy"))
    Match.objects.filter(pk=damaged.pk).update(state=state, pace=Match.Pace.LIVE)
    client = Client()
    if name:
        client.force_login(people(name))
    said = client.get(address)
    assert said.status_code == 200
    assert featured_match() == whole
    if address.startswith("/watch/"):
        assert "hedy" in said.content.decode()
