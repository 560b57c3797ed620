"""What is told at the end of a match that went on from another one."""

from django.urls import reverse

from accounts.people.panels import Panel
from games.models import Continuation, Match


def ending_panel(match: Match) -> Panel | None:
    """Return how somebody fared then and now, in the seat that they took."""
    if not match.is_what_if:
        return None
    origin = Continuation.objects.select_related("source", "imported").filter(match=match).first()
    if origin is None:
        return None
    now = match.seats.get(number=origin.seat)
    shown = {"origin": origin, "now": now, "url": _way_back(origin), "dealt_anew": match.dealt_anew}
    return Panel("games/playing_on/ending.html", shown, order=10)


def _way_back(origin: Continuation) -> str:
    """Return where the position stands in its own match."""
    if origin.source is not None:
        return reverse("replay", args=[origin.source.pk, origin.number])
    return reverse("record", args=[origin.imported.token, origin.number]) if origin.imported else ""
