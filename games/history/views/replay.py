"""Watching a match again: any moment of it by its number, for whoever may see it."""

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control, patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import conditional_page, require_safe

from games.history.charts import draw_charts
from games.history.replay import MatchReplay, cursor_of, replay_of_match
from games.history.timeline import CannotReplay, StillSealed
from games.models import Match
from games.play.requests import match_or_404
from games.table.link_preview import share_of_moment
from games.table.rendering import order_of_others


@require_safe
@conditional_page
def replay(request: HttpRequest, pk: int, number: int | None = None) -> HttpResponse:
    """Show the table after an entry, from the viewer's right to know."""
    match = match_or_404(request, pk)
    try:
        replay = replay_of_match(request, match)
    except StillSealed:
        messages.info(
            request, _("Others are still playing the same deal. You can watch this match again when all are done.")
        )
        return redirect(match)
    except CannotReplay:
        if not match.is_closed:  # its page says why
            messages.error(request, _("This match cannot be replayed. Its result and its log are still here."))
        return redirect(match)
    frame = settings.SITE_URL + reverse("table-embed", args=[match.pk]) if match.shown_at else ""
    return watch(
        request, replay, number, {"match": match, "share": share_of_moment(match, number or 0), "frame": frame}
    )


def watch(request: HttpRequest, replay: MatchReplay, number: int | None, shown: dict[str, object]) -> HttpResponse:
    """Show the page of a moment, or for a scripted browser the parts that change with it."""
    if number is None:
        return redirect(replay.address(_asked_number(request, replay)))
    if number > replay.timeline.last:
        raise Http404
    shown |= {"replay": replay, "cursor": cursor_of(replay, number), "parts": replay.draw(number)}
    if getattr(request, "htmx", False):
        return _fragment(render(request, "games/history/cursor.html", shown))
    size = len(replay.people)
    shown |= {"charts": draw_charts(replay), "others": order_of_others(Match(size=size), replay.viewer)}
    answer = render(request, "games/history/replay.html", shown)
    patch_cache_control(answer, private=True, no_cache=True, no_store=True)
    return answer


def _asked_number(request: HttpRequest, replay: MatchReplay) -> int:
    """Return where the slider stands, or up to where somebody had seen it; else the beginning."""
    said = request.GET.get("number", "") or request.GET.get("from", "")
    return min(int(said), replay.timeline.last) if said.isdecimal() and len(said) < 7 else 0


def _fragment(answer: HttpResponse) -> HttpResponse:
    """Parts of a moment never change once a match is over: a browser asks whether they did, and keeps them."""
    patch_cache_control(answer, private=True, no_cache=True)
    patch_vary_headers(answer, ["HX-Request", "Cookie"])
    return answer
