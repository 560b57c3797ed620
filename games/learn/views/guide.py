"""The guide: its page, and the match it begins with."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.entrance.services.guests import welcome_guest
from accounts.models import User
from games.edition_words import words_of
from games.guide import LESSONS
from games.guide.selectors import guide_of, tables_for_guide
from games.guide.services import start_guide
from games.lobby.services.tables import DEFAULT_EDITION
from games.models import Match
from games.play.refusals import ActionRefused


@require_safe
@never_cache
def guide(request: HttpRequest) -> HttpResponse:
    """Show every explanation to be read again, and where the guide can be had."""
    user = request.user if isinstance(request.user, User) else None
    known = guide_of(user) if user else None
    match = known.match if known else None
    shown = {
        "lessons": LESSONS,
        "read": known.read if known else [],
        "match": match if match and match.status == Match.Status.RUNNING else None,
        "tables": [table for table in tables_for_guide(user) if table != match] if user else [],
        "words": words_of(match.edition_id if match else DEFAULT_EDITION),
    }
    return render(request, "games/guide/page.html", shown)


@require_POST
def start(request: HttpRequest) -> HttpResponse:
    """Show the guided match for whoever asks, with or without an account; one that is in play goes on."""
    edition_id, again = request.POST.get("edition_id", DEFAULT_EDITION), "again" in request.POST
    try:
        return redirect(start_guide(user=welcome_guest(request), edition_id=edition_id, again=again))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("lobby")
