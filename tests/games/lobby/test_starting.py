"""From a table to a match."""

import pytest

from accounts.models import Letter
from games.lobby.services.seating import join_table, leave_table
from games.lobby.services.starting import FreeSeats, fill_with_ai, set_ready, start_table
from games.models import Match
from games.play import refusals
from tests.games.conftest import People, Tables

SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


def status(match: Match) -> str:
    match.refresh_from_db()
    return match.status


def test_a_live_table_begins_when_it_is_full_and_everybody_is_ready(people: People, table: Tables) -> None:
    match = table(size=2)
    join_table(match_id=match.pk, user=people("grace"))
    assert status(match) == "open"
    set_ready(match_id=match.pk, user=people("ada"))
    assert status(match) == "open"
    set_ready(match_id=match.pk, user=people("grace"))
    assert status(match) == "running"
    assert {seat.studio for seat in match.seats.all()} <= {1, 2, 3, 4, 5}


def test_nobody_is_asked_before_the_table_is_full(people: People, table: Tables) -> None:
    with pytest.raises(refusals.NotComplete):
        set_ready(match_id=table().pk, user=people("ada"))


def test_a_yes_can_be_taken_back(people: People, table: Tables) -> None:
    match = table(size=2)
    join_table(match_id=match.pk, user=people("grace"))
    set_ready(match_id=match.pk, user=people("ada"))
    set_ready(match_id=match.pk, user=people("ada"), ready=False)
    set_ready(match_id=match.pk, user=people("grace"))
    assert status(match) == "open"


def test_everybody_is_asked_again_when_the_company_changes(people: People, table: Tables) -> None:
    match = table(size=3)
    join_table(match_id=match.pk, user=people("grace"))
    join_table(match_id=match.pk, user=people("hedy"))
    set_ready(match_id=match.pk, user=people("ada"))
    leave_table(match_id=match.pk, user=people("hedy"))
    assert not match.seats.filter(ready=True).exists()


def test_a_slow_table_begins_by_itself_when_full(people: People, table: Tables) -> None:
    match = table(size=2, **SLOW)
    join_table(match_id=match.pk, user=people("grace"))
    assert status(match) == "running"


def test_a_slow_table_waits_for_its_host_if_it_was_told_to(people: People, table: Tables) -> None:
    match = table(size=2, starts_when_full=False, **SLOW)
    join_table(match_id=match.pk, user=people("grace"))
    assert status(match) == "open"
    with pytest.raises(refusals.NotHost):
        start_table(match_id=match.pk, host=people("grace"))
    start_table(match_id=match.pk, host=people("ada"))
    assert status(match) == "running"


def test_the_host_takes_free_seats_away_and_the_others_move_together(people: People, table: Tables) -> None:
    match = table(size=5, ai_levels=("trainee",), **SLOW)
    join_table(match_id=match.pk, user=people("grace"))
    join_table(match_id=match.pk, user=people("hedy"))
    leave_table(match_id=match.pk, user=people("grace"))
    start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.REMOVE)
    assert (status(match), match.size) == ("running", 3)
    seats = match.seats.order_by("number")
    assert [(seat.number, str(seat.user or seat.ai_level)) for seat in seats] == [
        (0, "ada"),
        (1, "hedy"),
        (2, "trainee"),
    ]


def test_the_host_gives_free_seats_to_ais(people: People, table: Tables) -> None:
    match = table(size=4, **SLOW)
    start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.FILL, level="trainee")
    assert status(match) == "running"
    assert match.seats.filter(ai_level="trainee").count() == 3


def test_a_live_table_that_the_host_closes_still_asks_the_others(people: People, table: Tables) -> None:
    match = table(size=4)
    join_table(match_id=match.pk, user=people("grace"))
    start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.REMOVE)
    assert (status(match), match.size) == ("open", 2)
    set_ready(match_id=match.pk, user=people("grace"))
    assert status(match) == "running"


def test_nobody_plays_alone(people: People, table: Tables) -> None:
    match = table()
    with pytest.raises(refusals.TooFewSeats):
        start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.REMOVE)
    assert match.seats.count() == 4


def test_an_unknown_level_is_refused(people: People, table: Tables) -> None:
    match = table()
    with pytest.raises(refusals.UnknownChoice):
        start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.FILL, level="random")
    with pytest.raises(refusals.UnknownChoice):
        fill_with_ai(match_id=match.pk, host=people("ada"), seat_number=1, level="deity")


def test_an_ai_takes_one_free_seat_and_makes_room_again(people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    fill_with_ai(match_id=match.pk, host=people("ada"), seat_number=3, level="trainee")
    fill_with_ai(match_id=match.pk, host=people("ada"), seat_number=1, level="trainee")
    assert [seat.ai_level for seat in match.seats.order_by("number")] == ["", "", "", "trainee"]
    fill_with_ai(match_id=match.pk, host=people("ada"), seat_number=3, level="")
    assert match.seats.filter(user=None, ai_level="").count() == 2


def test_someone_alone_with_ais_waits_for_nobody(people: People, table: Tables) -> None:
    match = table(size=2)
    fill_with_ai(match_id=match.pk, host=people("ada"), seat_number=1, level="trainee")
    assert status(match) == "running"


def test_a_ready_check_that_begins_the_match_writes_once_for_everybody(people, table):
    match = table(size=3)
    join_table(match_id=match.pk, user=people("grace"))
    start_table(match_id=match.pk, host=people("ada"))
    set_ready(match_id=match.pk, user=people("grace"))
    assert list(Letter.objects.values_list("kind", "user__username").order_by("pk")) == [
        ("games.started", "ada"),
        ("games.started", "grace"),
    ]
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING
