"""What pages about matches that are over do alike: find the match or the record, and what there is to watch."""

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from games.history.replay import MatchReplay, replay_of_match, replay_of_record
from games.history.timeline import CannotReplay
from games.models import ImportedRecord, Match
from games.play.requests import match_or_404


def finished_match_or_404(request: HttpRequest, pk: int) -> Match:
    """Return a match that is over: nothing is told of one that is not, nor where others still play the same deal."""
    match = match_or_404(request, pk)
    if match.status != Match.Status.FINISHED or match.sealed:
        raise Http404
    return match


def readable_match_or_404(request: HttpRequest, pk: int) -> Match:
    """Return a match that is over and of which more can be shown than its result."""
    match = finished_match_or_404(request, pk)
    if match.is_closed:
        raise Http404
    return match


def record_or_404(token: str) -> ImportedRecord:
    """Return the record with this address, or the answer that there is none."""
    if not token.isprintable():  # PostgreSQL does not even compare a NUL
        raise Http404
    return get_object_or_404(ImportedRecord.objects.select_related("owner"), token=token)


def replay_or_404(request: HttpRequest, source: Match | ImportedRecord) -> MatchReplay:
    """Return either as it can be watched; one that can not has no such page."""
    try:
        return replay_of_match(request, source) if isinstance(source, Match) else replay_of_record(source)
    except CannotReplay as broken:
        raise Http404 from broken
