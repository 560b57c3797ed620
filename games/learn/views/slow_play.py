"""Slow play, explained."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.learn.slow_play import slow_play


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    """Show how slow matches are played, and how long they take."""
    return render(request, "games/slow_play/page.html", {"chart": slow_play()})
