"""Who gets what from every address of analyses."""

import pytest
from django.urls import resolve

from games.analysis.urls import urlpatterns
from tests.games.history.verdicts import verdicts_of
from tests.games.lobby.test_permissions import LOG_IN

pytestmark = pytest.mark.django_db
NO = (405, 405, 405, 405, 405)
# address: what a stranger, a guest, somebody else, a player and a moderator get on GET, and on POST, of a match that is
# not listed and of a record.
TABLE = {
    "/tables/1/analysis/": ((404, 404, 404, 200, 404), NO),
    "/tables/1/analysis/ask/": (NO, (LOG_IN, 302, 404, 302, 404)),
    "/records/x/analysis/": ((200, 200, 200, 200, 200), NO),
    "/records/x/analysis/ask/": (NO, (LOG_IN, 302, 302, 302, 302)),
}


@pytest.mark.parametrize("path", TABLE)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people, table, guest, path, method) -> None:
    assert verdicts_of(path, method, people, table, guest) == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {resolve(path).url_name for path in TABLE} == {pattern.name for pattern in urlpatterns}
