"""Maintenance: all clocks stop together, and go on together with as much time as everybody had."""

from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.staff.services.trace import trace
from config.after_commit import after_commit
from games import broadcast
from games.models import Maintenance, Match, Presence
from games.play.refusals import ActionRefused
from games.play.selectors.maintenance import forget_maintenance
from games.play.selectors.rest import put_off_all
from games.play.services.downtime import put_off_offers, set_later
from games.play.services.locking import lock_tables, newer


class AlreadySo(ActionRefused):
    reason = _("Maintenance is already in that state.")


def begin_maintenance(*, actor: User | None, why: str, expected_until: datetime | None = None) -> Maintenance:
    """Stop every clock at once: no deadline passes, no AI answers, no move is taken."""
    with transaction.atomic():
        if Maintenance.objects.filter(goes_on=True).exists():
            raise AlreadySo
        row = Maintenance.objects.create(expected_until=expected_until)
        trace(actor=actor, verb="begin maintenance", why=why, target=row, after={"matches": _stop_all(row)})
        return row


def hold_stragglers() -> int:
    """Stop what slipped through meanwhile: a match that began, or was let go on, during maintenance."""
    with transaction.atomic():
        # Held, so that nothing is stopped after the end, when nobody would let it go on.
        row = Maintenance.objects.select_for_update().filter(goes_on=True).first()
        return _stop_all(row) if row else 0


def end_maintenance(*, actor: User | None, why: str) -> Maintenance:
    """Let everything go on that stopped together; what moderators had paused stays so."""
    with transaction.atomic():
        row = Maintenance.objects.select_for_update().filter(goes_on=True).first()
        if row is None:
            raise AlreadySo
        now = timezone.now()
        row.goes_on, row.ended_at = False, now
        row.save(update_fields=["goes_on", "ended_at"])
        seen = lock_tables(Match.objects.filter(paused_by=Match.PausedBy.MAINTENANCE, status=Match.Status.RUNNING))
        stopped = Match.objects.filter(pk__in=seen)
        lost = now - row.began_at
        rested = put_off_all(seen, row.began_at, now)
        put_off_offers(seen, lost)
        stopped.filter(asked_at__isnull=False).update(asked_at=F("asked_at") + lost)
        stopped.filter(deadline_at__isnull=False).update(deadline_at=F("deadline_at") + lost)
        set_later(rested)
        stopped.filter(ai_due_at__isnull=False).update(ai_due_at=now)
        stopped.update(paused_at=None, paused_by="", **newer())
        trace(actor=actor, verb="end maintenance", why=why, target=row, after={"matches": len(seen)})
        _tell_matches(seen)
        return row


def _stop_all(row: Maintenance) -> int:
    seen = lock_tables(Match.objects.filter(status=Match.Status.RUNNING, paused_at=None))
    running = Match.objects.filter(pk__in=seen)
    running.update(paused_at=row.began_at, paused_by=Match.PausedBy.MAINTENANCE, **newer())
    for match in running.filter(asked_at__gt=row.began_at).only("pk", "asked_at"):
        _ask_as_of(match, row.began_at)
    _tell_matches(seen)
    return len(seen)


def _ask_as_of(match: Match, moment: datetime) -> None:
    """Count the time of whoever was asked after all clocks had stopped from that moment, as everybody else's."""
    assert match.asked_at is not None
    early = match.asked_at - moment
    Match.objects.filter(pk=match.pk).update(asked_at=moment, deadline_at=F("deadline_at") - early)


def _tell_matches(match_ids: list[int]) -> None:
    """Only tables that somebody has open need be told; the lobby shows all of them, and is told once."""
    after_commit(forget_maintenance)
    if match_ids:
        broadcast.announce_lobby()
    watched = set(Presence.objects.values_list("match", flat=True)).intersection(match_ids)
    for match in Match.objects.filter(pk__in=watched).only("pk", "number", "version", "ai_due_at"):
        broadcast.announce_table(match)
