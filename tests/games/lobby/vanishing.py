"""Somebody vanishes from a slow table: what tests of offered seats and of substitutes have in common."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.models import Heartbeat, Match, Seat
from games.play.services.ai_turns import run_due_turns
from games.play.services.deadlines import pass_deadlines
from games.play.services.offers import offer_seats
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked

DAY = timedelta(days=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(settings) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    settings.GRACE_MINUTES = 60
    settings.AI_PAUSE_SECONDS = [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked and vanishes."""
    return begin(people, table, "grace", "hedy", host_begins=True, rated=True)


def wait(clock: time_machine.Traveller, span: timedelta) -> None:
    """Time goes by, without a downtime of ours."""
    clock.shift(span)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})


def vanish(match: Match, clock: time_machine.Traveller) -> Seat:
    """Whoever is asked lets their time and the grace pass; an AI stands in, and nobody else is hurried."""
    seat = asked(match)
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(hours=1))
    assert pass_deadlines() == 1
    return seat


def offered(match: Match, clock: time_machine.Traveller) -> Seat:
    seat = vanish(match, clock)
    wait(clock, 2 * DAY)
    assert offer_seats() == 1
    seat.refresh_from_db()
    return seat


def play_on(match: Match) -> None:
    """Everybody plays to the end, AIs for those who are away."""
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        if asked(match).brain_level:
            run_due_turns()
            match.refresh_from_db()
        else:
            act(match)
