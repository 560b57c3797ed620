"""The analysis of a match, and of an imported record."""

from functools import partial
from typing import Final

from allauth.core.internal import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.people.guest_access import UserRequest, account_required
from games.analysis.page import Asked, page_of, podium_of
from games.analysis.services import ask_analysis
from games.history.replay import MatchReplay, replay_of_match, replay_of_record
from games.history.timeline import CannotReplay
from games.history.views.records import find_record
from games.models import ImportedRecord, Match, MatchAnalysis
from games.play.requests import match_or_404
from games.play.selectors.visibility import address_end

MOST_DIGITS: Final = 7


@require_safe
@never_cache
def of_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was found in a match that is over, or how far it is."""
    match = _finished(request, pk)
    return _show(request, MatchAnalysis.objects.filter(match=match).first(), _replay(request, match))


@require_safe
@never_cache
def of_record(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same for a record, to whoever has its address."""
    imported = find_record(token)
    return _show(request, MatchAnalysis.objects.filter(imported=imported).first(), _replay(request, imported))


@require_POST
@account_required
def ask_for_match(request: UserRequest, pk: int) -> HttpResponse:
    """Have a match analysed."""
    match = _finished(request, pk)
    if not ratelimit.consume(request, app="allauth.account", action="ask_analysis"):
        return ratelimit.respond_429(request)
    ask_analysis(match=match, user=request.user)
    return redirect(reverse("table-analysis", args=[pk]) + address_end(token=request.GET.get("token", "")))


@require_POST
@account_required
def ask_for_record(request: UserRequest, token: str) -> HttpResponse:
    """Have a record analysed."""
    imported = find_record(token)
    if not ratelimit.consume(request, app="allauth.account", action="ask_analysis"):
        return ratelimit.respond_429(request)
    ask_analysis(imported=imported, user=request.user)
    return redirect("record-analysis", token)


def _finished(request: HttpRequest, pk: int) -> Match:
    """Return a match that is over: nothing is told of one that is not."""
    match = match_or_404(request, pk)
    if match.status != Match.Status.FINISHED or match.is_closed or match.sealed:
        raise Http404
    return match


def _replay(request: HttpRequest, source: Match | ImportedRecord) -> MatchReplay:
    try:
        return replay_of_match(request, source) if isinstance(source, Match) else replay_of_record(source)
    except CannotReplay as broken:
        raise Http404 from broken


def _show(request: HttpRequest, row: MatchAnalysis | None, replay: MatchReplay) -> HttpResponse:
    """Show what is known, for a scripted browser without the page around it."""
    address = partial(_address, request.path, replay.token)
    page = page_of(row.content, replay, _asked(request), address) if row else None
    if page and "lots" in request.GET:
        return render(request, "games/analysis/all_lots.html", {"page": page, "replay": replay})
    template = "games/analysis/findings.html" if getattr(request, "htmx", False) else "games/analysis/page.html"
    to_replay = replay.address(page.at if page else 0)
    shown = {"row": row, "page": page, "replay": replay, "podium": podium_of(replay), "to_replay": to_replay}
    return render(request, template, shown)


def _asked(request: HttpRequest) -> Asked:
    numbers = {name: _number(request.GET.get(name, "")) for name in ("at", "answer", "step", "guess")}
    return Asked(learn="learn" in request.GET, **numbers)


def _number(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdecimal() and len(said) < MOST_DIGITS else None


def _address(path: str, token: str, **said: int) -> str:
    """Return the address of a moment of an analysis; its first one is a moment, too."""
    return path + address_end(token=token, **{name: str(value) for name, value in said.items()})
