"""The table page: look, lay out a plan, answer, take back. Scripted browsers get only what changed."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.engine import Bid, Discard, Move, Pass, Refused, Take
from games.models import Match
from games.refusals import sentence_of
from games.selectors.play import seat_number_of
from games.services.play import NotAllowed, Played, TableMoved, play_moves, undo
from games.table.plan import NO_PLAN, Plan, read_plan
from games.table.rendering import Drawing, Standing, changes, draw, draw_older_log
from games.views.answers import person, table_or_404


def table_page(request: HttpRequest, match: Match) -> HttpResponse:
    """The whole table, or for a scripted browser the parts that its wish changes."""
    viewer = seat_number_of(match, request.user)
    plan = read_plan(request.GET.get("pick", ""), request.GET.getlist("plan"))
    language = get_language() or "en"
    if getattr(request, "htmx", False):
        return _changed(request, match, viewer, plan)
    drawing = draw(match, viewer, language, plan)
    shown = {"match": match, "viewer": viewer, "drawing": drawing, "others": _others(match, viewer)}
    return render(request, "games/table/table.html", shown)


@require_POST
@login_required
@never_cache
def move(request: HttpRequest, pk: int) -> HttpResponse:
    """An answer to what the table asks: a bid, a pass, a take, or a plan of placements."""
    match = table_or_404(request, pk)
    moves = _moves(request)
    if not moves:
        return _say(request, match, _("That was no move. Here is the table as it stands."))
    return _attempt(request, match, lambda seat, number, key: play_moves(
        match_id=pk, seat=seat, moves=moves, number=number, key=key
    ))


@require_POST
@login_required
@never_cache
def take_back(request: HttpRequest, pk: int) -> HttpResponse:
    """Takes back one's latest take or placing."""
    match = table_or_404(request, pk)
    return _attempt(request, match, lambda seat, number, key: undo(match_id=pk, seat=seat, number=number, key=f"{key}.undo"))


@require_safe
@never_cache
def older_log(request: HttpRequest, pk: int, before: int) -> HttpResponse:
    """Earlier entries of the log, a page at a time."""
    match = table_or_404(request, pk)
    entries = draw_older_log(match, get_language() or "en", before)
    template = "games/table/older.html" if getattr(request, "htmx", False) else "games/table/log_page.html"
    return render(request, template, {"match": match, "entries": entries, "last": min(entries, default=0)})


def _attempt(request: HttpRequest, match: Match, play: Callable[[int, int, str], Played]) -> HttpResponse:
    """Plays for the seat of whoever asks; a refusal is told in words, with the fresh table."""
    seat = seat_number_of(match, request.user)
    number = request.POST.get("number", "")
    if seat is None:
        return _say(request, match, _("You do not sit at this table."))
    if not number.isascii() or not number.isdigit() or len(number) > 9:
        return _say(request, match, _("That was no move. Here is the table as it stands."))
    try:
        play(seat, int(number), request.POST.get("key", "")[:48])
    except Refused as refusal:
        return _say(request, match, sentence_of(refusal))
    except TableMoved:
        return _say(request, match, _("The table has moved on. Here it is as it stands."))
    except NotAllowed:
        return _say(request, match, _("There is nothing left to take back."))
    return _answer(request, match)


def _moves(request: HttpRequest) -> list[Move]:
    """The moves a form sends; none where it says nothing that could be one."""
    sent = request.POST
    amount = sent.get("bid", "")
    if "pass" in sent:
        return [Pass()]
    if amount.isascii() and amount.isdigit() and len(amount) < 9:
        return [Bid(int(amount))]
    if "take" in sent:
        return [Take(sent["take"])]
    if "discard" in sent:
        return [Discard(tile) for tile in sent.getlist("discard")]
    return list(read_plan("", sent.getlist("plan")).moves)


def _say(request: HttpRequest, match: Match, words: str) -> HttpResponse:
    messages.error(request, words)
    return _answer(request, match)


def _answer(request: HttpRequest, match: Match) -> HttpResponse:
    """The fresh table: to a script what changed, to a plain form the page."""
    if not getattr(request, "htmx", False):
        return redirect(match)
    match = Match.objects.get(pk=match.pk)
    return _changed(request, match, seat_number_of(match, request.user), NO_PLAN)


def _changed(request: HttpRequest, match: Match, viewer: int | None, plan: Plan) -> HttpResponse:
    """The parts that differ from what the browser says it has seen."""
    language = get_language() or "en"
    seen = _seen(request)
    lacking = changes(match, viewer, language, seen)
    if plan != NO_PLAN or request.GET.get("pick") is not None:
        lacking = draw(match, viewer, language, plan).since(draw(match, viewer, language))
    return show_changes(request, lacking)


def show_changes(request: HttpRequest, lacking: Drawing) -> HttpResponse:
    """Parts and new entries of the log as out-of-band swaps, with whatever is to be said."""
    return render(request, "games/table/changes.html", {"drawing": lacking})


def _seen(request: HttpRequest) -> Standing | None:
    number, version = (request.headers.get(f"X-Seen-{name}", "") for name in ("Number", "Version"))
    return Standing(int(number), int(version)) if number.isdigit() and version.isdigit() else None


def _others(match: Match, viewer: int | None) -> list[int]:
    """The seats to show in small: clockwise from the viewer, for a spectator all."""
    seats = match.size
    first = 0 if viewer is None else viewer + 1
    return [(first + step) % seats for step in range(seats) if (first + step) % seats != viewer]


__all__ = ["move", "older_log", "person", "table_page", "take_back"]
