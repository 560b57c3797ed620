"""The table page: look, lay out a plan, answer, take back. Scripted browsers get only what changed."""

from collections.abc import Callable
from http import HTTPStatus

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from games.lobby.results import row_of
from games.lobby.views.tables import asked_from_room, show_room
from games.models import Match
from games.play.requests import leave_for, match_or_404, person, post_at_table, table_or_404
from games.play.selectors.visibility import seat_number_of
from games.table.answers import AnswerRefused, answer_by_move, answer_by_undo
from games.table.forms import read_seen
from games.table.link_preview import share_of_match
from games.table.next_table import draw_next
from games.table.plan import read_plan
from games.table.rendering import (
    Drawing,
    TableVersion,
    as_swaps,
    changes,
    draw,
    draw_older_log,
    draw_plan,
    order_of_others,
    since_mark,
)
from games.talk.panel import talk_of
from games.talk.presence import look


@require_safe
@never_cache
def table(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a table at any time of its life: the waiting room, the match, or a kind word that it is gone."""
    match = table_or_404(request, pk)
    if match.has_begun and (asked_from_room(request) or (match.is_closed and is_scripted(request))):
        return leave_for(request, match)
    if match.set_aside_at:
        return render(request, "games/tables/set_aside.html", {"match": match})
    if match.is_closed:
        return render(request, "games/tables/unknown_rules.html", _kept(request, match))
    if match.has_begun:
        return table_page(request, match)
    if match.status == Match.Status.DISSOLVED and isinstance(request.user, User):
        look(match=match, user=request.user)  # whoever reads it here needs no mail
    return show_room(request, match, "games/tables/page.html")


def table_page(request: HttpRequest, match: Match) -> HttpResponse:
    """Show the whole table, or for a scripted browser only what it lacks or what its plan changes."""
    viewer, language = seat_number_of(match, request.user), get_language() or "en"
    plan = read_plan(request.GET.get("pick", ""), request.GET.getlist("plan"))
    if is_scripted(request) and ("pick" in request.GET or "plan" in request.GET):
        return _show_changes(request, draw_plan(match, viewer, language, plan, read_seen(request.GET)))
    if is_scripted(request):
        return _show_lacking(request, match, read_seen(request.GET))
    drawing, seen = draw(match, viewer, language, plan), _look(request, match, viewer)
    shown = {
        "match": match,
        "viewer": viewer,
        "drawing": drawing,
        "since": since_mark(drawing, seen),
        "seen": seen,
        "next_table": draw_next(match, viewer, request.user, language),
        "others": order_of_others(match, viewer),
        "socket_url": _socket_url(request, match, language),
        "talk": talk_of(request, match),
        "share": share_of_match(match),
        "has_sound": True,
    }
    return render(request, "games/table/table.html", shown)


@post_at_table
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer what the table asks: by a bid, a pass, a take, or a plan of placements."""
    return _attempt(request, pk, answer_by_move)


@post_at_table
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back one's latest take or placing."""
    return _attempt(request, pk, answer_by_undo)


@require_safe
@never_cache
def older_log(request: HttpRequest, pk: int, before: int) -> HttpResponse:
    """Earlier entries of the log, a page at a time."""
    match = match_or_404(request, pk)
    if match.is_closed:
        return redirect(match)
    entries = draw_older_log(match, seat_number_of(match, request.user), get_language() or "en", before)
    template = "games/table/older.html" if is_scripted(request) else "games/table/log_page.html"
    return render(
        request, template, {"match": match, "entries": entries, "last": min(entries).number if entries else 0}
    )


def _attempt(request: HttpRequest, pk: int, answer: Callable[..., int]) -> HttpResponse:
    """Play for whoever asks; a refusal is told in words, with the fresh table."""
    follows = _is_followed(request)
    try:
        answer(match_id=pk, user=person(request), sent=request.POST, follows=follows)
    except AnswerRefused as refusal:
        return _say(request, pk, str(refusal))
    if follows:
        return HttpResponse(status=HTTPStatus.NO_CONTENT)
    return answer_with_table(request, match_or_404(request, pk))


def _is_followed(request: HttpRequest) -> bool:
    """Whether the page hears a living socket, which brings it the table anyway: then nothing is drawn or sent twice."""
    return is_scripted(request) and request.headers.get("X-Table-Socket") == "open"


def _say(request: HttpRequest, pk: int, words: str) -> HttpResponse:
    match = match_or_404(request, pk)
    messages.error(request, words)
    return answer_with_table(request, match)


def answer_with_table(request: HttpRequest, seen: Match) -> HttpResponse:
    """Show the fresh table: to a script what changed since the table that it saw, to a plain form the page."""
    if not is_scripted(request):
        return redirect(seen)
    match = match_or_404(request, seen.pk)
    if match.is_closed:
        return leave_for(request, match)
    return _show_lacking(request, match, read_seen(request.POST))


def _show_lacking(request: HttpRequest, match: Match, seen: TableVersion | None) -> HttpResponse:
    """Show what a page lacks; it is looked at, unless it says that it is behind another one."""
    viewer, language = seat_number_of(match, request.user), get_language() or "en"
    lacking = changes(match, viewer, language, seen)
    if "hidden" not in request.GET:
        _look(request, match, viewer)
    return _show_changes(request, lacking, draw_next(match, viewer, request.user, language))


def _show_changes(request: HttpRequest, lacking: Drawing, next_table: str = "") -> HttpResponse:
    """Parts and new entries of the log as out-of-band swaps, with whatever is to be said."""
    return render(request, "games/table/changes.html", {"swaps": SafeString(as_swaps(lacking, next_table))})


def _look(request: HttpRequest, match: Match, viewer: int | None) -> int:
    """Note that what is shown is seen; return up to where it was before; everything for whoever has no seat."""
    return match.number if viewer is None else look(match=match, user=person(request))


def _socket_url(request: HttpRequest, match: Match, language: str) -> str:
    """Where this table's news come from, in the language of the page."""
    asked = {"language": language, "token": request.GET.get("token", "")}
    return f"/ws/tables/{match.pk}/?{urlencode(asked)}"


def _kept(request: HttpRequest, match: Match) -> dict[str, object]:
    """Return what is told of a match that cannot be read."""
    return {"match": match, "row": row_of(match, request.user), "token": request.GET.get("token", "")}


def is_scripted(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
