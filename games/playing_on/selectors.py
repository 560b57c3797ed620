"""What is told at the end of a match that went on from another one."""

from django.urls import reverse

from accounts.people.panels import Panel
from games.models import Continuation, ImportedRecord, Match, MatchAnalysis
from games.play.selectors.visibility import Viewer, address_end, may_see


def ending_panel(match: Match) -> Panel | None:
    """Return how somebody fared then and now, in the seat that they took."""
    if not match.is_what_if:
        return None
    origin = origin_of(match)
    if origin is None:
        return None
    now = match.seats.get(number=origin.seat)
    has_way = origin.source is not None or origin.imported is not None
    shown = {"origin": origin, "now": now, "has_way": has_way, "dealt_anew": match.dealt_anew}
    return Panel("games/playing_on/ending.html", shown, order=10)


def origin_of(match: Match) -> Continuation | None:
    """Return where a match comes from."""
    return Continuation.objects.select_related("source", "imported").filter(match=match).first()


def way_back(origin: Continuation, viewer: Viewer) -> str:
    """Return where the position stands in its own match; nothing for whoever may not see that.

    Who plays on from what is found by link only came by that link: it is theirs on the way back, too.
    """
    is_theirs = origin.match.host_id == viewer.pk
    if origin.imported is not None:
        return _moment_of_record(origin.imported, origin.number) if is_theirs else ""
    source = origin.source
    if source is None:
        return ""
    token = source.invite_token if is_theirs and source.visibility == Match.Visibility.UNLISTED else ""
    return _moment_of_match(source, origin.number, token) if may_see(source, viewer, token) else ""


def _moment_of_match(source: Match, number: int, token: str) -> str:
    """Return the moment in the analysis, where there is one, or else in the replay."""
    if not source.is_closed and MatchAnalysis.objects.filter(match=source).exists():
        return reverse("table-analysis", args=[source.pk]) + address_end(token=token, at=str(number))
    return reverse("replay", args=[source.pk, number]) + address_end(token=token)


def _moment_of_record(imported: ImportedRecord, number: int) -> str:
    if MatchAnalysis.objects.filter(imported=imported).exists():
        return reverse("record-analysis", args=[imported.token]) + address_end(at=str(number))
    return reverse("record", args=[imported.token, number])
