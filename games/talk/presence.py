"""Who is looking: one row for each open page of a table, so that it holds over any number of processes."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import F
from django.db.models.functions import Greatest
from django.utils import timezone

from accounts.models import User
from games import broadcast
from games.models import Match, Presence, Seat
from games.talk.selectors import FADES_AFTER


@transaction.atomic
def be_present(*, match_id: int, user: User | None, connection: str) -> None:
    """Write down that a page is open, and tell the others."""
    page = Presence(connection=connection, match_id=match_id, user=user, seen_at=timezone.now())
    known = ("match", "user", "seen_at")
    Presence.objects.bulk_create([page], update_conflicts=True, unique_fields=["connection"], update_fields=known)
    broadcast.announce_looking(match_id)


def keep_present(connections: Sequence[str]) -> None:
    """Write down that pages are still open, all that one process has at once."""
    Presence.objects.filter(connection__in=connections).update(seen_at=timezone.now())


@transaction.atomic
def be_gone(*, match_id: int, connection: str) -> None:
    """Forget a page that was closed."""
    if Presence.objects.filter(connection=connection).delete()[0]:
        broadcast.announce_looking(match_id)


def look(*, match: Match, user: User) -> int:
    """Note that somebody looks at their table as it stands, and give the number up to which they had seen it."""
    seat = Seat.objects.filter(match=match, user=user).values_list("pk", "seen_number", "looked_at").first()
    if seat is None:
        return match.number
    pk, seen_before, looked_at = seat
    # Another tab may have shown a newer table than this one read: what somebody has seen only grows.
    seen = Greatest(F("seen_number"), match.number)
    Seat.objects.filter(pk=pk).update(seen_number=seen, looked_at=timezone.now())
    return match.number if looked_at is None else seen_before


def sweep_absent() -> int:
    """Forget pages that nobody has heard of for long: their server died, or their network."""
    faded = Presence.objects.filter(seen_at__lt=timezone.now() - FADES_AFTER)
    matches = set(faded.values_list("match", flat=True))
    if not matches:
        return 0
    with transaction.atomic():
        gone: int = faded.delete()[0]
        for match_id in matches:
            broadcast.announce_looking(match_id)
    return gone
