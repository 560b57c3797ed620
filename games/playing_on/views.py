"""From a position to a table."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from accounts.people.guest_access import login_required
from games.history.replay import MatchReplay, cursor_of
from games.history.requests import readable_match_or_404, record_or_404, replay_or_404
from games.models import ImportedRecord, Match
from games.play.refusals import ActionRefused
from games.play.requests import match_or_404, person
from games.play.selectors.visibility import address_end
from games.playing_on.forms import ANEW, PlayOnForm
from games.playing_on.selectors import origin_of, way_back
from games.playing_on.services import StartingPosition, play_on


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def from_match(request: HttpRequest, pk: int, number: int) -> HttpResponse:
    """Ask how to go on from a moment of a match that is over, and do so."""
    match = readable_match_or_404(request, pk)
    return _answer(request, replay_or_404(request, match), number, source=match)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def from_record(request: HttpRequest, token: str, number: int) -> HttpResponse:
    """Return the same for a record."""
    imported = record_or_404(token)
    return _answer(request, replay_or_404(request, imported), number, imported=imported)


@require_safe
@never_cache
@login_required
def to_origin(request: HttpRequest, pk: int) -> HttpResponse:
    """Lead from a match that went on from another one to the moment where it left that."""
    match = match_or_404(request, pk)
    origin = origin_of(match)
    if origin is None:
        raise Http404
    way = way_back(origin, person(request))
    if way:
        return redirect(way)
    messages.info(request, _("That match is not open to you."))
    return redirect(match.get_absolute_url() + address_end(token=request.GET.get("token", "")))


def _answer(
    request: HttpRequest,
    replay: MatchReplay,
    number: int,
    source: Match | None = None,
    imported: ImportedRecord | None = None,
) -> HttpResponse:
    if number > replay.timeline.last:
        raise Http404
    position = StartingPosition(replay.timeline, number, replay.name, source, imported)
    own = max(position.state.turn, 0) if replay.viewer is None else replay.viewer
    form = PlayOnForm(request.POST if request.method == "POST" else None, people=replay.people, own=own)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            match = play_on(
                position=position,
                user=person(request),
                seat=said["seat"],
                level=said["level"],
                dealt_anew=said["hidden"] == ANEW,
            )
        except ActionRefused as refusal:
            messages.error(request, str(refusal))
        else:
            return redirect(match)
    shown = {"replay": replay, "cursor": cursor_of(replay, number), "form": form}
    return render(request, "games/playing_on/page.html", shown, status=422 if form.errors else 200)
