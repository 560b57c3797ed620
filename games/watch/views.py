"""The page of running matches, and the one in the light as a part that lives."""

from typing import Any, Final

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.watch.featuring import featured_match
from games.watch.selectors import matches_with_seats, running_tables, tables_with_followed, watchers_of
from games.watch.values import feature, rows_of

TABLES_A_PAGE: Final = 12
FOLLOWED: Final = "followed"  # beside the paces: where people play whom the reader follows


@require_safe
@never_cache
def watch(request: HttpRequest) -> HttpResponse:
    """Show one match in the light and the others beside it."""
    return render(request, "games/watch/page.html", {**_listed(request), **_featured(request)})


@require_safe
@never_cache
def featured(request: HttpRequest) -> HttpResponse:
    """Show the match in the light alone, as it is now: with its whole board, or in small as on the first page."""
    small = {"small": request.GET.get("small") == "1"}
    return render(request, "games/watch/featured.html", {**_featured(request), **small})


@require_safe
@never_cache
def running(request: HttpRequest) -> HttpResponse:
    """Show the list alone, as it is now."""
    return render(request, "games/watch/list.html", _listed(request))


def _featured(request: HttpRequest) -> dict[str, Any]:
    match = featured_match()
    return {"featured": feature(match) if match else None}


def _listed(request: HttpRequest) -> dict[str, Any]:
    """Return a page of the list; all tables are counted, those of one page are read."""
    tables, followed = running_tables(), tables_with_followed(request.user)
    pace = request.GET.get("pace", "")
    chosen = [table for table in tables if table.pace == pace] if pace in Match.Pace.values else tables
    if pace == FOLLOWED:
        chosen = [table for table in tables if table.match_id in followed]
    page = Paginator(chosen, TABLES_A_PAGE).get_page(request.GET.get("page"))
    rows = rows_of(matches_with_seats([table.match_id for table in page]))
    counts = {pace: sum(table.pace == pace for table in tables) for pace in Match.Pace.values}
    counts[FOLLOWED] = sum(table.match_id in followed for table in tables)
    watching = sum(watchers_of(table.match_id for table in tables).values())
    return {"page": page, "rows": rows, "pace": pace, "counts": counts, "all": len(tables), "watching": watching}
