"""What people and hosts do about a tournament: by plain forms, each answered with a page."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any, Concatenate

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from accounts.models import User
from accounts.people.guest_access import ask_to_register
from games.models import Tournament
from games.play.requests import person, settle
from games.tournaments.services import entering, hosting
from games.tournaments.services.locking import may_manage

View = Callable[Concatenate[HttpRequest, int, ...], HttpResponse]


def post_at_tournament(view: View) -> View:
    """Let somebody with an account act; a stranger logs in first and comes to the tournament, a guest registers."""

    @require_POST
    @never_cache
    @wraps(view)
    def check(request: HttpRequest, pk: int, **named: Any) -> HttpResponse:
        found = get_object_or_404(Tournament, pk=pk)
        if not isinstance(request.user, User):
            return redirect_to_login(found.get_absolute_url())
        return ask_to_register(request) if request.user.is_guest else view(request, pk, **named)

    return check


@post_at_tournament
def enter(request: HttpRequest, pk: int) -> HttpResponse:
    """Take part."""
    settle(request, partial(entering.enter, tournament_id=pk, user=person(request)), _("You take part."))
    return redirect("tournament", pk)


@post_at_tournament
def leave(request: HttpRequest, pk: int) -> HttpResponse:
    """Cease to take part."""
    settle(request, partial(entering.leave, tournament_id=pk, user=person(request)), _("You no longer take part."))
    return redirect("tournament", pk)


@post_at_tournament
def come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Say that one is there again."""
    words = _("Welcome back. You are paired again from the next round on.")
    settle(request, partial(entering.come_back, tournament_id=pk, user=person(request)), words)
    return redirect("tournament", pk)


@post_at_tournament
def begin(request: HttpRequest, pk: int) -> HttpResponse:
    """Let it begin before its time."""
    words = _("Entries are closed. The first round begins in a moment.")
    settle(request, partial(hosting.begin_now, actor=person(request), pk=pk), words)
    return redirect("tournament", pk)


@post_at_tournament
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask somebody by name."""
    name = request.POST.get("name", "")
    settle(request, partial(hosting.invite, actor=person(request), pk=pk, name=name), _("The invitation is sent."))
    return _back_to_manage(request, pk)


@post_at_tournament
def disqualify(request: HttpRequest, pk: int, entrant: int) -> HttpResponse:
    """Exclude somebody, for a reason that they read."""
    why = request.POST.get("why", "")
    act = partial(hosting.disqualify, actor=person(request), pk=pk, entrant_id=entrant, why=why)
    settle(request, act, _("They are disqualified."))
    return _back_to_manage(request, pk)


@post_at_tournament
def call_off(request: HttpRequest, pk: int) -> HttpResponse:
    """End it without a result."""
    act = partial(hosting.call_off, actor=person(request), pk=pk, why=request.POST.get("why", ""))
    settle(request, act, _("The tournament is called off."))
    return redirect("tournament", pk)


def _back_to_manage(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead back to the page of the host, or, whoever is none, to everybody's."""
    found = get_object_or_404(Tournament, pk=pk)
    return redirect("tournament-manage" if may_manage(found, request.user) else "tournament", pk)
