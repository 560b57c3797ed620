"""The cards of an entry of the history, for a page that has just heard of it."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.edition_words import words_of
from games.play.requests import match_or_404
from games.play.selectors.visibility import seat_number_of
from games.table.moments import moments_at
from games.table.views.table import is_scripted


@require_safe
@never_cache
def moments(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show what an entry brought: to a script the cards alone, to anybody else a page of them."""
    match = match_or_404(request, pk)
    if match.is_closed:
        return redirect(match)
    words = words_of(match.edition_id)
    cards = moments_at(match, number, seat_number_of(match, request.user), words)
    if not cards:
        raise Http404
    template = "games/table/moments/cards.html" if is_scripted(request) else "games/table/moments/page.html"
    return render(request, template, {"match": match, "number": number, "cards": cards, "words": words})
