"""The history: everybody's public matches and one's own, as lists and as files."""

from typing import Any, Final

from allauth.core.internal import ratelimit
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseBase, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people.guest_access import login_required
from accounts.people.selectors import find_person
from games.history.filters import HistoryFilters
from games.history.paging import count_up_to, page_of
from games.history.records import stream_records
from games.history.selectors import OWN_DAY, PUBLIC_DAY, history_of, public_history
from games.lobby.forms.choices import editions
from games.lobby.results import for_list, rows_of
from games.models import Match
from games.play.requests import person

MATCHES_A_PAGE: Final = 25


@require_safe
@never_cache
def history(request: HttpRequest) -> HttpResponse:
    """Show what everybody may watch."""
    return _show(request, public_history(_filters(request)), PUBLIC_DAY)


@require_safe
@never_cache
@login_required
def my_history(request: HttpRequest) -> HttpResponse:
    """Show what the reader played."""
    return _show(request, history_of(person(request), _filters(request)), OWN_DAY)


@require_safe
@never_cache
def export(request: HttpRequest) -> HttpResponseBase:
    """Show every public match that the filters leave, as a file with a record in each line."""
    return _send(request, public_history(_filters(request)))


@require_safe
@never_cache
@login_required
def my_export(request: HttpRequest) -> HttpResponseBase:
    """Show the reader's own matches that the filters leave, in the same form."""
    return _send(request, history_of(person(request), _filters(request)))


def _filters(request: HttpRequest) -> HistoryFilters:
    return HistoryFilters.read(request.GET)


def _show(request: HttpRequest, matches: QuerySet[Match], day: str) -> HttpResponse:
    filters = _filters(request)
    # A form sends empty fields too: what asks for nothing need not stand in the address.
    if "" in request.GET.values():
        return redirect(f"{request.path}?{filters.query}".rstrip("?"))
    page = page_of(matches, filters.order(day), request.GET, MATCHES_A_PAGE, for_list)
    shown: dict[str, Any] = {
        "filters": filters,
        "page": page,
        "rows": rows_of(page.matches, request.user),
        "count": count_up_to(matches),
        "editions": editions(),
        "is_mine": day == OWN_DAY,
        "unknown_player": bool(filters.player) and find_person(filters.player) is None,
    }
    return render(request, "games/history/page.html", shown)


def _send(request: HttpRequest, matches: QuerySet[Match]) -> HttpResponseBase:
    """Many matches are much work: nobody asks for them again and again."""
    if not ratelimit.consume(request, app="allauth.account", action="export_matches", limit_get=True):
        return ratelimit.respond_429(request)
    answer = StreamingHttpResponse(stream_records(matches), content_type="application/x-ndjson")
    answer["Content-Disposition"] = 'attachment; filename="dream-factory-matches.jsonl"'
    return answer
