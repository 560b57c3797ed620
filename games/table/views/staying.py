"""Coming to a table from a mail, coming back to one's seat, and leaving it for good."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.guest_access import login_required
from games.models import Match
from games.play.requests import match_or_404, person, post_at_table, settle
from games.play.selectors.visibility import seat_number_of
from games.play.services import conceding, deadlines
from games.table.views.table import answer_with_table


@require_safe
@never_cache
@login_required
def way(request: HttpRequest, pk: int) -> HttpResponse:
    """To the decision a mail tells of, past the door; whether there is such a table is told there."""
    place = "talk" if request.GET.get("to") == "talk" else "actions"
    return redirect(f"{reverse('table', args=[pk])}#{place}")


@post_at_table
def come_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take one's seat again from the AI."""
    match = match_or_404(request, pk)
    settle(request, lambda: deadlines.come_back(match_id=pk, user=person(request)))
    return answer_with_table(request, match)


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def concede(request: HttpRequest, pk: int) -> HttpResponse:
    """Says what leaving means, and leaves."""
    match = match_or_404(request, pk)
    if request.method == "POST":
        done = _("You left the match. The AI plays your studio to the end.")
        settle(request, lambda: conceding.concede(match_id=pk, user=person(request)), done)
        return redirect(match)
    if match.is_closed or match.status != Match.Status.RUNNING or seat_number_of(match, request.user) is None:
        return redirect(match)
    return render(request, "games/tables/concede.html", {"match": match})
