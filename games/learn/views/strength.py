"""How strong the AI is."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.ai import measured
from games.learn.foresight import foresight
from games.learn.strength import strength_of


@require_safe
def strength(request: HttpRequest) -> HttpResponse:
    """Show the levels, and what was measured of them."""
    shown = {"strength": strength_of(measured.load()), "foresight": foresight()}
    return render(request, "games/strength/page.html", shown)
