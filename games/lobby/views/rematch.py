"""Playing again with the same people."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django_htmx.http import HttpResponseClientRedirect

from games.lobby.services.rematch import play_again
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.requests import person, post_at_table, table_or_404


@post_at_table
def rematch(request: HttpRequest, pk: int) -> HttpResponse:
    """To the next table with the same people; back to this one where that cannot be."""
    match = table_or_404(request, pk)
    try:
        return _lead_to(request, play_again(match_id=pk, user=person(request)))
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return _lead_to(request, match)


def _lead_to(request: HttpRequest, match: Match) -> HttpResponse:
    """Lead to a whole page, also for a button that a script sent."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(match.get_absolute_url())
    return redirect(match)
