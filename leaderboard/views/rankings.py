"""The rankings, as a page and as the part of it that lives."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from leaderboard.choices import kinds_of, levels_of, tables_of
from leaderboard.selectors.rankings import LEASTS, RankingFilters, ranking_page


@require_safe
@never_cache
def rankings(request: HttpRequest) -> HttpResponse:
    """Show the whole page."""
    return render(request, "leaderboard/rankings.html", {**_shown(request), "leasts": LEASTS})


@require_safe
@never_cache
def live_rankings(request: HttpRequest) -> HttpResponse:
    """Show the table alone, as it is now."""
    return render(request, "leaderboard/ranking_rows.html", _shown(request))


def _shown(request: HttpRequest) -> dict[str, Any]:
    filters = RankingFilters.read(request.GET)
    found = ranking_page(filters, request.user)
    return {
        "filters": filters,
        "ranking": found,
        "tables": tables_of(filters),
        "kinds": kinds_of(),
        "levels": levels_of(filters.ladder),
        "following": filters.replaced(after=found.following).query if found.following else "",
        "top": filters.replaced().query,
    }
