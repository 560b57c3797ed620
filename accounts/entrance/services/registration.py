"""Becoming somebody here."""

from allauth.usersessions.models import UserSession
from django.contrib.auth import update_session_auth_hash
from django.http import HttpRequest
from django.utils.translation import get_language

from accounts.models import User
from accounts.people.services.preferences import theme_of


def register(*, request: HttpRequest, user: User, username: str, email: str, password1: str) -> None:
    """Write the account, with what the browser already knows of its owner's wishes."""
    was_guest = user.is_guest
    user.username, user.email, user.is_guest = username, email, False
    user.language = get_language() or ""
    user.theme = theme_of(request) or user.theme
    user.set_password(password1)
    if was_guest:
        keep_session(request, user)
    else:
        user.save()


def keep_session(request: HttpRequest, user: User) -> None:
    """Write a former guest's row; they stay at their table instead of being thrown out by the new password."""
    user.save(update_fields=["username", "email", "is_guest", "language", "theme", "password"])
    request.user = user
    request.session.set_expiry(None)  # no longer that of a guest
    update_session_auth_hash(request, user)
    UserSession.objects.create_from_request(request)
