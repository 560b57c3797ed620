"""Slow tables: banks of days, and deadlines that do not run in somebody's rest; moved by hand, across restarts."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Heartbeat, Match, Seat
from games.play.services.clocks import pause, resume
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.downtime import forgive_downtime
from games.play.services.maintenance import begin_maintenance, end_maintenance
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked, live

pytestmark = pytest.mark.django_db
HOUR, DAY = timedelta(hours=1), timedelta(days=1)
BERLIN = ZoneInfo("Europe/Berlin")
EVENING = datetime(2026, 3, 10, 21, tzinfo=BERLIN)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved: a Tuesday evening in Berlin."""
    with time_machine.travel(EVENING, tick=False) as traveller:
        yield traveller


def rests(user: User, begins: int | None = 23, ends: int | None = 7, **said: object) -> User:
    user.time_zone, user.rest_begins, user.rest_ends = "Europe/Berlin", begins, ends
    for name, value in said.items():
        setattr(user, name, value)
    user.save()
    return user


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked, who rests from 23 to 7, and has eight hours."""
    rests(people("ada"))
    return begin(people, table, "grace", host_begins=True, decision_seconds=8 * 3600)


def local(moment: datetime | None) -> str:
    assert moment is not None
    return moment.astimezone(BERLIN).strftime("%d %H:%M")


def come_round(match: Match, seat: Seat) -> None:
    """Have everybody answer until that seat is asked anew."""
    act(match)
    while match.turn_seat != seat.number:
        act(match)


def beat() -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})


def test_the_clock_stands_still_in_the_rest_of_the_seat_that_is_asked(match):
    assert local(match.deadline_at) == "11 13:00"  # two hours before the night, six after it


def test_it_runs_in_the_rest_of_the_others(match, people):
    act(match)
    assert asked(match).user == people("grace")
    assert match.deadline_at == timezone.now() + 8 * HOUR


def test_at_a_live_table_nobody_rests(people, table):
    rests(people("ada"))
    rests(people("grace"))
    match = live(people, table)
    assert match.deadline_at == timezone.now() + timedelta(seconds=5 * 60)


@pytest.mark.parametrize(("day", "until"), [((2026, 3, 28), "29 13:00"), ((2026, 10, 24), "25 13:00")])
def test_a_night_in_which_the_clocks_are_changed_is_a_night(people, table, clock, day, until):
    clock.move_to(datetime(*day, 21, tzinfo=BERLIN))
    rests(people("ada"))
    match = begin(people, table, "grace", host_begins=True, decision_seconds=8 * 3600)
    assert local(match.deadline_at) == until
    for early, stands_in in ((-1, False), (0, True)):
        clock.move_to(match.deadline_at + timedelta(seconds=early))
        beat()
        pass_deadlines()
        assert (asked(match).stood_in_since is not None) is stands_in


def test_other_hours_of_rest_hold_from_the_next_decision_on(match, people, clock):
    deadline = match.deadline_at
    rests(people("ada"), 8, 20)
    match.refresh_from_db()
    assert match.deadline_at == deadline
    come_round(match, asked(match))
    assert local(match.deadline_at) == "11 05:00"


def test_after_a_pause_nobody_has_less_working_time(match, clock):
    clock.move_to(datetime(2026, 3, 11, 8, tzinfo=BERLIN))  # five hours are left
    pause(match=match)
    clock.shift(14 * HOUR)
    resume(match=match)
    match.refresh_from_db()
    assert local(match.deadline_at) == "12 11:00"  # one hour before the night, four after it


@pytest.mark.parametrize("kind", ["downtime", "maintenance"])
def test_nor_after_a_downtime_or_maintenance_of_ours(match, people, clock, kind):
    clock.move_to(datetime(2026, 3, 11, 8, tzinfo=BERLIN))
    beat()
    if kind == "maintenance":
        begin_maintenance(actor=None, why="A new disk")
    clock.shift(14 * HOUR)
    if kind == "maintenance":
        end_maintenance(actor=None, why="It spins")
    else:
        forgive_downtime()
    match.refresh_from_db()
    assert local(match.deadline_at) == "12 11:00"


def banked(people: People, table: Tables) -> Match:
    rests(people("ada"))
    return begin(people, table, "grace", host_begins=True, decision_seconds=8 * 3600, bank_seconds=2 * 86400)


def test_a_bank_of_days_comes_on_top_of_the_time_for_a_decision(people, table):
    match = banked(people, table)
    assert asked(match).bank_seconds == 2 * 86400
    assert local(match.deadline_at) == "14 13:00"  # 56 working hours, sixteen a day


@pytest.mark.parametrize(
    ("took", "left"),
    [
        (timedelta(0), 48),  # what is spared does not make it larger than it was
        (13 * HOUR, 48),  # of which eight were rest: five of the eight hours for a decision
        (2 * DAY, 24),  # 32 working hours, eight of them for the decision
    ],
)
def test_who_takes_longer_draws_on_the_bank_by_working_time(people, table, clock, took, left):
    match = banked(people, table)
    seat = asked(match)
    clock.shift(took)
    beat()
    act(match)
    seat.refresh_from_db()
    assert seat.bank_seconds == left * 3600


def test_what_somebody_spares_fills_the_bank_up_again(people, table):
    match = banked(people, table)
    seat = asked(match)
    match.seats.filter(pk=seat.pk).update(bank_seconds=3600)
    Match.objects.filter(pk=match.pk).update(deadline_at=EVENING + 9 * HOUR + 8 * HOUR)  # an hour in the bank
    act(match)
    seat.refresh_from_db()
    assert seat.bank_seconds == 9 * 3600


def test_whoever_let_the_bank_run_out_comes_back_to_the_time_for_a_decision(people, table, clock):
    match = banked(people, table)
    clock.move_to(match.deadline_at)
    beat()
    assert pass_deadlines() == 1
    come_back(match_id=match.pk, user=people("ada"))
    assert asked(match).bank_seconds == 0
    match.refresh_from_db()
    assert local(match.deadline_at) == "14 21:00"


def test_everybody_sees_the_bank_of_days(people, table, client):
    match = banked(people, table)
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    assert "bank 48 h" in page


@pytest.mark.parametrize(("minutes", "is_late"), [(59, False), (60, True)])
def test_after_the_deadline_there_is_grace_at_a_slow_table(match, clock, settings, minutes, is_late):
    settings.GRACE_MINUTES = 60
    clock.move_to(match.deadline_at + timedelta(minutes=minutes))
    beat()
    assert pass_deadlines() == is_late


def test_who_answers_within_the_grace_has_answered(match, clock, settings):
    settings.GRACE_MINUTES = 60
    clock.move_to(match.deadline_at + timedelta(minutes=30))
    beat()
    pass_deadlines()
    assert act(match).moves.get().by_ai is False


def test_at_a_live_table_there_is_no_grace(people, table, clock, settings):
    settings.GRACE_MINUTES = 60
    match = live(people, table)
    clock.move_to(match.deadline_at.astimezone(UTC))
    beat()
    assert pass_deadlines() == 1
