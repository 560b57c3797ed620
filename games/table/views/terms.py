"""Time and seats at a table: its terms in words, a pause or an end by agreement, and seats for substitutes."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.lobby.services import invitations, substitutes
from games.models import Match
from games.play.requests import match_or_404, number_in, person, post_at_table, settle
from games.play.services import agreements
from games.table.terms import terms_of


@require_safe
@never_cache
def terms(request: HttpRequest, pk: int) -> HttpResponse:
    """Say how time runs at this table, and what can be done about it."""
    match = match_or_404(request, pk)
    if match.is_closed or match.status != Match.Status.RUNNING:
        return redirect(match)
    return render(request, "games/tables/terms.html", {"match": match, "terms": terms_of(match, request.user)})


@post_at_table
def propose(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a pause or an end."""
    kind = request.POST.get("kind", "")
    return _act(request, pk, lambda: agreements.propose(match_id=pk, user=person(request), kind=kind))


@post_at_table
def answer(request: HttpRequest, pk: int) -> HttpResponse:
    """Agree to what is asked, or not."""
    asked, agrees = number_in(request.POST.get("proposal", "")), request.POST.get("answer") == "agree"
    return _act(
        request,
        pk,
        lambda: agreements.answer(match_id=pk, user=person(request), proposal_id=asked, agrees=agrees),
    )


@post_at_table
def go_on(request: HttpRequest, pk: int) -> HttpResponse:
    """Let a match go on that its people paused."""
    return _act(request, pk, lambda: agreements.go_on(match_id=pk, user=person(request)), _("The match goes on."))


@post_at_table
def take_over(request: HttpRequest, pk: int) -> HttpResponse:
    """Take over the seat of somebody who stays away."""
    match = match_or_404(request, pk)
    done = _("The seat is yours to the end of the match.")
    is_done = settle(request, lambda: substitutes.take_over(match_id=pk, user=person(request)), done)
    return redirect(match) if is_done else redirect("table-terms", pk)


@post_at_table
def invite(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask somebody by name to take over a seat."""
    name = request.POST.get("name", "")
    done = _("%(name)s is invited.") % {"name": name}
    return _act(
        request,
        pk,
        lambda: invitations.invite_substitute(match_id=pk, inviter=person(request), name=name),
        done,
    )


def _act(request: HttpRequest, pk: int, act: Callable[[], object], done: str | Promise = "") -> HttpResponse:
    match_or_404(request, pk)
    settle(request, act, done)
    return redirect("table-terms", pk)
