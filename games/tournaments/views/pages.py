"""Pages of tournaments: the list, one of them, its rounds, making and managing one."""

from functools import partial

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.models import User
from accounts.people.guest_access import UserRequest, account_required
from games.models import Tournament
from games.play.refusals import ActionRefused
from games.play.requests import settle
from games.tournaments.forms import TournamentForm, said_of
from games.tournaments.refusals import NotTrusted
from games.tournaments.selectors.deals import compared_lots, deal_of
from games.tournaments.selectors.pages import page_of, tournaments_of
from games.tournaments.selectors.rounds import round_page
from games.tournaments.services import entering, hosting
from games.tournaments.services.locking import may_manage


@require_safe
@never_cache
def tournaments(request: HttpRequest) -> HttpResponse:
    """Show what comes, what runs and what is over."""
    may_host = isinstance(request.user, User) and hosting.is_trusted(request.user)
    return render(request, "games/tournaments/list.html", {**tournaments_of(request.user), "may_host": may_host})


@require_safe
@never_cache
def tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show one tournament."""
    return _show(request, pk, "games/tournaments/page.html")


@require_safe
@never_cache
def live(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the part of the page that changes, as it is now; whoever looks at it is there."""
    return _show(request, pk, "games/tournaments/live.html")


@require_safe
@never_cache
def played_round(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Show a round with all its tables; deals that are over, side by side with every lot."""
    found = get_object_or_404(Tournament.objects.select_related("host"), pk=pk)
    shown = get_object_or_404(found.round_set, number=number)
    deal = deal_of(shown, request.user.pk) if found.is_duplicate and shown.is_over else None
    lots = compared_lots(deal) if deal is not None else []
    page = {"tournament": found, "now": round_page(found, shown, request.user.pk), "deal": deal, "lots": lots}
    return render(request, "games/tournaments/round.html", page)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def new(request: UserRequest) -> HttpResponse:
    """Make a tournament, by whoever is trusted to host one."""
    if not hosting.is_trusted(request.user):
        messages.error(request, str(NotTrusted()))
        return redirect("tournaments")
    form = TournamentForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        try:
            return redirect(hosting.make_tournament(host=request.user, options=form.options()))
        except ActionRefused as refusal:
            form.add_error(None, str(refusal))
    return render(request, "games/tournaments/new.html", {"form": form}, status=422 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@account_required
def manage(request: UserRequest, pk: int) -> HttpResponse:
    """Show a host what they can do, and change what is played while that has not begun."""
    found = _managed(request, pk)
    form = _options_form(request, found) if found.is_open else None
    if request.method == "POST" and form is not None and form.is_valid():
        change = partial(hosting.change_tournament, actor=request.user, pk=pk, options=form.options())
        if settle(request, change, _("The changes are saved.")):
            return redirect("tournament-manage", pk)
    shown = {
        "tournament": found,
        "form": form,
        "entrants": found.entrants.select_related("user").order_by("status", "entered_at"),
    }
    failed = form is not None and bool(form.errors)
    return render(request, "games/tournaments/manage.html", shown, status=422 if failed else 200)


def _options_form(request: HttpRequest, found: Tournament) -> TournamentForm:
    return TournamentForm(request.POST if request.method == "POST" else None, initial=said_of(found))


def _managed(request: UserRequest, pk: int) -> Tournament:
    """Return a tournament for whoever may manage it; others do not learn of the page."""
    found = get_object_or_404(Tournament.objects.select_related("host"), pk=pk)
    if not may_manage(found, request.user):
        raise Http404
    return found


def _show(request: HttpRequest, pk: int, template: str) -> HttpResponse:
    found = get_object_or_404(Tournament.objects.select_related("host"), pk=pk)
    shown = page_of(found, request.user)
    if shown["entrant"] is not None:
        entering.note_presence(entrant=shown["entrant"])
    return render(request, template, shown)
