"""Holidays: planned, begun and ended by whoever takes them, within what a year allows."""

from collections.abc import Iterable
from datetime import UTC, date, datetime, time, timedelta
from typing import Final

from django.conf import settings
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Holiday, User
from accounts.people.services.locking import lock_person
from accounts.signals import holidays_changed
from accounts.time_zones import zone_of

Stage = Holiday.Stage
# A holiday that is over may still matter to a clock that ran then; after so long it does not.
KEPT: Final = timedelta(days=60)


class HolidayRefused(Exception):
    """Nothing was planned; the text says why."""


def plan_holiday(*, user: User, first_day: date, last_day: date) -> Holiday:
    """Plan a holiday of whole days in somebody's own zone; one from today on begins at once."""
    with transaction.atomic():
        user = lock_person(user)
        _expect_days(user, first_day, last_day)
        begins_at = max(_midnight(user, first_day), timezone.now())
        ends_at = _midnight(user, last_day + timedelta(days=1))
        days = {"first_day": first_day, "last_day": last_day, "begins_at": begins_at, "ends_at": ends_at}
        stage = Stage.RUNNING if begins_at <= timezone.now() else Stage.PLANNED
        holiday = Holiday.objects.create(user=user, stage=stage, **days)
        _tell(user)
        return holiday


def end_holiday(*, user: User, holiday_id: int) -> None:
    """End a holiday now, or call off one that has not begun: the days that were not taken are there again."""
    with transaction.atomic():
        user = lock_person(user)
        holiday = user.holidays.filter(pk=holiday_id).exclude(stage=Stage.OVER).first()
        if holiday is None:
            return
        if holiday.begins_at > timezone.now():
            holiday.delete()
        else:
            # Whoever has flown west since may be back in the day before it began.
            holiday.last_day = max(holiday.first_day, today_of(user))
            holiday.ends_at, holiday.stage = timezone.now(), Stage.OVER
            holiday.save(update_fields=["last_day", "ends_at", "stage"])
        _tell(user)


def go_on_with_holidays() -> int:
    """Let what has begun begin and what is over end, as tables show it; several may sweep at once."""
    now = timezone.now()
    due = Holiday.objects.filter(Q(stage=Stage.PLANNED, begins_at__lte=now) | Q(stage=Stage.RUNNING, ends_at__lte=now))
    people = User.objects.filter(pk__in=due.values("user")).order_by("pk")
    return sum(_go_on(user) for user in people)


def days_left(user: User, year: int) -> int:
    """Return how many days of holiday somebody still has in a year."""
    return max(0, int(settings.HOLIDAY_DAYS) - _count(user.holidays.all(), year))


def today_of(user: User) -> date:
    """Return the day it is where somebody lives."""
    return timezone.localdate(timezone=zone_of(user) or UTC)


@transaction.atomic
def _go_on(user: User) -> int:
    user, now = lock_person(user), timezone.now()
    begun = user.holidays.filter(stage=Stage.PLANNED, begins_at__lte=now).update(stage=Stage.RUNNING)
    ended = user.holidays.filter(stage=Stage.RUNNING, ends_at__lte=now).update(stage=Stage.OVER)
    if begun or ended:
        _tell(user)
    return begun + ended


def _tell(user: User) -> None:
    """Keep the spans with the person, and let those who keep clocks know what they were. The caller holds the lock."""
    before = user.holiday_spans
    kept = user.holidays.filter(ends_at__gt=timezone.now() - KEPT)
    user.holiday_spans = [[row.begins_at.isoformat(), row.ends_at.isoformat()] for row in kept]
    user.save(update_fields=["holiday_spans"])
    holidays_changed.send(sender=User, user=user, before=before)


def _expect_days(user: User, first_day: date, last_day: date) -> None:
    today = today_of(user)
    if first_day < today:
        raise HolidayRefused(_("A holiday cannot begin in the past."))
    if last_day < first_day:
        raise HolidayRefused(_("The last day comes before the first one."))
    if last_day.year > today.year + 1:
        raise HolidayRefused(_("Plan no further than the end of next year."))
    if user.holidays.exclude(stage=Stage.OVER).filter(first_day__lte=last_day, last_day__gte=first_day).exists():
        raise HolidayRefused(_("You have planned a holiday in these days already."))
    for year in range(first_day.year, last_day.year + 1):
        if _count([Holiday(first_day=first_day, last_day=last_day)], year) > days_left(user, year):
            raise HolidayRefused(_("In %(year)s you have %(days)s left.") % {"year": year, "days": _left(user, year)})


def _left(user: User, year: int) -> str:
    days = days_left(user, year)
    return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}


def _count(holidays: Iterable[Holiday] | QuerySet[Holiday], year: int) -> int:
    """Count the days of holidays that lie in a year; a day that has begun counts."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    return sum(max(0, (min(row.last_day, last) - max(row.first_day, first)).days + 1) for row in holidays)


def _midnight(user: User, day: date) -> datetime:
    return datetime.combine(day, time.min, tzinfo=zone_of(user) or UTC).astimezone(UTC)
