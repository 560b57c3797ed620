"""What every page knows about its reader."""

from typing import Any

from django.http import HttpRequest

from accounts.models import User
from accounts.people.services.preferences import theme_of
from accounts.sanctions.selectors import unread_of
from accounts.staff.announcements import announcements_for


def theme(request: HttpRequest) -> dict[str, str]:
    """Give light, dark, or nothing where the device decides."""
    return {"theme": theme_of(request)}


def care(request: HttpRequest) -> dict[str, Any]:
    """Give what the site says to all, and what it told this reader and they have not read."""
    user = getattr(request, "user", None)  # an error page may be drawn before anybody looked who asks
    return {
        "announcements": announcements_for(request),
        "unread_sanctions": unread_of(user) if isinstance(user, User) else [],
    }
