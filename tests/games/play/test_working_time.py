"""Working time: walked forward from a moment, across nights, weekends, holidays and daylight saving."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.play.working_time import LONGEST_REST, NO_REST, Rest, add_working, working_between

BERLIN = ZoneInfo("Europe/Berlin")
NIGHTS = Rest(23, 7, zone=BERLIN)
HOUR = timedelta(hours=1)
MINUTE = timedelta(minutes=1)

moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC)).map(
    lambda moment: moment.replace(second=0, microsecond=0)
)
spans = st.integers(0, 20 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))
zones = st.sampled_from(["UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu"])
holidays = st.lists(st.tuples(moments, spans).map(lambda drawn: (drawn[0], drawn[0] + drawn[1])), max_size=3)
rests = st.builds(
    Rest,
    begins=st.none() | st.integers(0, 23),
    ends=st.integers(0, 23),
    weekends=st.booleans(),
    zone=zones.map(ZoneInfo),
    holidays=holidays.map(tuple),
)


def berlin(*when: int) -> datetime:
    return datetime(*when, tzinfo=BERLIN).astimezone(UTC)


def test_without_rest_a_day_is_a_day() -> None:
    asked = datetime(2026, 3, 10, 12, tzinfo=UTC)
    assert add_working(asked, 24 * HOUR, NO_REST) == asked + timedelta(days=1)


def test_a_deadline_does_not_run_at_night() -> None:
    assert add_working(berlin(2026, 3, 10, 22), 8 * HOUR, NIGHTS) == berlin(2026, 3, 11, 14)
    assert add_working(berlin(2026, 3, 11, 3), HOUR, NIGHTS) == berlin(2026, 3, 11, 8)


def test_what_ends_when_rest_begins_ends_then() -> None:
    assert add_working(berlin(2026, 3, 10, 21), 2 * HOUR, NIGHTS) == berlin(2026, 3, 10, 23)


def test_the_night_in_which_the_clocks_go_forward_is_shorter() -> None:
    asked = berlin(2026, 3, 28, 22)
    due = add_working(asked, 2 * HOUR, NIGHTS)
    assert due == berlin(2026, 3, 29, 8)
    assert due - asked == 9 * HOUR  # one hour before the night, seven of rest, one after it


def test_the_night_in_which_the_clocks_go_back_is_longer() -> None:
    asked = berlin(2026, 10, 24, 22)
    due = add_working(asked, 2 * HOUR, NIGHTS)
    assert due == berlin(2026, 10, 25, 8)
    assert due - asked == 11 * HOUR


def test_rest_from_an_hour_that_is_skipped_begins_after_it() -> None:
    rest = Rest(2, 7, zone=BERLIN)
    assert add_working(berlin(2026, 3, 29, 1), 2 * HOUR, rest) == berlin(2026, 3, 29, 8)


def test_weekends_are_over_on_monday_in_ones_own_zone() -> None:
    rest = Rest(weekends=True, zone=BERLIN)
    assert add_working(berlin(2026, 3, 13, 23), 2 * HOUR, rest) == berlin(2026, 3, 16, 1)
    assert add_working(berlin(2026, 3, 15, 12), HOUR, rest) == berlin(2026, 3, 16, 1)


def test_a_holiday_stops_the_clock() -> None:
    rest = Rest(zone=BERLIN, holidays=((berlin(2026, 7, 1), berlin(2026, 7, 15)),))
    assert add_working(berlin(2026, 6, 30, 20), 24 * HOUR, rest) == berlin(2026, 7, 15, 20)


def test_nobody_rests_for_more_than_half_a_day() -> None:
    assert Rest(0, 23).hours == LONGEST_REST
    assert Rest(5, 5).hours == 0


@settings(max_examples=300)
@given(moments, spans, rests)
def test_walking_forward_and_counting_back_agree(start: datetime, span: timedelta, rest: Rest) -> None:
    assert working_between(start, add_working(start, span, rest), rest) == span


@settings(max_examples=200)
@given(moments, spans, rests, spans)
def test_more_time_never_ends_earlier_and_rest_never_shortens_it(start, span, rest, more) -> None:
    due = add_working(start, span, rest)
    assert start + span <= due <= add_working(start, span + more, rest)


@settings(max_examples=200)
@given(moments, rests, st.integers(0, 30))
def test_it_is_the_minutes_outside_of_rest(start: datetime, rest: Rest, hours: int) -> None:
    """Counted minute by minute, by the clock on somebody's wall."""
    minutes = [start + MINUTE * step for step in range(hours * 60)]
    assert working_between(start, start + hours * HOUR, rest) == MINUTE * sum(not rests_at(at, rest) for at in minutes)


def rests_at(moment: datetime, rest: Rest) -> bool:
    local = moment.astimezone(rest.zone)
    hour = rest.begins is not None and (local.hour - rest.begins) % 24 < rest.hours
    weekend = rest.weekends and local.weekday() >= 5
    return hour or weekend or any(begins <= moment < ends for begins, ends in rest.holidays)


@pytest.mark.parametrize("days", [1, 21])
def test_the_longest_rest_still_ends(days: int) -> None:
    rest = Rest(19, 7, weekends=True, zone=BERLIN)
    due = add_working(berlin(2026, 1, 1), timedelta(days=days), rest)
    assert due <= berlin(2026, 1, 1) + 3 * timedelta(days=days) + timedelta(days=4)
