"""What pages about tables do alike: find the table, do what was asked, say what came of it."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from accounts.people.guest_access import ask_to_log_in
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.selectors.visibility import address_end, find_table

View = Callable[Concatenate[HttpRequest, int, ...], HttpResponse]


def person(request: HttpRequest) -> User:
    """Return who asks, on pages that only somebody logged in reaches."""
    assert isinstance(request.user, User)
    return request.user


def table_or_404(request: HttpRequest, pk: int) -> Match:
    """Return the table, or the answer that there is none: whoever may not see it does not learn that it exists."""
    match = find_table(pk, request.user, request.GET.get("token", ""))
    if match is None:
        raise Http404
    return match


def match_or_404(request: HttpRequest, pk: int) -> Match:
    """Return the table, if a match has begun there."""
    match = table_or_404(request, pk)
    if not match.has_begun:
        raise Http404
    return match


def number_in(text: str) -> int:
    """Return the number of a row that a browser sends; zero, which no row has, for what is none or too large."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0


def post_at_table(view: View) -> View:
    """Let somebody act at a table. A stranger logs in first and comes to the table: nobody repeats a post for them."""
    return _post(view, _table_url)


def post_in_lobby(view: View) -> View:
    """Return the same for what is done in the lobby."""
    return _post(view, lambda _request, _pk: reverse("lobby"))


def settle(request: HttpRequest, act: Callable[[], object], done: str | Promise = "") -> bool:
    """Do it and say so, or say kindly why not."""
    try:
        act()
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return False
    if done:
        messages.success(request, str(done))
    return True


def say_errors(request: HttpRequest, form: BaseForm) -> None:
    """Say what is wrong with a form that is not shown again."""
    messages.error(request, " ".join(str(error) for errors in form.errors.values() for error in errors))


def leave_for(request: HttpRequest, match: Match) -> HttpResponse:
    """Send a scripted page, which can no longer be put right by parts, to the table's page as it is now."""
    return HttpResponseClientRedirect(_table_url(request, match.pk))


def back_to(request: HttpRequest, match: Match) -> HttpResponse:
    """To the table while one may see it, otherwise to the lobby."""
    found = find_table(match.pk, request.user)
    return redirect(found) if found else redirect("lobby")


def _table_url(request: HttpRequest, pk: int) -> str:
    return reverse("table", args=[pk]) + address_end(token=request.GET.get("token", ""))


def _post(view: View, page: Callable[[HttpRequest, int], str]) -> View:
    @require_POST
    @never_cache
    @wraps(view)
    def check(request: HttpRequest, pk: int, **kwargs: Any) -> HttpResponse:
        if isinstance(request.user, User):
            return view(request, pk, **kwargs)
        return ask_to_log_in(request, page(request, pk))

    return check
