"""Queries whose SQL is worked out once: they find what the ORM finds, and every database understands them."""

import sys
from inspect import signature
from typing import Any

import pytest
from django.contrib.sessions.models import Session
from django.db import DatabaseError, connection, transaction
from django.db.backends.postgresql.base import DatabaseWrapper
from django.db.transaction import TransactionManagementError
from django.utils import timezone

import config.asgi  # noqa: F401 - everything that is served is loaded
from accounts.models import User
from config.prepared import Prepared, PreparedUpdate
from games.models import Match

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create(username=name, email=f"{name}@example.org") for name in ("ada", "grace", "hedy")]


@pytest.fixture
def match(people: list[User]) -> Match:
    return Match.objects.create(host=people[0], edition_id="dream-factory-2009", deadline_at=timezone.now())


def prepared_queries() -> dict[str, Prepared[Any]]:
    """All that the site has, by the module and name of each."""
    return {
        f"{module.__name__}.{name}": value
        for module in list(sys.modules.values())
        if module is not None and module.__name__.split(".")[0] in ("accounts", "games", "leaderboard")
        for name, value in vars(module).items()
        if isinstance(value, Prepared)
    }


def test_it_finds_what_the_query_finds(people: list[User]) -> None:
    later = Prepared(lambda pk: User.objects.filter(pk__gt=pk, is_active=True).order_by("-username"))
    for first in (people[0].pk, people[1].pk, people[2].pk):
        found, wanted = later(first), list(User.objects.filter(pk__gt=first).order_by("-username"))
        assert found == wanted
        assert [vars(user).keys() for user in found] == [vars(user).keys() for user in wanted]
        assert [user.date_joined for user in found] == [user.date_joined for user in wanted]
    assert later.first(people[2].pk) is None


def test_texts_are_asked_for_too() -> None:
    by_key = Prepared(lambda key: Session.objects.filter(pk=key))
    assert by_key.first("nobody's") is None
    assert by_key.first("' OR 1=1 --") is None


@pytest.mark.parametrize("number", [2**63, -(2**64), 10**30])
def test_a_number_that_no_column_holds_is_found_nowhere(people: list[User], number: int) -> None:
    by_pk = Prepared(lambda pk: User.objects.filter(pk=pk))
    assert by_pk(people[0].pk) == [people[0]]
    assert by_pk(number) == list(User.objects.filter(pk=number)) == []


def test_its_sql_is_worked_out_once(people: list[User]) -> None:
    asked: list[int] = []

    def ask(pk: int) -> Any:
        asked.append(pk)
        return User.objects.filter(pk=pk)

    query = Prepared(ask)
    assert [query.first(user.pk) for user in people] == people
    assert len(asked) == 1


def test_what_is_locked_needs_a_transaction(people: list[User]) -> None:
    query = Prepared(lambda pk: User.objects.select_for_update().filter(pk=pk))
    with transaction.atomic():
        assert query.first(people[0].pk) == people[0]
    with pytest.raises(TransactionManagementError):
        query.first(people[0].pk)


def test_what_is_written_is_what_saving_writes_and_nothing_else(match: Match) -> None:
    """A state is JSON, a version a number, a deadline a moment, and when it was changed is noted by itself."""
    write, before = PreparedUpdate(Match, "state", "version", "deadline_at", "changed_at"), match.changed_at
    match.state, match.version, match.deadline_at, match.title = {"turn": [1, None]}, 7, None, "not written"
    write(match)
    found = Match.objects.get(pk=match.pk)
    assert (found.state, found.version, found.deadline_at, found.title) == ({"turn": [1, None]}, 7, None, "")
    assert found.changed_at == match.changed_at > before


def test_what_is_gone_cannot_be_written(match: Match) -> None:
    Match.objects.filter(pk=match.pk).delete()
    with pytest.raises(DatabaseError):
        PreparedUpdate(Match, "version")(match)


@pytest.mark.parametrize("name", sorted(prepared_queries()))
def test_every_one_is_understood_by_both_databases(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A number that stands for a value must fit into its column, which is smaller on PostgreSQL."""
    query = prepared_queries()[name]
    values = ["text" if argument == "key" else 1 for argument in signature(query.ask).parameters]
    elsewhere = DatabaseWrapper({**connection.settings_dict, "NAME": "none", "OPTIONS": {}})
    monkeypatch.setattr(elsewhere, "get_autocommit", lambda: False)  # nothing is asked, so nothing is opened
    monkeypatch.setattr(query, "plans", {})
    plans = [query.plan(elsewhere, values), query.plan(connection, values)]
    for plan in plans:
        assert sorted({place for place in plan.places if place is not None}) == list(range(len(values)))
