"""A match by mail, on a clock that is moved by hand: what tests of its letters have in common."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.mail.services import deliver_due
from games.models import Heartbeat, Match
from games.play.services.ai_turns import answer
from games.play.services.deadlines import pass_deadlines
from tests.games.conftest import People, Tables
from tests.games.mail.test_letters import subject_of
from tests.games.matches import begin
from tests.games.play.test_clocks import NOON, act
from tests.post_office import PostOffice


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved; mails go out a minute after what they tell of."""
    settings.TURN_MAIL_SECONDS, settings.AI_PAUSE_SECONDS = 60, [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def later(clock: time_machine.Traveller) -> Callable[..., None]:
    """Moves the clock, without a downtime of ours, and sends what is due."""

    def move(**by: float) -> None:
        clock.shift(timedelta(**by))
        Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
        pass_deadlines()
        clock.shift(timedelta(minutes=2))
        Heartbeat.objects.update(beat_at=timezone.now())
        deliver_due()

    return move


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked first; nobody has looked yet."""
    return begin(people, table, "grace", host_begins=True, title="Friday night")


def told(post_office: PostOffice, name: str) -> list[str]:
    """The subjects of all mails to somebody, oldest first; the list begins anew."""
    mine = [mail for mail in post_office.mails if mail["To"] == f"{name}@example.org"]
    post_office.mails[:] = [mail for mail in post_office.mails if mail not in mine]
    return [subject_of(mail) for mail in mine]


def play_out(match: Match) -> None:
    """Plays to the end; an AI answers where one plays for somebody."""
    while match.status == Match.Status.RUNNING:
        seat = match.seats.get(number=match.turn_seat)
        if seat.brain_level:
            answer(match_id=match.pk, number=match.number + 1)
            match.refresh_from_db()
        else:
            act(match)


def let_ai_answer(match: Match) -> None:
    """The AI answers for whoever is away, until a person is asked."""
    match.refresh_from_db()
    while match.seats.get(number=match.turn_seat).brain_level:
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
