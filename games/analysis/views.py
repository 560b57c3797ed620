"""The analysis of a match, and of an imported record."""

from functools import partial
from typing import Final

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.people.guest_access import UserRequest, account_required
from games.analysis.page import Asked, page_of, podium_of
from games.analysis.services import ask_analysis
from games.history.requests import readable_match_or_404, record_or_404, replay_or_404
from games.models import ImportedRecord, Match, MatchAnalysis
from games.play.selectors.visibility import address_end
from games.table.link_preview import share_of_analysis

MOST_DIGITS: Final = 7


@require_safe
@never_cache
def of_match(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what was found in a match that is over, or how far it is."""
    match = readable_match_or_404(request, pk)
    return _show(request, MatchAnalysis.objects.filter(match=match).first(), match)


@require_safe
@never_cache
def of_record(request: HttpRequest, token: str) -> HttpResponse:
    """Show the same for a record, to whoever has its address."""
    imported = record_or_404(token)
    return _show(request, MatchAnalysis.objects.filter(imported=imported).first(), imported)


@require_POST
@account_required
def ask_for_match(request: UserRequest, pk: int) -> HttpResponse:
    """Have a match analysed."""
    match = readable_match_or_404(request, pk)
    if not ratelimit.consume(request, app="allauth.account", action="ask_analysis"):
        return ratelimit.respond_429(request)
    ask_analysis(match=match, user=request.user)
    return redirect(reverse("table-analysis", args=[pk]) + address_end(token=request.GET.get("token", "")))


@require_POST
@account_required
def ask_for_record(request: UserRequest, token: str) -> HttpResponse:
    """Have a record analysed."""
    imported = record_or_404(token)
    if not ratelimit.consume(request, app="allauth.account", action="ask_analysis"):
        return ratelimit.respond_429(request)
    ask_analysis(imported=imported, user=request.user)
    return redirect("record-analysis", token)


def _show(request: HttpRequest, row: MatchAnalysis | None, source: Match | ImportedRecord) -> HttpResponse:
    """Show what is known, for a scripted browser without the page around it."""
    replay = replay_or_404(request, source)
    address = partial(_address, request.path, replay.token)
    page = page_of(row.content, replay, _asked(request), address) if row else None
    if page and "lots" in request.GET:
        return render(request, "games/analysis/all_lots.html", {"page": page, "replay": replay})
    shown: dict[str, object] = {"row": row, "page": page, "replay": replay}
    if getattr(request, "htmx", False):
        return render(request, "games/analysis/findings.html", shown)
    to_replay = replay.address(page.at if page else 0)
    shown |= {"podium": podium_of(replay), "to_replay": to_replay, "share": share_of_analysis(source)}
    return render(request, "games/analysis/page.html", shown)


def _asked(request: HttpRequest) -> Asked:
    numbers = {name: _number(request.GET.get(name, "")) for name in ("at", "answer", "step", "guess")}
    return Asked(learn="learn" in request.GET, **numbers)


def _number(said: str) -> int | None:
    return int(said) if said.isascii() and said.isdecimal() and len(said) < MOST_DIGITS else None


def _address(path: str, token: str, **said: int) -> str:
    """Return the address of a moment of an analysis; its first one is a moment, too."""
    return path + address_end(token=token, **{name: str(value) for name, value in said.items()})
