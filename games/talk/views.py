"""Talk and notes at a table: by plain forms, and for scripted browsers as what changed."""

from typing import Final

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import ChatLine, Match
from games.play.refusals import ActionRefused
from games.play.requests import person, post_at_table, table_or_404
from games.play.selectors.visibility import address_end, find_table
from games.talk.conversation import draw_lines
from games.talk.forms import read_line_number
from games.talk.panel import talk_of
from games.talk.services import keep_note, say

ROOM_LINES: Final = "games/talk/room_lines.html"


@post_at_table
def say_something(request: HttpRequest, pk: int) -> HttpResponse:
    """Say one line."""
    match = table_or_404(request, pk)
    try:
        line = say(match=match, user=person(request), text=request.POST.get("text", ""))
    except ActionRefused as refusal:
        return _refuse(request, match, refusal, "talk-note")
    return _show_said(request, match, line) if _scripted(request) else _back(request, match, "talk")


@post_at_table
def write_notes(request: HttpRequest, pk: int) -> HttpResponse:
    """Keep what somebody writes for themselves."""
    match = table_or_404(request, pk)
    try:
        keep_note(match=match, user=person(request), text=request.POST.get("text", ""))
    except ActionRefused as refusal:
        return _refuse(request, match, refusal, "notes-note")
    if _scripted(request):
        return _note(request, "notes-note", _("Saved"))
    messages.success(request, _("Your notes are saved."))
    return _back(request, match, "notes")


@require_safe
@never_cache
def conversation(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the talk on a page of its own, and its earlier lines, a page at a time."""
    template = _talk_template(request)
    if template == ROOM_LINES and find_table(pk, request.user, request.GET.get("token", "")) is None:
        return HttpResponse(status=204)  # whoever was sent away: the room itself leads its page elsewhere
    match = table_or_404(request, pk)
    before = read_line_number(request.GET.get("before", ""))
    return render(request, template, {"match": match, "talk": talk_of(request, match, before=before), "before": before})


def _talk_template(request: HttpRequest) -> str:
    """Return what an open page asks for: earlier lines, or, in a waiting room, the lines as they are now."""
    if not _scripted(request):
        return "games/talk/page.html"
    is_room = request.htmx.target == "talk-lines"  # type: ignore[attr-defined]
    return ROOM_LINES if is_room else "games/talk/older.html"


def _show_said(request: HttpRequest, match: Match, line: ChatLine) -> HttpResponse:
    """Show the line at the end of the talk, though its socket be away; the form is told to empty itself."""
    lines = draw_lines(match, person(request), [line])
    response = render(request, "games/talk/said.html", {"lines": lines.values()})
    response["HX-Trigger"] = "talk-said"
    return response


def _refuse(request: HttpRequest, match: Match, refusal: ActionRefused, note: str) -> HttpResponse:
    """Say why, beside the form for a script and above the page otherwise; what was written stays in the form."""
    if _scripted(request):
        return _note(request, note, str(refusal))
    messages.error(request, str(refusal))
    return _back(request, match, note.partition("-")[0])


def _note(request: HttpRequest, note: str, words: str) -> HttpResponse:
    return render(request, "games/talk/note.html", {"note": note, "words": words})


def _back(request: HttpRequest, match: Match, place: str) -> HttpResponse:
    """To the part of the page one came from, by the link one came with."""
    return redirect(f"{match.get_absolute_url()}{address_end(token=request.GET.get('token', ''))}#{place}")


def _scripted(request: HttpRequest) -> bool:
    return bool(getattr(request, "htmx", False))
