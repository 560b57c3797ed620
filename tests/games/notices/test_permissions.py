"""Who gets what from every address of the bell."""

import pytest
from django.test import Client

from games.notices.urls import urlpatterns
from tests.games.lobby.test_permissions import LOG_IN, browser_of

pytestmark = pytest.mark.django_db
# address: what a stranger, a guest, a user and a moderator get on GET, and on POST.
TABLE = {
    "/notices/": ((LOG_IN, 200, 200, 200), (405, 405, 405, 405)),
    "/notices/bell/": ((LOG_IN, 200, 200, 200), (405, 405, 405, 405)),
    "/notices/read/": ((405, 405, 405, 405), (LOG_IN, 302, 302, 302)),
}


def verdict(client: Client, method: str, path: str) -> object:
    answer = client.generic(method, path)
    is_asked = answer.status_code == 302 and answer.headers["Location"].startswith("/account/login/")
    return LOG_IN if is_asked else answer.status_code


@pytest.mark.parametrize("path", TABLE)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people, guest, path, method) -> None:
    visitor = Client()
    visitor.force_login(guest)
    browsers = [browser_of("anonymous", people), visitor, browser_of("user", people), browser_of("moderator", people)]
    assert tuple(verdict(client, method, path) for client in browsers) == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {f"/{pattern.pattern}" for pattern in urlpatterns} == set(TABLE)


def test_nothing_of_it_is_stored(people) -> None:
    for path in ("/notices/", "/notices/bell/"):
        assert "no-store" in browser_of("user", people).get(path).headers["Cache-Control"]
