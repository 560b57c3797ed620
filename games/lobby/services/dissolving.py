"""The end of tables that never became a match."""

from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import Match
from games.play.refusals import ActionRefused
from games.play.services.attempts import attempt
from games.play.services.locking import announce, lock_open_table, lock_table_of
from games.play.services.notices import CalledOff, tell_called_off

SWEPT_AT_ONCE = 100


def dissolve_table(*, match_id: int, host: User) -> None:
    """Call a table off for its host."""
    with transaction.atomic():
        dissolve(lock_table_of(match_id, host))


def dissolve(match: Match, why: CalledOff = CalledOff.BY_HOST) -> None:
    """End a table that never became a match. The caller holds the lock."""
    match.status = Match.Status.DISSOLVED
    match.finished_at = timezone.now()
    match.save(update_fields=["status", "finished_at", "changed_at"])
    tell_called_off(match, why)
    announce(match)


def dissolve_stale() -> int:
    """Clear away tables that nobody started within a day, slow ones within a week; several may sweep at once."""
    open_tables = Match.objects.filter(status=Match.Status.OPEN)
    is_old = Q(pace=Match.Pace.LIVE, created_at__lt=_ago(settings.TABLE_HOURS))
    is_old |= Q(pace=Match.Pace.SLOW, created_at__lt=_ago(settings.SLOW_TABLE_HOURS))
    stale = open_tables.filter(is_old).values_list("pk", flat=True)
    return sum(attempt(_dissolve_if_open, match_id) for match_id in list(stale[:SWEPT_AT_ONCE]))


def _ago(hours: int) -> datetime:
    return timezone.now() - timedelta(hours=hours)


def _dissolve_if_open(match_id: int) -> bool:
    try:
        with transaction.atomic():
            dissolve(lock_open_table(match_id), CalledOff.NOT_STARTED)
    except (ActionRefused, Match.DoesNotExist):
        return False
    return True
