"""Looking for a live table, as a part of the lobby."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe
from django_htmx.http import HttpResponseClientRedirect

from accounts.entrance.services.guests import welcome_guest
from accounts.models import User
from games.lobby.seek.forms import SeekForm
from games.lobby.seek.selectors import found_for, seek_of, usual_wait, waiting
from games.lobby.seek.services import start_seek, stop_seek
from games.play.requests import number_in, say_errors, settle
from games.play.selectors.visibility import Viewer


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Begin to look; a stranger does so as a guest. Where a table is found at once, that is the answer."""
    form = SeekForm(request.POST, viewer=request.user)
    if not form.is_valid():
        say_errors(request, form)
        return redirect("lobby")
    user = welcome_guest(request)
    found: list[Any] = []
    settle(request, lambda: found.append(start_seek(user=user, **form.said())))
    return redirect(found[0].match) if found and found[0].match else redirect("lobby")


@require_POST
def stop(request: HttpRequest) -> HttpResponse:
    """Look no more; whoever is not known here looks for nothing."""
    if isinstance(request.user, User):
        stop_seek(user=request.user)
    return redirect("lobby")


@require_safe
@never_cache
def seek(request: HttpRequest) -> HttpResponse:
    """Show the part alone, as it is now; an open page whose table was found goes there."""
    if isinstance(request.user, User) and (number := number_in(request.GET.get("looking", ""))):
        match = found_for(request.user, number)
        if match is not None:
            return HttpResponseClientRedirect(match.get_absolute_url())
    return render(request, "games/lobby/seek/part.html", seek_part(request.user))


def seek_part(viewer: Viewer) -> dict[str, Any]:
    """Return all that the part shows."""
    return {
        "seek": seek_of(viewer),
        "seek_form": SeekForm(viewer=viewer),
        "looking": waiting().count(),
        "usual_wait": usual_wait(),
    }
