"""Probably your turn about then: from how fast these people answer, by what the log shows, with their hours of rest."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.models import Match, PlayedMove
from games.play.selectors import expectations
from games.play.selectors.expectations import expected_turns
from games.play.services.clocks import pause
from games.play.services.locking import seats_of
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import live

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture(autouse=True)
def every_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each answer is looked at as it comes, and not ten at a time."""
    monkeypatch.setattr(expectations, "LOOKED_EVERY", 1)


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked; grace and hedy follow."""
    return begin(people, table, "grace", "hedy", host_begins=True)


def expected(match: Match) -> dict[int, datetime]:
    match.refresh_from_db()
    return expected_turns(match, seats_of(match))


def answered(match: Match, *times: tuple[int, timedelta]) -> None:
    """Somebody answered after so long, in that order, up to now."""
    at = NOON - sum((took for _seat, took in times), timedelta())
    rows = [PlayedMove(match=match, number=1, seat=0, entry=[0, "pass"], events=[], played_at=at, by_ai=True)]
    for number, (seat, took) in enumerate(times, start=2):
        at += took
        rows.append(PlayedMove(match=match, number=number, seat=seat, entry=[seat, "pass"], events=[], played_at=at))
    PlayedMove.objects.bulk_create(rows)
    Match.objects.filter(pk=match.pk).update(number=len(rows))


def test_as_long_as_nobody_has_answered_it_is_two_hours_each(match):
    assert expected(match) == {1: NOON + 2 * HOUR, 2: NOON + 4 * HOUR}


def test_everybodys_median_counts_up_to_the_next_half_hour(match):
    answered(match, (0, HOUR), (1, 3 * HOUR), (0, 5 * HOUR), (1, 2.2 * HOUR), (0, 3 * HOUR))
    assert expected(match)[1] == NOON + 3 * HOUR
    assert expected(match)[2] == NOON + 3 * HOUR + 3 * HOUR  # the median of 3 and 2.2 is 2.6 hours


def test_what_came_in_one_sitting_tells_nothing(match):
    seconds = timedelta(seconds=4)
    answered(match, (0, 6 * HOUR), (0, seconds), (0, seconds), (0, seconds))
    assert expected(match)[1] == NOON + 6 * HOUR


def test_nobody_answers_while_they_rest(match, people):
    ada = people("ada")
    ada.rest_begins, ada.rest_ends = 13, 20
    ada.save()
    assert expected(match)[1] == datetime(2026, 3, 10, 21, tzinfo=UTC)


def test_whoever_is_asked_has_answered_at_the_deadline(match, clock):
    answered(match, (0, 100 * HOUR))
    assert expected(match)[1] == match.deadline_at


def test_while_answers_are_gathered_it_is_when_all_will_have_come_whoever_has_already(people, table):
    match = begin(people, table, "grace", "hedy", host_begins=True, auctions=Match.Auctions.TOGETHER)
    answered(match, (0, HOUR), (1, 3 * HOUR), (0, 5 * HOUR))
    opened = dict.fromkeys(range(3), NOON + 3 * HOUR)
    for awaited in (0b111, 0b001, 0b100):
        Match.objects.filter(pk=match.pk).update(awaited=awaited)
        assert expected(match) == opened


def test_only_at_slow_tables_where_a_clock_runs(match, people, table):
    assert expected(live(people, table)) == {}
    pause(match=match)
    assert expected(match) == {}


def test_it_depends_on_nothing_that_is_hidden(match):
    """Not on purses, and not on whether an answer was the only one: that would tell of a purse."""
    answered(match, (0, HOUR), (1, 3 * HOUR))
    before = expected(match)
    match.moves.update(forced=True, entry=[0, "bid", 3], why={"secret": 1})
    Match.objects.filter(pk=match.pk).update(state={})
    assert expected(match) == before


def test_who_waits_reads_it_in_their_own_zone_and_language(match, people, client):
    grace = people("grace")
    grace.time_zone, grace.language = "Europe/Berlin", "en"
    grace.save()
    client.force_login(grace)
    assert "Probably your turn about Tuesday, 15:00." in client.get(match.get_absolute_url()).content.decode()
    client.force_login(people("ada"))
    assert "Probably your turn" not in client.get(match.get_absolute_url()).content.decode()
    client.logout()
    assert "Probably your turn" not in client.get(match.get_absolute_url()).content.decode()
