"""Who gets what from every address of the history: a table over addresses, people and methods."""

from pathlib import Path
from typing import Any

import pytest
from django.urls import reverse

from games.history.services import import_record
from games.history.urls import urlpatterns
from games.models import ImportedRecord, Match
from tests.games.conftest import People, Tables
from tests.games.lobby.test_permissions import (
    HIDDEN,
    LOG_IN,
    LOOK_ONLY,
    MEMBERS,
    POST_ONLY,
    SEEN,
    WHO,
    browser_of,
    whole,
)
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
KEPT = Path(__file__).parents[2] / "records" / "dream-factory-2009-2-kept-000000.json"
WATCHED = tuple(302 if status == 200 else status for status in HIDDEN)

# address: (GET, POST) of a finished match that is not listed, and of a record that "user" brought along
ADDRESSES: dict[str, tuple[tuple[Any, ...], tuple[Any, ...]]] = {
    "history": (SEEN, LOOK_ONLY),
    "history-export": (SEEN, LOOK_ONLY),
    "my-history": (MEMBERS, LOOK_ONLY),
    "my-history-export": (MEMBERS, LOOK_ONLY),
    "replay": (WATCHED, LOOK_ONLY),
    "table-card": (HIDDEN, LOOK_ONLY),
    "replay-card": (HIDDEN, LOOK_ONLY),
    "table-embed": ((404,) * 6, LOOK_ONLY),  # only what everybody finds in the history
    "table-check": (HIDDEN, LOOK_ONLY),
    "table-record": (HIDDEN, LOOK_ONLY),
    "records": (MEMBERS, (LOG_IN, 422, 422, 422, 422, 422)),
    "edition-file": (SEEN, LOOK_ONLY),
    "record": ((302,) * 6, LOOK_ONLY),  # whoever has the link may watch
    "record-file": (SEEN, LOOK_ONLY),
    "record-delete": (POST_ONLY, (LOG_IN, 302, 404, 404, 404, 404)),
}


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    match = finish(begin(people, table, "seated", host="host", invited=(people("invited"),)))
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    return match


@pytest.fixture
def imported(people: People) -> ImportedRecord:
    return import_record(owner=people("user"), raw=KEPT.read_bytes())


def address(name: str, match: Match, imported: ImportedRecord) -> str:
    arguments: dict[str, list[Any]] = {
        **{name: [match.pk] for name in ("replay", "table-card", "table-check", "table-record", "table-embed")},
        "replay-card": [match.pk, 5],
        **{name: [imported.token] for name in ("record", "record-file", "record-delete")},
        "edition-file": [match.edition_id],
    }
    return reverse(name, args=arguments.get(name, []))


@pytest.mark.parametrize("name", ADDRESSES)
@pytest.mark.parametrize("method", ["HEAD", "POST"])
def test_everybody_gets_what_is_theirs(
    people: People, match: Match, imported: ImportedRecord, name: str, method: str
) -> None:
    expected, got = ADDRESSES[name][method == "POST"], []
    for who in WHO:
        answer = browser_of(who, people).generic(method, address(name, match, imported))
        asked_to_log_in = answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
        got.append(LOG_IN if asked_to_log_in else answer.status_code)
    assert dict(zip(WHO, got, strict=True)) == whole(expected)


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


@pytest.mark.parametrize("path", ["records/%00/", "records/%00/3/", "history/?text=%00&player=%00"])
def test_signs_that_no_database_takes_do_no_harm(client: Any, path: str) -> None:
    assert client.get(f"/{path}", follow=True).status_code in (200, 404)
