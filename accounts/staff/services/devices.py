"""With which browser people come: two who share one are perhaps one person, a couple, or a café's guests.

A browser carries a random number. What is kept of it is a hash by the site's own key, together with the browser's name:
who reads the table finds out neither, and cannot follow anybody anywhere.
"""

import re
import secrets
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import salted_hmac

from accounts.models import DeviceSighting, User
from accounts.models.address import LONGEST_DEVICE

COOKIE: Final = "device"
SALT: Final = "accounts.devices"
KEPT_FOR: Final = timedelta(days=90)
TOKEN: Final = re.compile(r"[A-Za-z0-9_-]{22}")
# Where a request keeps the number that its answer has to hand to the browser.
NEW: Final = "new_device_token"


def note_device(*, user: User, request: HttpRequest) -> None:
    """Remember for some weeks with which browser somebody came; one that has no number yet gets it with the answer."""
    token = _token_of(request)
    if not token:
        token = secrets.token_urlsafe(16)
        setattr(request, NEW, token)
    DeviceSighting.objects.update_or_create(
        user=user, device=device_of(token, request.headers.get("User-Agent", "")), defaults={"last_at": timezone.now()}
    )


def mark_device(*, request: HttpRequest, response: HttpResponse) -> None:
    """Hand the browser the number that was drawn for it."""
    token = getattr(request, NEW, "")
    if token:
        response.set_cookie(
            COOKIE,
            token,
            max_age=KEPT_FOR,
            httponly=True,
            samesite="Lax",
            secure=settings.HTTPS,
        )


def device_of(token: str, user_agent: str) -> str:
    """Return what is kept of a browser."""
    return salted_hmac(SALT, f"{token}/{user_agent}", algorithm="sha256").hexdigest()[:LONGEST_DEVICE]


def forget_old_devices() -> None:
    """Keep devices no longer than they serve."""
    DeviceSighting.objects.filter(last_at__lt=timezone.now() - KEPT_FOR).delete()


def _token_of(request: HttpRequest) -> str:
    """Return the number that a browser shows; what cannot be one of ours counts for nothing."""
    token = getattr(request, NEW, "") or request.COOKIES.get(COOKIE, "")
    return token if TOKEN.fullmatch(token) else ""
