"""Facts for the log that are no moves."""

from games import broadcast
from games.models import Match, TableEvent


def write_event(match: Match, kind: str, *, seat: int | None = None, note: str = "") -> None:
    """Writes a fact and raises the table's version. The caller holds the lock, and saves: see `show`."""
    TableEvent.objects.create(match=match, after_number=match.number, kind=kind, seat=seat, note=note)
    match.version += 1


def show(match: Match, *changed: str) -> None:
    """Saves what else was changed of a match, and tells everybody who looks on or sits there."""
    match.save(update_fields=["version", "changed_at", *changed])
    broadcast.announce_table(match)
    broadcast.announce_own(match.pk, match.seats.exclude(user=None).values_list("user_id", flat=True))
