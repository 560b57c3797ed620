"""Races for seats have one outcome. The same file runs on SQLite and, by its last test, on PostgreSQL."""

from functools import partial
from typing import Any

import pytest

from accounts.leaving.services import delete_account
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.invitations import accept_invitation, decline_invitation
from games.lobby.services.seating import choose_studio, join_table, kick, leave_table
from games.lobby.services.starting import FreeSeats, set_ready, start_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import Match, Seat
from tests.games.conftest import People, Tables
from tests.races import at_once
from tests.servers import repeat_on_postgresql

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 20
SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


@pytest.mark.parametrize("pace", [{}, SLOW], ids=["live", "slow"])
def test_of_twenty_joining_the_last_seat_exactly_one_is_seated(
    people: People, table: Tables, pace: dict[str, Any]
) -> None:
    match = table(size=2, **pace)
    crowd = [people(f"person-{number}") for number in range(CROWD)]
    outcome = at_once(lambda user=user: join_table(match_id=match.pk, user=user) for user in crowd)
    assert outcome["done"] == 1
    assert outcome["TableFull"] + outcome["TableStarted"] == CROWD - 1
    assert Seat.objects.filter(match=match, user__in=crowd).count() == 1
    match.refresh_from_db()
    assert match.status == (Match.Status.RUNNING if pace else Match.Status.OPEN)


def test_a_double_click_sits_down_once(people: People, table: Tables) -> None:
    match, grace = table(), people("grace")
    assert at_once([lambda: join_table(match_id=match.pk, user=grace)] * 5) == {"done": 5}
    assert match.seats.filter(user=grace).count() == 1


def test_of_five_choosing_the_same_studio_one_gets_it(people: People, table: Tables) -> None:
    match = table(size=5, studios_chosen=True)
    crowd = [people("ada"), *(people(f"person-{number}") for number in range(4))]
    for user in crowd[1:]:
        join_table(match_id=match.pk, user=user)
    outcome = at_once(lambda user=user: choose_studio(match_id=match.pk, user=user, studio=4) for user in crowd)
    assert outcome == {"done": 1, "StudioTaken": 4}


def test_everybody_being_ready_in_the_same_moment_begins_one_match(people: People, table: Tables) -> None:
    match = table(size=5)
    crowd = [people("ada"), *(people(f"person-{number}") for number in range(4))]
    for user in crowd[1:]:
        join_table(match_id=match.pk, user=user)
    assert at_once(lambda user=user: set_ready(match_id=match.pk, user=user) for user in crowd) == {"done": 5}
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_table_is_started_or_dissolved_but_not_both(people: People, table: Tables) -> None:
    match, ada = table(size=3, **SLOW), people("ada")
    outcome = at_once(
        [
            lambda: start_table(match_id=match.pk, host=ada, free_seats=FreeSeats.FILL, level="trainee"),
            lambda: dissolve_table(match_id=match.pk, host=ada),
            lambda: leave_table(match_id=match.pk, user=ada),
            lambda: start_table(match_id=match.pk, host=ada, free_seats=FreeSeats.FILL, level="trainee"),
        ]
    )
    match.refresh_from_db()
    assert outcome["done"] == 1
    assert match.status in (Match.Status.RUNNING, Match.Status.DISSOLVED)


def test_nobody_is_at_the_table_and_sent_away(people: People, table: Tables) -> None:
    match, grace = table(), people("grace")
    join_table(match_id=match.pk, user=grace)
    at_once(
        [
            lambda: kick(match_id=match.pk, host=people("ada"), seat_number=1),
            lambda: join_table(match_id=match.pk, user=grace),
            lambda: leave_table(match_id=match.pk, user=grace),
        ]
    )
    barred = match.invitations.filter(user=grace, status="barred").exists()
    assert not (barred and match.seats.filter(user=grace).exists())


def test_an_invitation_has_one_answer(people: People, table: Tables) -> None:
    match, grace = table(size=3, invited=(people("grace"),)), people("grace")
    invitation = match.invitations.get()
    outcome = at_once(
        [
            lambda: accept_invitation(invitation_id=invitation.pk, user=grace),
            lambda: decline_invitation(invitation_id=invitation.pk, user=grace),
        ]
    )
    invitation.refresh_from_db()
    assert outcome == {"done": 1, "NoSuchInvitation": 1}
    assert match.seats.filter(user=grace).exists() == (invitation.status == "accepted")


def test_a_limit_holds_though_everything_is_opened_at_once(people: People, settings: Any) -> None:
    settings.OPEN_TABLES = 3
    ada = people("ada")
    outcome = at_once([lambda: open_table(host=ada, options=TableOptions())] * 8)
    assert outcome == {"done": 3, "TooManyOpenTables": 5}
    assert Match.objects.count() == 3


def test_who_leaves_for_good_while_being_sent_away_keeps_nobody_waiting(people: People, table: Tables) -> None:
    for number in range(5):
        match, leaver = table(), people(f"person-{number}")
        join_table(match_id=match.pk, user=leaver)
        send_away = partial(kick, match_id=match.pk, host=match.host, seat_number=1)
        assert at_once([partial(delete_account, user=leaver), send_away]) == {"done": 2}
        assert match.seats.filter(number=1, user=None).exists()


def test_the_races_have_the_same_outcome_on_postgresql(postgres_url: str) -> None:
    repeat_on_postgresql(postgres_url, __file__)
