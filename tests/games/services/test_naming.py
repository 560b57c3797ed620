"""What people are called at tables where they have played."""

import pytest
from django.test import Client

from accounts.models import User
from accounts.services.leaving import delete_account
from accounts.signals import guest_joined
from games.models import Match
from games.services.tables import quick_start
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
