"""Who gets what from every address of groups and thanks."""

import pytest
from django.test import Client
from django.urls import resolve

from games.groups.services import make_group
from games.groups.urls import urlpatterns
from games.thanks.urls import urlpatterns as of_thanks
from tests.games.lobby.test_permissions import LOG_IN, browser_of
from tests.games.matches import begin, finish
from tests.games.notices.test_permissions import verdict

pytestmark = pytest.mark.django_db
NO = (405, 405, 405, 405)
DONE = (LOG_IN, 302, 302, 302)
# address: what a stranger, a guest, a user and a moderator get on GET, and on POST.
TABLE = {
    "/groups/": ((200, 200, 200, 200), NO),
    "/groups/new/": ((LOG_IN, 302, 200, 200), (LOG_IN, 302, 200, 200)),
    "/groups/owls/": ((200, 200, 200, 200), NO),
    "/groups/owls/join/": (NO, DONE),
    "/groups/owls/leave/": (NO, DONE),
    "/groups/owls/let-in/": (NO, DONE),
    "/groups/owls/send-away/": (NO, DONE),
    "/groups/owls/change/": (NO, DONE),
    "/groups/owls/dissolve/": (NO, (403, 403, 403, 302)),
    "/tables/1/invite-group/": (NO, (LOG_IN, 302, 302, 302)),
    "/tables/1/thanks/": ((LOG_IN, 404, 404, 404), (LOG_IN, 302, 302, 302)),
}


@pytest.mark.parametrize("path", TABLE)
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_everybody_gets_what_is_theirs(people, table, guest, path, method) -> None:
    make_group(leader=people("ada"), name="Owls", about="", entry="open")
    match = finish(begin(people, table, "grace"))
    visitor = Client()
    visitor.force_login(guest)
    browsers = [browser_of("anonymous", people), visitor, browser_of("user", people), browser_of("moderator", people)]
    there = path.replace("/tables/1/", f"/tables/{match.pk}/")
    assert tuple(verdict(client, method, there) for client in browsers) == TABLE[path][method == "POST"]


def test_the_table_names_every_address() -> None:
    assert {resolve(path).url_name for path in TABLE} == {pattern.name for pattern in (*urlpatterns, *of_thanks)}
