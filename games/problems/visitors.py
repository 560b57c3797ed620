"""Who answers a problem: an account, or a word in the session of whoever has none."""

import secrets
from typing import Final

from django.http import HttpRequest

from accounts.models import User
from games.problems.selectors import Answerer

KEY: Final = "problem-visitor"


def answerer_of(request: HttpRequest, *, is_new: bool = False) -> Answerer:
    """Return who asks; whoever answers for the first time without an account gets a word for it."""
    user = request.user if isinstance(request.user, User) else None
    if user is None and is_new and KEY not in request.session:
        request.session[KEY] = secrets.token_urlsafe(16)
    return Answerer(user, request.session.get(KEY, ""))


def forget_visitor(request: HttpRequest) -> str:
    """Return the word of this session and take it out: what was answered by it is somebody's from now on."""
    session = getattr(request, "session", None)
    return str(session.pop(KEY, "")) if session is not None else ""
