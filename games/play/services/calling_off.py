"""Ending a match that is played without a result."""

from django.utils import timezone

from config.after_commit import after_commit
from games.models import Match
from games.play.services.clocks import PAUSED, TIMED
from games.play.services.notices import CalledOff, tell_called_off
from games.play.services.table_events import show, write_event
from games.signals import result_changed

ENDED = ("status", "finished_at", "voided_at", *PAUSED)


def call_off(match: Match, kind: str, *, by: str, why: CalledOff, note: str = "") -> None:
    """End a running match for everybody: it stays to be looked at and counts for nothing. The caller holds the lock."""
    now = timezone.now()
    match.status, match.finished_at, match.voided_at = Match.Status.DISSOLVED, now, now
    match.paused_at, match.paused_by = match.paused_at or now, by
    match.ai_due_at = match.deadline_at = match.asked_at = None
    write_event(match, kind, note=note)
    show(match, *ENDED, *TIMED)
    tell_called_off(match, why)
    after_commit(result_changed.send_robust, sender=Match, match_id=match.pk)
