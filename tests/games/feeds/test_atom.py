"""An Atom feed of what somebody has finished: only what the history shows everybody."""

from xml.etree import ElementTree

import pytest
from django.test import Client

from accounts.leaving.services import delete_account
from games.models import Match
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
ATOM = "{http://www.w3.org/2005/Atom}"


def titles(name: str) -> list[str | None]:
    answer = Client().get(f"/people/{name}/matches.atom")
    assert answer.headers["Content-Type"].startswith("application/atom+xml")
    feed = ElementTree.fromstring(answer.content)
    return [entry.findtext(f"{ATOM}title") for entry in feed.iter(f"{ATOM}entry")]


def test_it_lists_finished_public_matches_the_newest_first(people, table):
    for title in ("First <b>", "Second"):
        finish(begin(people, table, "grace", title=title))
    finish(
        begin(people, table, "grace", title="Hidden", visibility=Match.Visibility.INVITED, invited=(people("grace"),))
    )
    begin(people, table, "grace", title="Running")
    assert titles("grace") == titles("ada") == ["Second", "First <b>"]
    assert titles("ada") != titles(people("hedy").username) == []


def test_an_entry_leads_to_the_replay_and_tells_the_result(people, table):
    match = finish(begin(people, table, "grace"))
    page = Client().get("/people/ada/matches.atom").content.decode()
    winner = match.seats.order_by("place", "number").first()
    assert f"/tables/{match.pk}/replay/" in page
    assert f"1. {winner.user} {winner.score}" in page


def test_it_takes_as_many_queries_for_many_as_for_one(people, table, django_assert_max_num_queries):
    for _ in range(3):
        finish(begin(people, table, "grace"))
    with django_assert_max_num_queries(8):
        titles("ada")


def test_nobody_who_left_has_one_and_pages_name_it(people, table):
    finish(begin(people, table, "grace"))
    assert "/people/ada/matches.atom" in Client().get("/people/ada/").content.decode()
    delete_account(user=people("ada"))
    assert Client().get("/people/ada/matches.atom").status_code == 404
    assert Client().get("/people/nobody/matches.atom").status_code == 404
