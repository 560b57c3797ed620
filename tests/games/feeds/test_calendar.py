"""A calendar of one's deadlines, at an address that only its owner knows."""

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar

from accounts.models import User
from games.engine import Bid
from games.feeds.services import make_address
from games.models import CalendarAddress, Match
from games.play.services.moves import play_move
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


def address_of(user: User) -> str:
    make_address(user=user)
    return f"/calendar/{CalendarAddress.objects.get(user=user).token}.ics"


def events(address: str) -> list[Any]:
    answer = Client().get(address)
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True, title="Night, shift; \\ late")


def test_it_shows_by_when_its_owner_has_to_decide(people, match):
    mine, theirs = address_of(people("ada")), address_of(people("grace"))
    (event,) = events(mine)
    assert event["SUMMARY"] == "Deadline: your decision at “Night, shift; \\ late”"
    assert event.decoded("DTSTART") == match.deadline_at.replace(microsecond=0)
    assert event["URL"].endswith(f"/tables/{match.pk}/")
    assert events(theirs) == []
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    assert events(mine) == []
    assert len(events(theirs)) == 1


def test_the_same_deadlines_are_the_same_bytes(people, match):
    address = address_of(people("ada"))
    assert Client().get(address).content == Client().get(address).content


def test_nothing_stands_there_where_no_clock_runs(people, match):
    Match.objects.update(paused_at=timezone.now())
    assert events(address_of(people("ada"))) == []


def test_it_is_worded_for_its_owner(people, match):
    User.objects.filter(username="ada").update(language="de")
    (event,) = events(address_of(people("ada")))
    assert event["SUMMARY"].startswith("Frist:")


def test_a_new_address_closes_the_old_one_and_it_can_be_switched_off(people):
    client = Client()
    client.force_login(people("ada"))
    assert "no address yet" in client.get("/settings/calendar/").content.decode()
    client.post("/settings/calendar/renew/")
    first = client.get("/settings/calendar/").context["address"]
    client.post("/settings/calendar/renew/")
    second = client.get("/settings/calendar/").context["address"]
    assert [Client().get(address).status_code for address in (first, second)] == [404, 200]
    client.post("/settings/calendar/off/")
    assert Client().get(second).status_code == 404
    assert Client().get("/calendar/a\0b.ics").status_code == 404


def test_whoever_is_banned_or_gone_has_none(people, match):
    address = address_of(people("ada"))
    User.objects.filter(username="ada").update(is_active=False)
    assert Client().get(address).status_code == 404


def test_a_deadline_that_was_put_off_moves_in_the_calendar(people, match):
    address = address_of(people("ada"))
    (before,) = events(address)
    Match.objects.update(deadline_at=match.deadline_at + timedelta(days=1))
    (after,) = events(address)
    assert after["UID"] == before["UID"]
    assert after.decoded("DTSTART") - before.decoded("DTSTART") == timedelta(days=1)
