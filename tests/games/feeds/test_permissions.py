"""Who gets what from every address of the feeds."""

import pytest
from django.test import Client
from django.urls import resolve

from games.feeds.urls import urlpatterns
from tests.games.lobby.test_permissions import LOG_IN, browser_of
from tests.games.notices.test_permissions import verdict

pytestmark = pytest.mark.django_db
# address: what a stranger, a guest, a user and a moderator get on GET, and on POST.
TABLE = {
    "/calendar/wrong.ics": ((404, 404, 404, 404), (405, 405, 405, 405)),
    "/people/user/matches.atom": ((200, 200, 200, 200), (200, 200, 200, 200)),
    "/settings/calendar/": ((LOG_IN, 302, 200, 200), (LOG_IN, 302, 200, 200)),
    "/settings/calendar/renew/": ((405, 405, 405, 405), (LOG_IN, 302, 302, 302)),
    "/settings/calendar/off/": ((405, 405, 405, 405), (LOG_IN, 302, 302, 302)),
}


@pytest.mark.parametrize("path", TABLE)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people, guest, path, method) -> None:
    visitor = Client()
    visitor.force_login(guest)
    people("user")
    browsers = [browser_of("anonymous", people), visitor, browser_of("user", people), browser_of("moderator", people)]
    assert tuple(verdict(client, method, path) for client in browsers) == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {resolve(path).url_name for path in TABLE} == {pattern.name for pattern in urlpatterns}
