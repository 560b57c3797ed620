"""The time zones one can choose, and the one that somebody chose or their browser told of."""

from collections import defaultdict
from functools import cache
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError, available_timezones

from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from accounts.models import User

ZONE_COOKIE = "zone"  # static/js/site.js writes it
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
    """Offer the browser's and the site's time first, then every zone under its continent."""
    first = [("", str(_("Same as your browser"))), ("UTC", str(_("The site’s own time (UTC)")))]
    return [*first, *zones_by_continent().items()]


def zone_of(user: User) -> ZoneInfo | None:
    """Find somebody's time zone: the one they chose, or their browser's; else, or where it is gone, the site's own."""
    return zone_named(user.time_zone or user.browser_zone)


def zone_named(name: str) -> ZoneInfo | None:
    """Find a zone; None where there is none of that name."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return None


def zone_told(request: HttpRequest) -> str:
    """Read which zone the browser says it is in; what is no zone counts for nothing."""
    told = request.COOKIES.get(ZONE_COOKIE, "")
    return told if told in all_zones() else ""


@cache
def all_zones() -> frozenset[str]:
    """Return every name a browser may call its zone by, the old ones too."""
    return frozenset(available_timezones())
