"""Quiet hours and the hour of the daily mail, where somebody lives, also when the clocks are changed."""

from datetime import UTC, datetime

import pytest

from accounts.models import User
from accounts.notices.hours import next_at, quiet_until


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "begins", "ends", "now", "end"),
    [
        ("", 22, 7, "2026-06-01 21:59", None),
        ("", 22, 7, "2026-06-01 22:00", "2026-06-02 07:00"),
        ("", 22, 7, "2026-06-02 06:59", "2026-06-02 07:00"),
        ("", 22, 7, "2026-06-02 07:00", None),
        ("", 9, 17, "2026-06-02 12:00", "2026-06-02 17:00"),
        ("", 9, 17, "2026-06-02 18:00", None),
        ("", 9, 9, "2026-06-02 09:30", None),
        ("", None, None, "2026-06-02 12:00", None),
        ("Asia/Tokyo", 22, 7, "2026-06-01 13:00", "2026-06-01 22:00"),
        ("America/Lima", 22, 7, "2026-06-01 03:30", "2026-06-01 12:00"),
        # In the night in which summer time begins, and in the one in which it ends.
        ("Europe/Berlin", 22, 7, "2026-03-28 22:00", "2026-03-29 05:00"),
        ("Europe/Berlin", 22, 7, "2026-10-24 21:00", "2026-10-25 06:00"),
        ("Europe/Berlin", 1, 3, "2026-10-25 00:30", "2026-10-25 02:00"),
        ("Europe/Berlin", 1, 3, "2026-10-25 01:30", "2026-10-25 02:00"),
        ("Europe/Berlin", 1, 2, "2026-03-29 00:30", "2026-03-29 01:00"),
    ],
)
def test_what_falls_into_quiet_hours_waits_until_their_end(zone, begins, ends, now, end) -> None:
    user = User(time_zone=zone, quiet_from=begins, quiet_until=ends)
    assert quiet_until(user, utc(now)) == (utc(end) if end else None)


@pytest.mark.parametrize(
    ("zone", "hour", "now", "then"),
    [
        ("", 8, "2026-06-01 07:59", "2026-06-01 08:00"),
        ("", 8, "2026-06-01 08:00", "2026-06-02 08:00"),
        ("Europe/Berlin", 8, "2026-03-28 12:00", "2026-03-29 06:00"),
        ("Europe/Berlin", 8, "2026-10-24 12:00", "2026-10-25 07:00"),
        ("Pacific/Kiritimati", 0, "2026-06-01 09:59", "2026-06-01 10:00"),
    ],
)
def test_the_next_time_that_it_is_that_hour(zone, hour, now, then) -> None:
    assert next_at(User(time_zone=zone), hour, utc(now)) == utc(then)
