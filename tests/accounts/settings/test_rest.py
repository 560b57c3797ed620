"""Hours of rest and holidays: chosen by whoever takes them, within what is allowed."""

from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.models import Holiday, User
from accounts.settings.services import HolidayRefused, days_left, end_holiday, go_on_with_holidays, plan_holiday
from tests.accounts.players import logged_in, player
from tests.races import together

pytestmark = pytest.mark.django_db
PAGE = "/settings/rest/"


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """The first of July, late in the evening of Berlin's second."""
    with time_machine.travel(datetime(2026, 7, 1, 22, 30, tzinfo=UTC), tick=False) as traveller:
        yield traveller


@pytest.fixture
def ada() -> User:
    user = player("Ada")
    user.time_zone = "Europe/Berlin"
    user.save(update_fields=["time_zone"])
    return user


@pytest.fixture
def browser(ada: User) -> Client:
    return logged_in(ada)


def test_hours_of_rest_are_kept(browser: Client, ada: User) -> None:
    browser.post(PAGE, {"rest_begins": "23", "rest_ends": "7", "rest_weekends": "on"})
    ada.refresh_from_db()
    assert (ada.rest_begins, ada.rest_ends, ada.rest_weekends) == (23, 7, True)
    browser.post(PAGE, {"rest_begins": "", "rest_ends": ""})
    ada.refresh_from_db()
    assert (ada.rest_begins, ada.rest_ends, ada.rest_weekends) == (None, None, False)


@pytest.mark.parametrize(
    ("begins", "ends", "words"),
    [
        ("18", "7", "Rest can last 12 hours"),
        ("7", "7", "Rest can last 12 hours"),
        ("23", "", "Choose both hours"),
        ("24", "7", "24"),
    ],
)
def test_nobody_rests_for_more_than_half_a_day(browser: Client, ada: User, begins: str, ends: str, words: str) -> None:
    assert words in browser.post(PAGE, {"rest_begins": begins, "rest_ends": ends}).content.decode()
    ada.refresh_from_db()
    assert ada.rest_begins is None


def test_a_holiday_lasts_whole_days_of_ones_own(browser: Client, ada: User) -> None:
    answer = browser.post(f"{PAGE}holidays/", {"first_day": "2026-07-04", "last_day": "2026-07-10"})
    assert answer.status_code == 302
    holiday = ada.holidays.get()
    assert holiday.begins_at == datetime(2026, 7, 3, 22, tzinfo=UTC)
    assert holiday.ends_at == datetime(2026, 7, 10, 22, tzinfo=UTC)
    assert days_left(ada, 2026) == 14
    page = browser.get(PAGE).content.decode()
    assert "2026: 14 days left" in page
    assert "Call it off" in page


def test_one_from_today_on_begins_at_once(ada: User) -> None:
    holiday = plan_holiday(user=ada, first_day=date(2026, 7, 2), last_day=date(2026, 7, 2))
    assert holiday.begins_at == datetime(2026, 7, 1, 22, 30, tzinfo=UTC)
    assert holiday.stage == Holiday.Stage.RUNNING


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 7, 1), date(2026, 7, 3)),  # yesterday, in Berlin
        (date(2026, 7, 5), date(2026, 7, 4)),
        (date(2026, 8, 1), date(2026, 8, 22)),  # 22 days
        (date(2026, 12, 20), date(2027, 1, 22)),  # twelve days in one year, 22 in the next
        (date(2028, 1, 1), date(2028, 1, 2)),
    ],
)
def test_no_more_than_the_allowance_and_not_in_the_past(ada: User, first: date, last: date) -> None:
    with pytest.raises(HolidayRefused):
        plan_holiday(user=ada, first_day=first, last_day=last)
    assert not ada.holidays.exists()


def test_a_holiday_over_new_year_counts_in_both_years(ada: User) -> None:
    plan_holiday(user=ada, first_day=date(2026, 12, 20), last_day=date(2027, 1, 21))
    assert (days_left(ada, 2026), days_left(ada, 2027)) == (9, 0)


def test_two_holidays_do_not_overlap(browser: Client, ada: User) -> None:
    plan_holiday(user=ada, first_day=date(2026, 8, 1), last_day=date(2026, 8, 5))
    answer = browser.post(f"{PAGE}holidays/", {"first_day": "2026-08-05", "last_day": "2026-08-06"})
    assert "in these days already" in answer.content.decode()


def test_what_was_not_taken_is_there_again(browser: Client, ada: User, clock: time_machine.Traveller) -> None:
    planned = plan_holiday(user=ada, first_day=date(2026, 9, 1), last_day=date(2026, 9, 5))
    running = plan_holiday(user=ada, first_day=date(2026, 7, 2), last_day=date(2026, 7, 12))
    clock.shift(timedelta(days=2))
    for holiday in (planned, running):
        browser.post(f"{PAGE}holidays/{holiday.pk}/end/")
    assert days_left(ada, 2026) == 18
    assert not ada.holidays.exclude(stage=Holiday.Stage.OVER).exists()


def test_a_holiday_ends_also_for_who_has_flown_to_where_it_is_still_yesterday(ada: User) -> None:
    holiday = plan_holiday(user=ada, first_day=date(2026, 7, 2), last_day=date(2026, 7, 9))
    User.objects.filter(pk=ada.pk).update(time_zone="America/New_York")
    end_holiday(user=ada, holiday_id=holiday.pk)
    holiday.refresh_from_db()
    assert (holiday.stage, holiday.first_day, holiday.last_day) == ("over", date(2026, 7, 2), date(2026, 7, 2))


def test_nobody_ends_the_holiday_of_another(ada: User) -> None:
    holiday = plan_holiday(user=ada, first_day=date(2026, 7, 2), last_day=date(2026, 7, 12))
    end_holiday(user=player("Grace"), holiday_id=holiday.pk)
    assert ada.holidays.get().stage == Holiday.Stage.RUNNING


def test_the_sweep_begins_and_ends_them_once(ada: User, clock: time_machine.Traveller) -> None:
    plan_holiday(user=ada, first_day=date(2026, 7, 4), last_day=date(2026, 7, 5))
    seen = []
    for _ in range(5):
        clock.shift(timedelta(days=1))
        seen.append(go_on_with_holidays())
    assert seen == [0, 1, 0, 1, 0]


@pytest.mark.django_db(transaction=True)
def test_two_requests_at_once_do_not_pass_the_allowance(ada: User) -> None:
    def take(month: int) -> bool:
        try:
            plan_holiday(user=ada, first_day=date(2026, month, 1), last_day=date(2026, month, 15))
        except HolidayRefused:
            return False
        return True

    assert sorted(together([lambda month=month: take(month) for month in (8, 9, 10)])) == [False, False, True]
