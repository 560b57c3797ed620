"""Holidays stop clocks at slow tables: planned, begun, ended early, over; live tables do not know them."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from accounts.settings.services import end_holiday, plan_holiday
from games.models import Heartbeat, Match
from games.play.services.deadlines import pass_deadlines
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked, live

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", host_begins=True, decision_seconds=2 * 86400)


def leave(people: People, first: int, last: int, name: str = "ada"):
    return plan_holiday(user=people(name), first_day=date(2026, 3, first), last_day=date(2026, 3, last))


def test_a_deadline_that_runs_is_put_off_when_a_holiday_begins(match, people):
    version = match.version
    leave(people, 10, 14)
    match.refresh_from_db()
    assert match.deadline_at == datetime(2026, 3, 17, 0, tzinfo=UTC)  # two days after midnight of the 15th
    assert match.version == version + 1


def test_one_that_is_planned_puts_off_what_reaches_into_it(match, people):
    leave(people, 12, 14)
    match.refresh_from_db()
    assert match.deadline_at == datetime(2026, 3, 15, 12, tzinfo=UTC)


def test_who_ends_a_holiday_early_has_as_much_time_as_before_it(match, people, clock):
    holiday = leave(people, 10, 24)
    clock.shift(3 * DAY)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    end_holiday(user=people("ada"), holiday_id=holiday.pk)
    match.refresh_from_db()
    assert match.deadline_at == timezone.now() + 2 * DAY


def test_who_calls_off_a_planned_one_has_the_old_deadline(match, people):
    deadline = match.deadline_at
    holiday = leave(people, 11, 24)
    end_holiday(user=people("ada"), holiday_id=holiday.pk)
    match.refresh_from_db()
    assert match.deadline_at == deadline


def test_who_is_asked_on_holiday_has_their_whole_time_after_it(match, people, clock):
    leave(people, 10, 14, "grace")
    clock.shift(3600)
    act(match)
    assert asked(match).user == people("grace")
    assert match.deadline_at == datetime(2026, 3, 17, 0, tzinfo=UTC)


def test_nobody_is_stood_in_for_on_holiday(match, people, clock):
    leave(people, 10, 14)
    clock.move_to(datetime(2026, 3, 16, 23, 59, tzinfo=UTC))
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    assert pass_deadlines() == 0
    clock.shift(60)
    Heartbeat.objects.update(beat_at=timezone.now())
    assert pass_deadlines() == 1


def test_the_others_see_until_when_somebody_is_away_and_no_longer(match, people, client, clock):
    client.force_login(people("grace"))
    leave(people, 11, 12)
    assert "on holiday" not in client.get(match.get_absolute_url()).content.decode()
    clock.move_to(datetime(2026, 3, 11, 0, 1, tzinfo=UTC))
    sweep()
    assert "on holiday until 12 Mar" in client.get(match.get_absolute_url()).content.decode()
    clock.move_to(datetime(2026, 3, 13, 0, 1, tzinfo=UTC))
    sweep()
    assert "on holiday" not in client.get(match.get_absolute_url()).content.decode()


def test_live_tables_are_unaffected(people, table):
    match = live(people, table)
    deadline, version = match.deadline_at, match.version
    leave(people, 10, 14)
    leave(people, 10, 14, "grace")
    match.refresh_from_db()
    assert (match.deadline_at, match.version) == (deadline, version)
