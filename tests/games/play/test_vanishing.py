"""Somebody vanishes over the night in which clocks change, and we are down for hours: every step comes in time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import User
from games.lobby.selectors import offered_seats
from games.lobby.services.substitutes import take_over
from games.models import Heartbeat, Match
from games.play.services.ai_turns import run_due_turns
from games.play.services.deadlines import pass_deadlines
from games.play.services.offers import offer_seats
from games.play.verification import verify_match
from tests.games.conftest import People, Tables
from tests.games.matches import begin_quietly
from tests.games.play.test_clocks import act, asked
from tests.post_office import PostOffice, post_office

__all__ = ["post_office"]
pytestmark = pytest.mark.django_db
BERLIN = ZoneInfo("Europe/Berlin")
# On Sunday, March 29th, 2026, it is three o'clock in Berlin right after two.
SATURDAY = datetime(2026, 3, 28, 13, tzinfo=BERLIN)


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    settings.GRACE_MINUTES, settings.TURN_MAIL_SECONDS, settings.AI_PAUSE_SECONDS = 60, 0, [0, 0]
    with time_machine.travel(SATURDAY, tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada(people: People) -> User:
    """Rests from ten in the evening to eight, in Berlin."""
    user = people("ada")
    user.time_zone, user.rest_begins, user.rest_ends = "Europe/Berlin", 22, 8
    user.save()
    return user


@pytest.fixture
def match(ada: User, people: People, table: Tables) -> Match:
    """Ada is asked and vanishes."""
    return begin_quietly(people, table, "grace", "hedy", host_begins=True, rated=True, title="Friday night")


def be_at(clock: time_machine.Traveller, day: int, hour: int, minute: int = 0, *, month: int = 3) -> None:
    """A time in Berlin, up to which everything ran as it should."""
    clock.move_to(datetime(2026, month, day, hour, minute, tzinfo=BERLIN))
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})


def told(post_office: PostOffice, user: User) -> list[str]:
    """What has arrived at somebody's since this was last asked."""
    deliver_due()
    mails = [str(mail["Subject"]).strip() for mail in post_office.mails if mail["To"] == user.email]
    post_office.mails.clear()
    return mails


def test_every_step_comes_when_the_terms_say_though_we_were_down_and_the_clocks_were_changed(
    match, ada, people, clock, post_office
):
    assert told(post_office, ada) == ["Your turn at “Friday night”: Bid or pass"]
    # A day of working time: nine hours of Saturday, fourteen of a Sunday that is an hour shorter at night, one more.
    assert match.deadline_at.astimezone(BERLIN) == datetime(2026, 3, 30, 9, tzinfo=BERLIN)
    be_at(clock, 29, 12)
    # From noon to three on Sunday every process is down; whoever sweeps first gives the three hours back.
    clock.move_to(datetime(2026, 3, 29, 15, tzinfo=BERLIN))
    assert pass_deadlines() == 0
    match.refresh_from_db()
    assert match.deadline_at.astimezone(BERLIN) == datetime(2026, 3, 30, 12, tzinfo=BERLIN)

    be_at(clock, 30, 5, 59)
    assert told(post_office, ada) == []
    be_at(clock, 30, 6)
    assert told(post_office, ada) == ["“Friday night” is still waiting for you"]
    be_at(clock, 30, 12)
    assert told(post_office, ada) == ["Last call at “Friday night”"]
    be_at(clock, 30, 12, 59)
    assert pass_deadlines() == 0
    be_at(clock, 30, 13)
    assert pass_deadlines() == 1
    assert [subject for subject in told(post_office, ada) if "AI" in subject]

    # Twice a day of working time later the seat is there for a substitute: 9 + 14 + 14 + 11 hours.
    be_at(clock, 2, 18, 59, month=4)
    assert offer_seats() == 0
    be_at(clock, 2, 19, month=4)
    assert offer_seats() == 1
    zadie = people("zadie")
    assert [seat.match_id for seat in offered_seats(zadie)] == [match.pk]
    take_over(match_id=match.pk, user=zadie)
    assert match.seats.get(number=0).user == zadie
    assert list(verify_match(match)) == []


def test_whom_nobody_replaces_is_played_to_the_end_and_nobody_waits_for_them(match, clock):
    be_at(clock, 30, 10)
    assert pass_deadlines() == 1
    for _ in range(2000):
        match.refresh_from_db()
        if match.status != Match.Status.RUNNING:
            break
        if asked(match).brain_level:
            run_due_turns()
        else:
            act(match)
    assert match.status == Match.Status.FINISHED
    assert match.finished_at == datetime(2026, 3, 30, 8, tzinfo=UTC)  # not a minute of anybody's time
    assert match.seats.get(number=0).absence == "stood_in"
    assert timezone.now() - match.started_at < timedelta(days=2)
