"""The time zones one can choose, and the one somebody chose."""

from collections import defaultdict
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.utils.translation import gettext_lazy as _

from accounts.models import User

Choice = tuple[str, str]
CONTINENTS = ("Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific")


@cache
def zones_by_continent() -> dict[str, list[Choice]]:
    """Sort the zones of the world by the part of it they lie in; historical aliases stay away."""
    zones: dict[str, list[Choice]] = defaultdict(list)
    for zone in sorted(available_timezones()):
        continent, _slash, place = zone.partition("/")
        if continent in CONTINENTS:
            zones[continent].append((zone, place.replace("_", " ").replace("/", ", ")))
    return zones


def time_zone_choices() -> list[Choice | tuple[str, list[Choice]]]:
    """Offer the site's time first, then every zone under its continent."""
    return [("", str(_("The site's own time (UTC)"))), *zones_by_continent().items()]


def zone_of(user: User) -> ZoneInfo | None:
    """Find somebody's time zone; the site's own where they chose none, or one that no longer exists."""
    try:
        return ZoneInfo(user.time_zone) if user.time_zone else None
    except (ZoneInfoNotFoundError, ValueError):
        return None
