"""Pages of the admin ask as much for many rows as for few, and never count a whole table."""

from collections.abc import Callable
from typing import Any

import pytest
from django.contrib import admin
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.admin.parts import COUNTED_AT_MOST, CappedPaginator
from accounts.models import Block
from accounts.sanctions.services.sanctions import impose
from accounts.staff.services.trace import trace
from games.models import ChatLine, Match, Report
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db
LISTS = [
    *("accounts/user", "accounts/block", "accounts/sanction", "accounts/staffact"),
    *("games/match", "games/playedmove", "games/chatline", "games/report"),
]


def fill(people: People, table: Tables, staff: Staff, *names: str) -> None:
    """More of everything."""
    for name in names:
        user = people(name)
        match = begin(people, table, f"{name}2", host=user)
        match.moves.create(number=1, seat=0, entry=[0, "pass"], events=[])
        ChatLine.objects.create(match=match, author=user, audience="seats", text="Hello")
        Report.objects.create(reporter=people(f"{name}2"), about=user, match=match, kind="abuse")
        Block.objects.create(blocker=user, blocked=people(f"{name}2"))
        impose(actor=staff(), user=user, kind="warning", reason="r", message="m")


def cost(client: Client, url: str) -> int:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert client.get(url).status_code == 200
    heavy = [row["sql"] for row in asked if '"games_match"."state"' in row["sql"] or '"secret"' in row["sql"]]
    assert heavy == []
    return len(asked)


def test_lists_ask_as_much_for_many_rows_as_for_few(
    people: People, table: Tables, staff: Staff, at_work: Callable[..., Client]
) -> None:
    client = at_work()
    fill(people, table, staff, "ada")
    cost(client, "/admin/")  # what every page keeps for a while
    few = {path: cost(client, f"/admin/{path}/") for path in LISTS}
    fill(people, table, staff, "grace", "hedy", "fritz")
    assert {path: cost(client, f"/admin/{path}/") for path in LISTS} == few
    assert max(few.values()) <= 12


def test_the_file_of_a_person_asks_as_much_for_a_long_life_as_for_a_short_one(
    people: People, table: Tables, staff: Staff, at_work: Callable[..., Client]
) -> None:
    client, ada = at_work(), people("ada")
    url = f"/admin/accounts/user/{ada.pk}/file/"
    fill(people, table, staff, "ada")
    cost(client, "/admin/")  # what every page keeps for a while
    few = cost(client, url)
    for name in ("grace", "hedy", "fritz"):
        match = begin(people, table, name, host=ada)
        ChatLine.objects.create(match=match, author=ada, audience="seats", text="Hello")
        Report.objects.create(reporter=people(name), about=ada, match=match, kind="abuse")
        trace(actor=staff(), verb="look", why="w", person=ada)
    assert cost(client, url) == few
    assert few <= 25


def test_nobody_counts_further_than_anybody_leafs() -> None:
    asked: list[Any] = []

    class Rows:
        def __getitem__(self, part: slice) -> "Rows":
            asked.append(part.stop)
            return self

        def count(self) -> int:
            return COUNTED_AT_MOST

    assert CappedPaginator(Rows(), 50).num_pages == COUNTED_AT_MOST // 50
    assert asked == [COUNTED_AT_MOST]


def test_every_list_is_quick_and_loads_no_endless_choices() -> None:
    for model, page in admin.site._registry.items():
        if model._meta.app_label not in ("accounts", "games"):
            continue
        assert page.paginator is CappedPaginator, model
        assert page.show_full_result_count is False, model
        assert page.date_hierarchy is None, model


@pytest.mark.parametrize(
    ("path", "term", "found"),
    [
        ("accounts/user", "AD", ["ada"]),
        ("accounts/user", "nobody", []),
        ("games/match", "ada", [1]),
        ("games/match", "fritz", []),
        ("games/playedmove", "MATCH", [1]),
        ("games/playedmove", "x", []),
        ("games/chatline", "MATCH", [1]),
        ("games/chatline", "ada", [1]),
        ("accounts/staffact", "games.match/MATCH", []),
        ("accounts/staffact", "moderator", ["a warning", "this very search"]),
    ],
)
def test_what_is_looked_for_is_found(
    people: People, table: Tables, staff: Staff, at_work: Callable[..., Client], path: str, term: str, found: list[Any]
) -> None:
    client = at_work()
    fill(people, table, staff, "ada")
    match = Match.objects.get()
    answer = client.get(f"/admin/{path}/", {"q": term.replace("MATCH", str(match.pk))})
    rows = answer.context["cl"].result_list
    assert len(rows) == len(found) + (path == "accounts/user" and bool(found))  # ada2 begins like ada
