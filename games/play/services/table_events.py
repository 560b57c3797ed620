"""Facts for the log that are no moves."""

from django.db import transaction

from accounts.models import User
from games import broadcast
from games.models import Match, TableEvent
from games.play.services.locking import newer


def write_event(match: Match, kind: str, *, seat: int | None = None, note: str = "", user: User | None = None) -> None:
    """Write a fact and raise the table's version. The caller holds the lock, and saves: see `show`."""
    TableEvent.objects.create(match=match, after_number=match.number, kind=kind, seat=seat, note=note, user=user)
    match.version += 1


def show(match: Match, *changed: str) -> None:
    """Save what else was changed of a match, and tell everybody who looks on or sits there."""
    match.save(update_fields=["version", "changed_at", *changed])
    broadcast.announce_table(match)
    broadcast.announce_own(match.pk, match.seats.exclude(user=None).values_list("user_id", flat=True))


def draw_anew(*, match_id: int) -> None:
    """Raise the table's version, so that no page remembers how it looked, and tell those who look at it."""
    with transaction.atomic():
        Match.objects.filter(pk=match_id).update(**newer())
        broadcast.announce_table(Match.objects.only("number", "version", "ai_due_at").get(pk=match_id))
