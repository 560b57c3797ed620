"""Our own downtime: nobody loses time by it."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.utils import timezone

from games import broadcast
from games.engine.state import KNOWN_RULES
from games.models import Heartbeat, Match, Seat
from games.play.selectors.rest import put_off_all
from games.play.services.locking import lock_tables, newer

ONLY = 1
# So many sweeps may be late before it counts as downtime.
MISSED_SWEEPS = 3
HELD_EVERY = timedelta(minutes=1)


def forgive_downtime() -> timedelta:
    """Beat, and give back to every running clock what lies between two beats that are far apart: exactly once.

    Whoever sweeps at the same moment waits here, and then find a fresh beat.
    """
    with transaction.atomic():
        heart, is_new = Heartbeat.objects.select_for_update().get_or_create(pk=ONLY)
        now = timezone.now()
        gap = timedelta(0) if is_new else _gap(now - heart.beat_at)
        if gap:
            _shift(heart, gap)
        heart.beat_at = now
        heart.save(update_fields=["beat_at"])
    return gap


def hold_unknown() -> None:
    """Begin the time of everybody anew who is asked by rules we do not know: they have all of it when we do again."""
    now = timezone.now()
    unknown = _running().exclude(rules__in=KNOWN_RULES).filter(asked_at__lt=now - HELD_EVERY)
    if not unknown.exists():
        return
    with transaction.atomic():
        for match in Match.objects.filter(pk__in=lock_tables(unknown)).only("pk", "asked_at"):
            assert match.asked_at is not None
            later = F("deadline_at") + (now - match.asked_at)
            Match.objects.filter(pk=match.pk).update(asked_at=now, deadline_at=later)


def silence() -> timedelta:
    """Return how long nobody has swept, if that is too long: for whoever cannot wait for the next sweep."""
    heart = Heartbeat.objects.filter(pk=ONLY).first()
    return timedelta(0) if heart is None else _gap(timezone.now() - heart.beat_at)


def _gap(passed: timedelta) -> timedelta:
    tolerance = timedelta(seconds=MISSED_SWEEPS * settings.SWEEP_SECONDS)
    return passed if passed > tolerance else timedelta(0)


def _shift(heart: Heartbeat, gap: timedelta) -> None:
    """Move the clocks that stood still with us. A paused one gets its time back when its match goes on."""
    held = lock_tables(_running())
    rested = put_off_all(held, heart.beat_at, heart.beat_at + gap)
    put_off_offers(Match.objects.filter(status=Match.Status.RUNNING, paused_at=None).values("pk"), gap)
    ends = heart.beat_at + gap
    later = newer()
    for match in _running().filter(pk__in=held, asked_at__gt=heart.beat_at).only("pk", "asked_at"):
        assert match.asked_at is not None
        lost = max(timedelta(0), ends - match.asked_at)
        moved = {"asked_at": F("asked_at") + lost, "deadline_at": F("deadline_at") + lost}
        Match.objects.filter(pk=match.pk).update(**moved, **later)
    early = Match.objects.filter(pk__in=held, asked_at__lte=heart.beat_at)
    early.update(asked_at=F("asked_at") + gap, deadline_at=F("deadline_at") + gap, **later)
    set_later(rested)
    for match in Match.objects.filter(pk__in=held).only("pk", "number", "version", "ai_due_at"):
        broadcast.announce_table(match)


def set_later(deadlines: dict[int, datetime]) -> None:
    """Write deadlines that lie after somebody's rest. The caller holds the locks on the tables."""
    for match_id, deadline in deadlines.items():
        Match.objects.filter(pk=match_id, deadline_at__lt=deadline).update(deadline_at=deadline)


def put_off_offers(matches: Collection[int] | QuerySet[Match, Any], by: timedelta) -> None:
    """Let a seat whose owner could not come back meanwhile be offered so much later."""
    waiting = Seat.objects.filter(match__in=matches, offer_at__isnull=False, is_offered=False)
    waiting.update(offer_at=F("offer_at") + by)


def _running() -> QuerySet[Match]:
    """Return matches in which a clock runs."""
    return Match.objects.filter(status=Match.Status.RUNNING, paused_at=None, deadline_at__isnull=False)
