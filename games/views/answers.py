"""What all pages of the lobby do alike: find the table, do what was asked, say what came of it."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise

from accounts.models import User
from games.models import Match
from games.selectors.visibility import find_table
from games.services.refusals import LobbyRefused


def person(request: HttpRequest) -> User:
    """Who asks, on pages that only somebody logged in reaches."""
    assert isinstance(request.user, User)
    return request.user


def table_or_404(request: HttpRequest, pk: int) -> Match:
    """The table, or the answer that there is none: whoever may not see it does not learn that it exists."""
    match = find_table(pk, request.user, request.GET.get("token", ""))
    if match is None:
        raise Http404
    return match


def settle(request: HttpRequest, act: Callable[[], object], done: str | Promise = "") -> bool:
    """Does it and says so, or says kindly why not."""
    try:
        act()
    except LobbyRefused as refusal:
        messages.error(request, str(refusal))
        return False
    if done:
        messages.success(request, str(done))
    return True


def back_to(request: HttpRequest, match: Match) -> HttpResponse:
    """To the table while one may see it, otherwise to the lobby."""
    found = find_table(match.pk, request.user)
    return redirect(found) if found else redirect("lobby")
