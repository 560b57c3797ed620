"""When somebody may be told something, in their own zone, whatever the clocks there do in spring and autumn."""

from datetime import UTC, datetime, time, timedelta

from accounts.models import User
from accounts.time_zones import zone_of


def quiet_until(user: User, now: datetime) -> datetime | None:
    """Return when somebody's quiet hours end; None outside of them, and for who has none."""
    if user.quiet_from is None or user.quiet_until is None or user.quiet_from == user.quiet_until:
        return None
    local = now.astimezone(zone_of(user) or UTC)
    if (local.hour - user.quiet_from) % 24 >= (user.quiet_until - user.quiet_from) % 24:
        return None
    return next_at(user, user.quiet_until, now)


def next_at(user: User, hour: int, now: datetime) -> datetime:
    """Return when it will next be that hour where somebody lives."""
    zone = zone_of(user) or UTC
    today = now.astimezone(zone).date()
    moments = (datetime.combine(today + timedelta(days=day), time(hour), zone).astimezone(UTC) for day in range(3))
    return next(moment for moment in moments if moment > now)
