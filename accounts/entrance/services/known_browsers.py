"""Browsers in which somebody has logged in before: a flood of wrong guesses elsewhere does not slow these down."""

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse

from accounts.models import User

COOKIE = "known"
SALT = "accounts.known_browsers"
COOKIE_AGE = 365 * 24 * 60 * 60
MOST_PEOPLE = 5  # of one browser


def people_of(request: HttpRequest) -> list[int]:
    """List who logged in in this browser; what a stranger wrote into the cookie counts for nothing."""
    try:
        return list(signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=COOKIE_AGE))
    except signing.BadSignature:
        return []


def is_known(request: HttpRequest, user: User | None) -> bool:
    """Tell whether this person logged in in this browser before."""
    return user is not None and user.pk in people_of(request)


def remember_browser(*, request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Let the browser show next time that this person was here."""
    people = [user.pk, *(pk for pk in people_of(request) if pk != user.pk)][:MOST_PEOPLE]
    response.set_cookie(
        COOKIE,
        signing.dumps(people, salt=SALT),
        max_age=COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.HTTPS,
    )
