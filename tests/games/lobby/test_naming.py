"""What people are called at tables where they have played."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.leaving.services import delete_account
from accounts.models import User
from accounts.signals import guest_joined
from games.lobby.services.tables import quick_start
from games.models import Match
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db(transaction=True)


def page(match: Match) -> str:
    return Client().get(match.get_absolute_url()).content.decode()


def test_a_finished_match_shows_the_new_name(people: People, table: Tables) -> None:
    match, grace = finish(begin(people, table, "grace")), people("grace")
    assert "grace" in page(match)
    grace.username = "Hopper"
    grace.save(update_fields=["username"])
    assert "Hopper" in page(match)
    assert "grace" not in page(match)


def test_only_a_change_that_tables_show_has_them_drawn_anew(people: People, table: Tables) -> None:
    match, grace = begin(people, table, "grace"), people("grace")
    for change in ({"about": "I like movies."}, {"password": "!x"}, {"email": "g@example.org"}, {"mail_end": False}):
        for name, value in change.items():
            setattr(grace, name, value)
        grace.save()
        assert Match.objects.get().version == match.version, change
    grace.username = "Hopper"
    grace.save()
    assert Match.objects.get().version == match.version + 1


def test_a_new_name_costs_as_much_after_ten_matches_as_after_one(people: People, table: Tables) -> None:
    grace, queries = people("grace"), []
    for _round in range(2):
        for _match in range(1 + 9 * _round):
            finish(begin(people, table, "grace"))
        grace.username = f"Hopper {_round}"
        with CaptureQueriesContext(connection) as captured:
            grace.save()
        grace.username = "grace"
        grace.save()
        queries.append(len(captured))
    assert queries[0] == queries[1]


def test_nobody_remembers_the_name_of_who_left(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace"))
    assert "grace" in page(match)
    delete_account(user=people("grace"))
    assert "grace" not in page(match)


def test_a_match_that_a_guest_hands_over_shows_its_new_owner(people: People, guest: User) -> None:
    match = quick_start(user=guest, seats=2, studio=1, level="trainee")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.PUBLIC)
    assert "Guest 4711" in page(match)
    guest_joined.send(sender=User, guest=guest, user=people("grace"))
    assert "Guest 4711" not in page(match)
    assert "grace" in page(match)
