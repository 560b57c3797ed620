"""What the site says on every page now: read from the database a few times a minute, however many pages are shown."""

from typing import Final

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from accounts.models import Announcement

KEY: Final = "announcements"
KEPT_SECONDS: Final = 10
COOKIE: Final = "heard"
COOKIE_AGE: Final = 90 * 24 * 60 * 60
MOST_REMEMBERED: Final = 30
LONGEST_NUMBER: Final = 18  # digits


def announcements_for(request: HttpRequest) -> list[Announcement]:
    """Return those of this moment that were not put away in this browser."""
    heard, now = heard_in(request), timezone.now()
    coming = cache.get(KEY)
    if coming is None:
        coming = list(Announcement.objects.filter(ends_at__gt=now).order_by("begins_at"))
        cache.set(KEY, coming, KEPT_SECONDS)
    return [words for words in coming if words.begins_at <= now < words.ends_at and words.pk not in heard]


def forget_announcements() -> None:
    """Read them anew at once, in this process and wherever the cache is shared."""
    cache.delete(KEY)


def heard_in(request: HttpRequest) -> list[int]:
    """Return what was put away in this browser."""
    remembered = request.COOKIES.get(COOKIE, "").split(".")[-MOST_REMEMBERED:]
    return [int(number) for number in remembered if number.isdecimal() and len(number) <= LONGEST_NUMBER]


def put_away(*, request: HttpRequest, response: HttpResponse, announcement_id: int) -> None:
    """Say it no more in this browser."""
    heard = [*heard_in(request), announcement_id][-MOST_REMEMBERED:]
    response.set_cookie(
        COOKIE,
        ".".join(map(str, heard)),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
