"""How fast AIs answer at a table: fast from now on, or at once until it is one's turn."""

from django.http import HttpRequest, HttpResponse

from games.play.requests import match_or_404, person, post_at_table, settle
from games.play.services.pace import set_fast, skip_to_turn
from games.table.views.table import answer_with_table


@post_at_table
def pace(request: HttpRequest, pk: int) -> HttpResponse:
    """Make the AIs fast or let them take their time, or skip to one's turn."""
    match, user = match_or_404(request, pk), person(request)
    if "skip" in request.POST:
        settle(request, lambda: skip_to_turn(match_id=pk, user=user))
    else:
        settle(request, lambda: set_fast(match_id=pk, user=user, fast=request.POST.get("fast") == "on"))
    return answer_with_table(request, match)
