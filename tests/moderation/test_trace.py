"""The trace only grows, for Django and in SQL. The file runs on SQLite and, by its last test, on PostgreSQL."""

from collections.abc import Callable

import pytest
from django.core.exceptions import ValidationError
from django.db import DatabaseError, connection, transaction
from django.test import Client

from accounts.entrance.services.guests import create_guest, take_leave
from accounts.models import StaffAct, Unchangeable, User
from accounts.staff.services.trace import NoReason, trace
from tests.games.conftest import People
from tests.servers import repeat_on_postgresql

pytestmark = pytest.mark.django_db


@pytest.fixture
def act(people: People) -> StaffAct:
    return trace(actor=people("ada"), verb="look", why="to know", person=people("grace"), target=people("grace"))


def test_an_act_says_who_when_what_to_whom_and_why(act: StaffAct, people: People) -> None:
    stored = StaffAct.objects.get()
    assert (stored.actor, stored.person, stored.verb, stored.why) == (people("ada"), people("grace"), "look", "to know")
    assert stored.target == f"accounts.user/{people('grace').pk}"
    assert stored.at is not None


def test_django_neither_changes_nor_deletes_an_act(act: StaffAct) -> None:
    for deed in (act.save, act.delete, StaffAct.objects.all().delete, lambda: StaffAct.objects.update(why="")):
        with pytest.raises(Unchangeable):
            deed()


@pytest.mark.parametrize("statement", ["UPDATE accounts_staffact SET why = 'other'", "DELETE FROM accounts_staffact"])
def test_the_database_refuses_to_change_or_delete_an_act(act: StaffAct, statement: str) -> None:
    with pytest.raises(DatabaseError, match="append-only"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert StaffAct.objects.get().why == "to know"


@pytest.mark.parametrize("why", ["", " \n"])
def test_nobody_acts_without_a_reason(people: People, why: str) -> None:
    with pytest.raises(NoReason):
        trace(actor=people("ada"), verb="look", why=why)


def test_the_trace_outlives_whom_it_is_about(people: People) -> None:
    guest = create_guest()
    trace(actor=people("ada"), verb="look", why="to know", person=guest)
    number = guest.pk
    take_leave(guest)
    assert not User.objects.filter(pk=number).exists()
    assert StaffAct.objects.get().person_id == number


def test_roles_that_are_given_come_into_the_trace(people: People, at_work: Callable[[str], Client]) -> None:
    ada = people("ada")
    page = at_work("administrator").get(f"/admin/accounts/user/{ada.pk}/change/")
    role = page.context["adminform"].form.fields["groups"].queryset.get(name="helper")
    said = {"is_active": "on", "is_staff": "on", "groups": [role.pk], "why": "knows everybody"}
    answer = at_work("administrator").post(f"/admin/accounts/user/{ada.pk}/change/", said)
    assert answer.status_code == 302, answer.context["errors"]
    act = StaffAct.objects.get(verb="change user")
    assert (act.before, act.after) == (
        {"groups": [], "is_staff": False},
        {"groups": ["helper"], "is_staff": True},
    )
    assert (act.why, act.person) == ("knows everybody", ada)


def test_an_administrator_makes_nobody_almighty(people: People, at_work: Callable[[str], Client]) -> None:
    ada = people("ada")
    said = {"is_active": "on", "is_superuser": "on", "why": "w"}
    at_work("administrator").post(f"/admin/accounts/user/{ada.pk}/change/", said)
    assert not User.objects.get(pk=ada.pk).is_superuser


def test_words_of_the_filter_come_into_the_trace(at_work: Callable[[str], Client]) -> None:
    answer = at_work().post("/admin/games/filterword/add/", {"kind": "word", "text": "Spam*", "why": "advertisements"})
    assert answer.status_code == 302
    act = StaffAct.objects.get(verb="add filterword")
    assert (act.after["text"], act.why) == ("spam*", "advertisements")


def test_a_file_names_who_is_gone_by_number(people: People, at_work: Callable[[str], Client]) -> None:
    trace(actor=None, verb="look", why="to know", person=User(pk=4711))
    page = at_work().get("/admin/accounts/staffact/").content.decode()
    assert "#4711" in page


@pytest.mark.parametrize("text", ["ab", "two words", "*"])
def test_a_filter_that_would_silence_everybody_is_refused(text: str) -> None:
    from games.models import FilterWord

    with pytest.raises(ValidationError):
        FilterWord(text=text).full_clean()


def test_the_trace_is_as_firm_on_postgresql(postgres_url: str) -> None:
    repeat_on_postgresql(postgres_url, __file__, only="database_refuses or outlives")
