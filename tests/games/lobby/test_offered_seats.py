"""The chain when somebody vanishes: last call, grace, stand-in, and the offer of the seat."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.core import mail
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.settings.services import plan_holiday
from games.lobby.services.substitutes import NotOffered, take_over
from games.models import Heartbeat, Match
from games.play.services.ai_turns import run_due_turns
from games.play.services.clocks import pause, resume
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.offers import offer_seats
from games.tasks import sweep
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from tests.games.lobby.vanishing import DAY, clock, match, offered, vanish, wait
from tests.games.play.test_clocks import asked, live

__all__ = ["clock", "match"]
pytestmark = pytest.mark.django_db


def test_last_call_then_grace_then_the_stand_in_then_the_offer(match, people, clock):
    seat = asked(match)
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(minutes=1))
    deliver_due()
    assert "Last call" in "".join(letter.subject for letter in mail.outbox if "ada" in letter.to[0])
    assert pass_deadlines() == 0
    wait(clock, timedelta(minutes=59))
    assert pass_deadlines() == 1
    seat.refresh_from_db()
    assert seat.offer_at == timezone.now() + 2 * DAY
    wait(clock, 2 * DAY - timedelta(seconds=1))
    assert offer_seats() == 0
    wait(clock, timedelta(seconds=1))
    assert (offer_seats(), offer_seats()) == (1, 0)
    assert list(match.table_events.values_list("kind", "seat")) == [("away", 0), ("offered", 0)]


def test_the_offer_waits_for_the_owners_rest_and_holidays(match, people, clock):
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(hours=1))
    plan_holiday(user=people("ada"), first_day=date(2026, 3, 12), last_day=date(2026, 3, 15))
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(hours=2))
    assert pass_deadlines() == 1
    assert match.seats.get(number=0).offer_at == datetime(2026, 3, 17, 13, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["downtime", "pause"])
def test_a_time_in_which_nobody_could_come_back_does_not_count(match, clock, kind):
    vanish(match, clock)
    if kind == "pause":
        pause(match=match)
    clock.shift(5 * DAY)
    sweep()
    if kind == "pause":
        resume(match=match)
    offer_seats()
    seat = match.seats.get(number=0)
    assert not seat.is_offered
    assert seat.offer_at - timezone.now() == 2 * DAY


def test_an_owner_who_comes_back_has_the_seat_and_it_is_offered_no_more(match, people, clock):
    offered(match, clock)
    come_back(match_id=match.pk, user=people("ada"))
    seat = match.seats.get(number=0)
    assert (seat.is_offered, seat.offer_at) == (False, None)
    with pytest.raises(NotOffered):
        take_over(match_id=match.pk, user=people("mary"))


def test_live_tables_offer_nothing(people, table, clock):
    match = live(people, table)
    clock.move_to(match.deadline_at)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    pass_deadlines()
    assert not match.seats.filter(offer_at__isnull=False).exists()


def test_where_all_people_are_gone_the_match_is_played_to_its_end(match, people, clock):
    for _ in range(3):
        while asked(match).brain_level:
            run_due_turns()
            match.refresh_from_db()
        vanish(match, clock)
    while match.status == Match.Status.RUNNING:
        wait(clock, timedelta(hours=1))
        run_due_turns()
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    count_results(thorough=True)
    assert audit() == []
