"""What other sites show of a finished match: share cards of its result and of any moment, and a page for frames."""

from collections.abc import Callable
from dataclasses import replace

from csp.decorators import csp_replace
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import conditional_page, require_safe

from games.engine import State, places, scores
from games.history.card import draw_card
from games.history.requests import finished_match_or_404, readable_match_or_404
from games.history.timeline import CannotReplay, timeline_of_match
from games.lobby.results import MatchRow, row_of
from games.models import Match
from games.models.match import DAY, HOUR


@require_safe
@conditional_page
def card(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a picture of the result."""
    match = finished_match_or_404(request, pk)
    return _picture(f"card/{match.pk}/{match.version}", lambda: row_of(match, request.user))


@require_safe
@conditional_page
def moment_card(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a picture of how the studios stood after an entry."""
    match = readable_match_or_404(request, pk)
    if number > match.number:
        raise Http404
    return _picture(f"card/{match.pk}/{match.version}/{number}", lambda: _row_at(request, match, number))


@require_safe
@xframe_options_exempt
@csp_replace({"frame-ancestors": ["*"]})  # type: ignore[arg-type] # its types know views without arguments only
def embed(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a small page of the result: the only one that other sites may put into a frame."""
    match = finished_match_or_404(request, pk)
    if match.shown_at is None:  # not for everybody to see
        raise Http404
    return render(request, "games/history/embed.html", {"row": row_of(match, AnonymousUser())})


def _row_at(request: HttpRequest, match: Match, number: int) -> MatchRow:
    """Return the match as it stood, with the points that everybody had then, the best first."""
    row = row_of(match, request.user)
    try:
        state = timeline_of_match(match).states[number]
    except CannotReplay as broken:
        raise Http404 from broken
    named = {result.studio: result for result in row.results}
    stood = [replace(named[studio], place=place, score=score, absence="") for studio, place, score in _stood(state)]
    name = _("%(name)s, move %(number)s") % {"name": row.name, "number": number}
    return replace(row, name=name, results=tuple(sorted(stood, key=lambda result: result.place or 0)))


def _stood(state: State) -> list[tuple[int, int, int]]:
    return list(zip(state.setup.studios, places(state), scores(state), strict=True))


def _picture(key: str, row: Callable[[], MatchRow]) -> HttpResponse:
    """Draw it once for all who ask. Whoever fetches it for another site tells no language of a reader."""
    picture = cache.get(key)
    if picture is None:
        with override("en"):
            picture = draw_card(row())
        cache.set(key, picture, DAY)
    answer = HttpResponse(picture, content_type="image/png")
    patch_cache_control(answer, private=True, max_age=HOUR)
    return answer
