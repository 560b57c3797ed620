"""Who gets what from every address of playing on."""

import pytest
from django.test import Client
from django.urls import resolve

from games.history.services import import_record
from games.models import Match
from games.playing_on.urls import urlpatterns
from tests.games.analysis.test_analysis import SHORT
from tests.games.lobby.test_permissions import LOG_IN, browser_of
from tests.games.matches import begin, finish
from tests.games.notices.test_permissions import verdict

pytestmark = pytest.mark.django_db
# address: what a stranger, a guest, somebody else, a player and a moderator get on GET, and on POST without an answer,
# of a match that is not listed and of a record.
TABLE = {
    "/tables/1/play-on/5/": ((LOG_IN, 404, 404, 200, 404), (LOG_IN, 404, 404, 422, 404)),
    "/tables/1/origin/": ((LOG_IN, 404, 404, 404, 404), (405, 405, 405, 405, 405)),
    "/records/x/play-on/5/": ((LOG_IN, 200, 200, 200, 200), (LOG_IN, 422, 422, 422, 422)),
}


@pytest.mark.parametrize("path", TABLE)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people, table, guest, path, method) -> None:
    match = finish(begin(people, table, "grace"))
    Match.objects.update(visibility=Match.Visibility.UNLISTED)
    imported = import_record(owner=people("ada"), raw=SHORT.read_bytes())
    visitor = Client()
    visitor.force_login(guest)
    others = [browser_of(who, people) for who in ("user", "grace", "moderator")]
    there = path.replace("/tables/1/", f"/tables/{match.pk}/").replace("/records/x/", f"/records/{imported.token}/")
    got = tuple(verdict(client, method, there) for client in (browser_of("anonymous", people), visitor, *others))
    assert got == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {resolve(path).url_name for path in TABLE} == {pattern.name for pattern in urlpatterns}
