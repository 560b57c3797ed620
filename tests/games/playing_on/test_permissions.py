"""Who gets what from every address of playing on."""

import pytest
from django.urls import resolve

from games.playing_on.urls import urlpatterns
from tests.games.history.verdicts import verdicts_of
from tests.games.lobby.test_permissions import LOG_IN

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
    assert verdicts_of(path, method, people, table, guest) == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {resolve(path).url_name for path in TABLE} == {pattern.name for pattern in urlpatterns}
