"""Opening a table, its waiting room, and changing its options."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.people.guest_access import login_required
from accounts.people.name_badges import add_badges
from games.lobby.forms.choices import all_levels
from games.lobby.forms.table import TableForm, said_of
from games.lobby.selectors import waiting_room_of
from games.lobby.services.tables import change_options, open_table
from games.lobby.sharing import share_of_room
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.requests import person, table_or_404
from games.play.selectors.visibility import address_end, find_table, has_token

# What a link to the form of a new table may have chosen already.
CHOSEN_BY_LINK = {"pace": Match.Pace.values, "slow_auctions": Match.Auctions.values}


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: HttpRequest) -> HttpResponse:
    """Show the form of a new table; a full one begins at once."""
    asked = {name: value for name, value in request.GET.items() if value in CHOSEN_BY_LINK.get(name, ())}
    form = TableForm(request.POST if request.method == "POST" else None, host=person(request), initial=asked)
    if request.method == "POST" and form.is_valid():
        invited = form.cleaned_data["invited"]
        try:
            return redirect(
                open_table(host=form.host, options=form.options(), ai_levels=form.ai_levels(), invited=invited)
            )
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "games/tables/new.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def options(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the same form for a table where nobody else sits yet."""
    match = table_or_404(request, pk)
    if not waiting_room_of(match, request.user).may_change or match.status != Match.Status.OPEN:
        messages.error(request, _("The options of this table can no longer be changed."))
        return redirect(match)
    form = TableForm(request.POST if request.method == "POST" else None, host=person(request), initial=said_of(match))
    if request.method == "POST" and form.is_valid():
        try:
            change_options(match_id=pk, host=form.host, options=form.options(), ai_levels=form.ai_levels())
            return redirect(match)
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
    return render(
        request, "games/tables/options.html", {"form": form, "match": match}, status=422 if form.errors else 200
    )


@require_safe
@never_cache
def room(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the living part of the waiting room; when the match has begun, the browser goes there."""
    match = find_table(pk, request.user, request.GET.get("token", ""))
    if match is None and asked_from_room(request):
        return _leave_room(reverse("lobby"))
    if match is None:
        raise Http404
    if match.status != Match.Status.OPEN:
        return _leave_room(match.get_absolute_url())
    return show_room(request, match, "games/tables/room.html")


def show_room(request: HttpRequest, match: Match, template: str, token: str = "") -> HttpResponse:
    """Render the waiting room for whoever asks."""
    token = token or request.GET.get("token", "")
    token = token if has_token(match, token) else ""
    room = waiting_room_of(match, request.user)
    add_badges(seat.user for seat in room.seats)
    shown: dict[str, Any] = {
        "room": room,
        "match": match,
        "levels": all_levels(),
        "token": token,
        "room_url": match.get_absolute_url() + address_end(token=token),
        "invite_link": settings.SITE_URL + reverse("table-link", args=[match.invite_token]),
    }
    return render(request, template, shown | {"share": share_of_room(room, token)})


def asked_from_room(request: HttpRequest) -> bool:
    """Tell whether the waiting room of an open page asks, which a match or the lobby cannot be put into."""
    return getattr(request, "htmx", None) is not None and request.htmx.target == "room"  # type: ignore[attr-defined]


def _leave_room(url: str) -> HttpResponse:
    return HttpResponseClientRedirect(url)
