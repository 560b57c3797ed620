"""A guest who turns into somebody is asked what that person would be asked on sitting down."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, Sanction, User
from accounts.people.services.blocks import block_user
from accounts.sanctions.services.sanctions import impose
from games.lobby.services.seating import join_table, kick
from games.lobby.services.tables import quick_start
from games.models import Invitation, Match
from games.play.refusals import KeptAway
from tests.accounts.players import PASSWORD, log_in
from tests.games.conftest import People, Tables
from tests.games.matches import SLOW, finish

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def quick_passwords(settings) -> None:
    settings.PASSWORD_HASHERS = ["tests.accounts.conftest.QuickArgon2"]


@pytest.fixture
def mallory(people: People) -> User:
    """Somebody whom others keep away."""
    user = people("mallory")
    user.set_password(PASSWORD)
    user.save()
    return user


@pytest.fixture
def browser(guest: User) -> Client:
    client = Client()
    client.force_login(guest, backend="accounts.entrance.backends.NameOrEmailBackend")
    return client


def turn_into(browser: Client, name: str) -> str:
    """Logs in on the page, and gives what the next page says."""
    assert log_in(browser, name).status_code == 302
    return browser.get("/rules/").content.decode()


def block_by_host(host: User, mallory: User) -> None:
    block_user(blocker=host, blocked=mallory)


def block_of_host(host: User, mallory: User) -> None:
    block_user(blocker=mallory, blocked=host)


def block_by_other(host: User, mallory: User) -> None:
    block_user(blocker=User.objects.get(username="grace"), blocked=mallory)


KEEPERS = [block_by_host, block_of_host, block_by_other]


@pytest.mark.parametrize("keep", KEEPERS, ids=lambda keep: keep.__name__)
def test_a_seat_at_an_open_table_is_free_again(
    people: People, table: Tables, guest: User, mallory: User, browser: Client, keep: Callable[[User, User], None]
) -> None:
    match = table(size=4, title="Late show")
    for user in (people("grace"), guest):
        join_table(match_id=match.pk, user=user)
    keep(people("ada"), mallory)
    said = turn_into(browser, "mallory")
    assert set(match.seats.exclude(user=None).values_list("user__username", flat=True)) == {"ada", "grace"}
    assert "The seat you had as a guest at “Late show” is free again." in said
    assert "You cannot sit at this table." in said
    assert not User.objects.filter(pk=guest.pk).exists()


@pytest.mark.parametrize("keep", KEEPERS, ids=lambda keep: keep.__name__)
def test_in_a_match_under_way_an_ai_plays_on(
    people: People, table: Tables, guest: User, mallory: User, browser: Client, keep: Callable[[User, User], None]
) -> None:
    match = table(**{**SLOW, "size": 3, "title": "Late show", "visibility": "invited", "spectators_allowed": False})
    Invitation.objects.bulk_create(
        Invitation(match=match, user=user, inviter=match.host) for user in (people("grace"), guest)
    )
    for user in (people("grace"), guest):
        join_table(match_id=match.pk, user=user)
    keep(people("ada"), mallory)
    said = turn_into(browser, "mallory")
    match.refresh_from_db()
    seat = match.seats.get(number=2)
    assert match.status == Match.Status.RUNNING
    assert (seat.user_id, seat.brain_level) == (guest.pk, "director")
    assert not match.seats.filter(user=mallory).exists()
    assert "At “Late show” an AI plays on for the guest you were." in said
    assert browser.get(match.get_absolute_url()).status_code == 404


def test_who_was_sent_away_does_not_come_back_by_the_guests_seat(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    match = table(size=4)
    join_table(match_id=match.pk, user=mallory)
    kick(match_id=match.pk, host=people("ada"), seat_number=1)
    join_table(match_id=match.pk, user=guest)
    turn_into(browser, "mallory")
    assert match.seats.exclude(user=None).get().user == people("ada")


def test_who_was_sent_away_as_a_guest_is_so_as_themselves(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    match = table(size=4, invited=(mallory,))
    join_table(match_id=match.pk, user=guest)
    kick(match_id=match.pk, host=people("ada"), seat_number=1)
    turn_into(browser, "mallory")
    with pytest.raises(KeptAway):
        join_table(match_id=match.pk, user=mallory)


def test_a_banned_person_takes_no_seat(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    match = table(size=4)
    join_table(match_id=match.pk, user=guest)
    boss = User.objects.create_superuser("boss")
    impose(actor=boss, user=mallory, kind=Sanction.Kind.BAN, reason="harm", message="Go away.")
    assert log_in(browser, "mallory").status_code == 302
    assert match.seats.exclude(user=None).get().user == people("ada")


def test_limits_hold_for_what_a_guest_brings_along(guest: User, mallory: User, browser: Client, settings) -> None:
    settings.TABLES = 2
    for _ in range(2):
        quick_start(user=guest, seats=2, studio=1, level="trainee")
        Match.objects.update(created_at=timezone.now() - timedelta(minutes=1))
    quick_start(user=mallory, seats=2, studio=1, level="trainee")
    said = turn_into(browser, "mallory")
    assert mallory.seats.count() == 2
    assert guest.seats.get().brain_level == "director"
    assert "You are already at the maximum number of tables." in said


def test_a_host_has_no_more_open_tables_for_having_been_a_guest(
    people: People, table: Tables, guest: User, mallory: User, browser: Client, settings
) -> None:
    settings.OPEN_TABLES = 1
    own, other = table(host=mallory), table(host=guest)
    join_table(match_id=other.pk, user=people("grace"))
    turn_into(browser, "mallory")
    other.refresh_from_db()
    assert other.host == people("grace")
    assert list(Match.objects.filter(host=mallory)) == [own]


def test_nobody_sits_twice_and_hears_so(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    match = table(size=4)
    for user in (mallory, guest):
        join_table(match_id=match.pk, user=user)
    assert "You are already sitting at this table." in turn_into(browser, "mallory")
    assert match.seats.filter(user=mallory).count() == 1
    assert match.seats.exclude(user=None).count() == 2


def test_everybody_else_keeps_their_seats_as_before(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    waiting, unlisted = table(size=4), table(size=4, visibility="unlisted")
    running = table(**{**SLOW, "size": 2})
    over = table(**{**SLOW, "size": 2})
    for match in (waiting, running, over):
        join_table(match_id=match.pk, user=guest)
        if match == over:
            over.refresh_from_db()
            finish(over)
    join_table(match_id=unlisted.pk, user=guest, token=unlisted.invite_token)
    block_user(blocker=mallory, blocked=guest)  # they did not know themselves
    said = turn_into(browser, "mallory")
    assert set(mallory.seats.values_list("match", flat=True)) == {row.pk for row in (waiting, unlisted, running, over)}
    assert "as a guest at" not in said
    assert not Block.objects.filter(blocked=mallory).exists()


def test_what_is_over_stays_theirs_though_they_are_kept_away(
    people: People, table: Tables, guest: User, mallory: User, browser: Client
) -> None:
    match = table(**{**SLOW, "size": 2})
    join_table(match_id=match.pk, user=guest)
    match.refresh_from_db()
    finish(match)
    block_user(blocker=people("ada"), blocked=mallory)
    turn_into(browser, "mallory")
    assert match.seats.filter(user=mallory).exists()
