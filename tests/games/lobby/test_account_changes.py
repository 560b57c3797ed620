"""Guests who register, people who leave, and what they take along."""

import json

import pytest

from accounts.entrance.services.guests import take_leave
from accounts.leaving.services import delete_account
from accounts.models import User
from accounts.signals import guest_joined
from games.lobby.services.seating import join_table
from games.lobby.services.tables import quick_start
from games.models import Match
from games.takeout import belongings_of
from tests.games.conftest import People, Tables

SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


def test_a_guests_matches_go_to_the_account_they_had(people: People, guest: User) -> None:
    match = quick_start(user=guest, seats=4, studio=3, level="trainee")
    guest_joined.send(sender=User, guest=guest, user=people("ada"))
    match.refresh_from_db()
    assert match.host == people("ada")
    assert match.seats.get(studio=3).user == people("ada")
    guest.delete()


def test_where_both_sit_the_guest_gets_up_or_stays_a_stranger(people: People, table: Tables, guest: User) -> None:
    waiting, running = table(), table(size=2, **SLOW)
    for match in (waiting, running):
        join_table(match_id=match.pk, user=guest)
    guest_joined.send(sender=User, guest=guest, user=people("ada"))
    assert not waiting.seats.filter(user=guest).exists()
    assert running.seats.filter(user=guest).exists()
    assert waiting.seats.filter(user=people("ada")).count() == 1


def test_an_idle_guest_goes_with_their_unfinished_solo_matches(guest: User, table: Tables) -> None:
    quick_start(user=guest, seats=4, studio=1, level="trainee")
    table(host=guest)
    take_leave(guest)
    assert not Match.objects.exists()
    assert not User.objects.filter(pk=guest.pk).exists()


def test_other_peoples_matches_stay_whole_when_a_guest_goes(people: People, guest: User, table: Tables) -> None:
    match = table(size=2, **SLOW)
    join_table(match_id=match.pk, user=guest)
    take_leave(guest)
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
    assert match.seats.get(number=1).user.left_at is not None


def test_who_deletes_their_account_gets_up_from_open_tables(people: People, table: Tables) -> None:
    match, solo = table(), quick_start(user=people("ada"), seats=2, studio=1, level="trainee")
    join_table(match_id=match.pk, user=people("grace"))
    delete_account(user=people("ada"))
    match.refresh_from_db()
    assert match.host == people("grace")
    assert match.seats.filter(number=0, user=None).exists()
    assert not Match.objects.filter(pk=solo.pk).exists()  # nobody is left to act there


def test_what_moderators_ended_stays_when_its_host_leaves(people: People) -> None:
    ended = quick_start(user=people("ada"), seats=2, studio=1, level="trainee")
    Match.objects.filter(pk=ended.pk).update(status=Match.Status.DISSOLVED)
    delete_account(user=people("ada"))
    assert Match.objects.get().pk == ended.pk


def test_ones_tables_seats_moves_and_invitations_are_taken_out(people: People, table: Tables) -> None:
    table(title="Late show", invited=(people("grace"),))
    quick_start(user=people("ada"), seats=2, studio=4, level="trainee")
    mine, hers = belongings_of(people("ada")), belongings_of(people("grace"))
    assert [row["title"] for row in mine["tables"]] == ["Late show", ""]
    assert [row["studio"] for row in mine["seats"]] == [None, 4]
    assert hers["invitations"][0]["inviter__username"] == "ada"
    assert "secret" not in json.dumps([mine, hers])


@pytest.mark.django_db
def test_only_ones_own_moves_are_taken_out(people: People, table: Tables) -> None:
    match = table(size=2, **SLOW)
    join_table(match_id=match.pk, user=people("grace"))
    for number, seat in enumerate([0, 1, 0], start=1):
        match.moves.create(number=number, seat=seat, entry=[seat, "pass"], events=[])
    assert [row["number"] for row in belongings_of(people("ada"))["moves"]] == [1, 3]
