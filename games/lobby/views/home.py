"""The first page, and the match that can be had from it at once."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.entrance.services.guests import welcome_guest
from accounts.models import User
from games.lobby.forms.quick_start import QuickStartForm
from games.lobby.services.tables import quick_start
from games.lobby.sharing import share_of_home
from games.lobby.views.lobby import lobby
from games.play.refusals import ActionRefused
from games.play.requests import say_errors


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show a stranger what this is, and a player their tables."""
    if isinstance(request.user, User):
        return lobby(request)
    return render(request, "home.html", {"share": share_of_home()})


@require_POST
def try_now(request: HttpRequest) -> HttpResponse:
    """Show a match against AIs for whoever asks, with or without an account."""
    form = QuickStartForm(request.POST)
    if not form.is_valid():
        say_errors(request, form)
        return redirect("lobby")
    try:
        return redirect(quick_start(user=welcome_guest(request), **form.cleaned_data))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("lobby")
