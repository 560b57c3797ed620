"""Who gets what from every address of problems: all the same, and nobody anything of a day to come."""

import pytest
from django.test import Client
from django.urls import resolve

from games.models.daily_problem import today
from games.problems.services import prepare_days
from games.problems.urls import urlpatterns
from tests.games.lobby.test_permissions import browser_of
from tests.games.notices.test_permissions import verdict

pytestmark = pytest.mark.django_db
TABLE = {"/problems/": (200, 405), "/problems/today/": (200, 405), "/problems/today/answer/": (405, 422)}


@pytest.mark.parametrize("path", TABLE)
def test_everybody_gets_the_same(people, guest, path) -> None:
    prepare_days()
    visitor = Client()
    visitor.force_login(guest)
    others = [browser_of(who, people) for who in ("anonymous", "user", "grace", "moderator")]
    there = path.replace("today", str(today()))
    for client in (visitor, *others):
        assert (verdict(client, "GET", there), verdict(client, "POST", there)) == TABLE[path]


def test_the_table_names_every_address() -> None:
    known = {resolve(path.replace("today", str(today()))).url_name for path in TABLE}
    assert known == {pattern.name for pattern in urlpatterns}
