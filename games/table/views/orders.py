"""Orders: look at one's own, give them, take them back. Nobody else has a page of them."""

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.models import Match
from games.orders.values import Changes
from games.play.order_checks import check_changes
from games.play.refusals import ActionRefused
from games.play.requests import match_or_404, person, post_at_table
from games.play.selectors.orders import orders_of
from games.play.selectors.visibility import seat_number_at, seat_number_of
from games.play.services.orders import give_orders, revoke_orders
from games.table.forms import read_seen
from games.table.orders.drawing import draw_orders, sheet_for
from games.table.orders.forms import is_empty, key_of, pieces_of, read_bar, read_changes, read_sheet_number
from games.table.rendering import as_swaps, changes_of_bar
from games.table.views.table import answer_with_table, is_scripted


@never_cache
def orders(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the orders of whoever asks, or take an edit of them."""
    return _give(request, pk) if request.method == "POST" else _look(request, pk)


@post_at_table
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """Take back everything that was ordered."""
    number, key = read_sheet_number(request.POST), key_of(request.POST)
    user_id = person(request).pk

    def take_back(_match: Match, seat: int) -> object:
        return revoke_orders(match_id=pk, seat=seat, number=number, key=f"{key}.revoke", user_id=user_id)

    return _attempt(request, pk, take_back)


@require_safe
def _look(request: HttpRequest, pk: int) -> HttpResponse:
    match = match_or_404(request, pk)
    seat = seat_number_of(match, request.user)
    if seat is None or match.is_closed or match.status != Match.Status.RUNNING:
        return redirect(match)
    return _show(request, match, seat, {})


@post_at_table
def _give(request: HttpRequest, pk: int) -> HttpResponse:
    number, key, user_id = read_sheet_number(request.POST), key_of(request.POST), person(request).pk

    def give(match: Match, seat: int) -> object:
        changes = _read(request, match, seat)
        if is_empty(changes):
            return None
        return give_orders(match_id=pk, seat=seat, changes=changes, number=number, key=key, user_id=user_id)

    return _attempt(request, pk, give)


def _read(request: HttpRequest, match: Match, seat: int) -> Changes:
    """Read the whole sheet, or the answer of the bar."""
    if "panel" not in request.POST:
        return read_bar(request.POST)
    state = match.read_state()
    return read_changes(request.POST, orders_of(match, state, seat).orders, state)


def _attempt(request: HttpRequest, pk: int, act: Callable[[Match, int], object]) -> HttpResponse:
    """Do it for the seat of whoever asks; a refusal stands beside what was refused."""
    match, seat = match_or_404(request, pk), seat_number_at(pk, person(request))
    if seat is None:
        messages.error(request, _("You do not sit at this table."))
        return answer_with_table(request, match)
    refusal = None
    try:
        act(match, seat)
    except ActionRefused as refused:
        refusal = refused
    if seat_number_at(pk, person(request)) != seat:  # another has it by now, and their sheet is theirs
        return answer_with_table(request, match)
    if refusal is not None:
        return _refuse(request, match, seat, refusal)
    if "panel" in request.POST:
        return _show_saved(request, match, seat)
    return _answer_bar(request, match, seat)


def _refuse(request: HttpRequest, match: Match, seat: int, refusal: ActionRefused) -> HttpResponse:
    if "panel" not in request.POST or match.status != Match.Status.RUNNING:
        messages.error(request, str(refusal))
        return _answer_bar(request, match, seat)
    return _show(request, match, seat, _places_of(request, match, seat) or {"sheet": str(refusal)})


def _places_of(request: HttpRequest, match: Match, seat: int) -> dict[str, str]:
    """Find out which pieces of an edit were refused, so that the words stand where they belong."""
    state, refusals = match.read_state(), dict[str, str]()
    own = orders_of(match, state, seat)
    if own.number != read_sheet_number(request.POST):
        return refusals
    try:
        for place, piece in pieces_of(read_changes(request.POST, own.orders, state)):
            try:
                check_changes(state, seat, own.orders, piece)
            except ActionRefused as refusal:
                refusals[place] = str(refusal)
    except ActionRefused:
        return {}
    return refusals


def _show_saved(request: HttpRequest, match: Match, seat: int) -> HttpResponse:
    if is_scripted(request):
        return _show(request, match_or_404(request, match.pk), seat, {})
    messages.success(request, _("Your orders are saved."))
    return redirect("table-orders", match.pk)


def _answer_bar(request: HttpRequest, match: Match, seat: int) -> HttpResponse:
    """Show the table with its bar as it is now."""
    match = match_or_404(request, match.pk)
    if not is_scripted(request) or match.is_closed:
        return answer_with_table(request, match)
    return render(request, "games/table/changes.html", {"swaps": SafeString(_bar_swaps(request, match, seat))})


def _bar_swaps(request: HttpRequest, match: Match, seat: int) -> str:
    """Draw the bar anew, and whatever else of the table the page lacks."""
    return as_swaps(changes_of_bar(match, seat, get_language() or "en", read_seen(request.POST)))


def _show(request: HttpRequest, match: Match, seat: int, refusals: dict[str, str]) -> HttpResponse:
    """Show the sheet: to a script the part of the table's page, to others a page of its own."""
    language = get_language() or "en"
    if is_scripted(request):
        swaps = _bar_swaps(request, match, seat) if request.method == "POST" else ""
        return HttpResponse(draw_orders(match, seat, language, refusals) + swaps)
    shown = {"match": match, "sheet": sheet_for(match, seat, language, refusals)}
    return render(request, "games/table/orders/page.html", shown)
