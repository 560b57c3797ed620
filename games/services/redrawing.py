"""Tables that look different though nothing was played there: a new name, a rating that has been counted."""

from django.db import transaction
from django.db.models import F

from games import broadcast
from games.models import Match


def draw_anew(*, match_id: int) -> None:
    """Raises the table's version, so that no page remembers how it looked, and tells those who look at it."""
    with transaction.atomic():
        Match.objects.filter(pk=match_id).update(version=F("version") + 1)
        broadcast.announce_table(Match.objects.only("number", "version", "ai_due_at").get(pk=match_id))
