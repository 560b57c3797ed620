"""How somebody wants the site: kept with the account, or in cookies for a stranger."""

from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse

from accounts.models import Theme, User
from accounts.models.user import NOTICES

THEME_COOKIE = "theme"
COOKIE_AGE = 365 * 24 * 60 * 60


def theme_of(request: HttpRequest) -> str:
    """Find light or dark as chosen, or nothing where the device decides."""
    # An error page may be drawn before anybody looked who asks.
    user = getattr(request, "user", None)
    chosen = user.theme if isinstance(user, User) else request.COOKIES.get(THEME_COOKIE, "")
    return chosen if chosen in {Theme.LIGHT, Theme.DARK} else ""


def choose_theme(*, user: User | AnonymousUser, theme: str, response: HttpResponse) -> None:
    """Remember the theme, in this browser and with the account."""
    keep_cookie(response, THEME_COOKIE, theme)
    if isinstance(user, User):
        user.theme = theme
        user.save(update_fields=["theme"])


def choose_language(*, user: User | AnonymousUser, language: str, response: HttpResponse) -> None:
    """Remember the language, in this browser and with the account."""
    keep_cookie(response, settings.LANGUAGE_COOKIE_NAME, language)
    if isinstance(user, User):
        user.language = language
        user.save(update_fields=["language"])


def keep_zone_told(*, request: HttpRequest, user: User, zone: str) -> None:
    """Remember the zone of somebody's browser, for tables and mails, unless they chose one themselves.

    A few times an hour at most: all their tables are drawn anew for it, and a cookie can say another zone each time.
    """
    if not zone or user.time_zone or zone == user.browser_zone:
        return
    if ratelimit.consume(request, app="allauth.account", action="zone", user=user, limit_get=True):
        user.browser_zone = zone
        user.save(update_fields=["browser_zone"])


def keep_cookie(response: HttpResponse, name: str, value: str) -> None:
    """Leave a wish in the browser for a year."""
    response.set_cookie(name, value, max_age=COOKIE_AGE, samesite="Lax", secure=settings.HTTPS)


def stop_notice(*, user_id: int, notice: str) -> None:
    """Write to somebody about this no more; letters that wait are dropped when their time comes.

    Who wants no more of the one mail a day, which stands for all others, wants none of these either.
    """
    off = {notice: False} if notice in NOTICES else {"digest_hour": None, **dict.fromkeys(NOTICES, False)}
    User.objects.filter(pk=user_id).update(**off)
