"""How ratings are made, with a calculator."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.models.seat import AI_SHARE
from leaderboard.elo import FARTHEST, FULL_MEETINGS, MEETING_DAYS, NEWCOMER_K, NEWCOMER_MATCHES, POINT, SETTLED_K, START
from leaderboard.forms import CalculatorForm
from leaderboard.rating import OPENING

FORMULA = {
    "start": START // POINT,
    "farthest": FARTHEST,
    "newcomer_matches": NEWCOMER_MATCHES,
    "newcomer_k": NEWCOMER_K,
    "settled_k": SETTLED_K,
    "ai_share": AI_SHARE,
    "opening": OPENING,
    "full_meetings": FULL_MEETINGS,
    "meeting_days": MEETING_DAYS,
}


@require_safe
def formula(request: HttpRequest) -> HttpResponse:
    """Show the page; a calculation that is asked for stands in the address."""
    form = CalculatorForm(request.GET if "mine" in request.GET else CalculatorForm.example())
    return render(request, "leaderboard/formula.html", {"form": form, "outcome": form.outcome(), **FORMULA})
