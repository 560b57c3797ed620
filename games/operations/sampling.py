"""Once a minute the sweep writes down how the site does, and forgets what is older than a day."""

from collections import Counter
from datetime import datetime, timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models import Count, Q
from django.utils import timezone

from games.models import BrainFailure, Match, Presence, Process, Sample
from games.operations.counts import counts_of, gauge_of
from games.operations.queues import all_backlogs

MINUTE: Final = timedelta(minutes=1)
KEPT_FOR: Final = timedelta(hours=25)  # a day, and what its first plot needs before it
# A process that has not been heard of for so long is gone, or in trouble.
SILENT_AFTER: Final = timedelta(seconds=35)


def take_sample() -> bool:
    """Write the figures of this minute, if nobody has; say whether it was done here."""
    minute = timezone.now().replace(second=0, microsecond=0)
    if Sample.objects.filter(at=minute).exists():
        return False
    with transaction.atomic():
        sample, is_new = Sample.objects.select_for_update().get_or_create(at=minute)
        if not is_new:
            return False
        sample.figures = _look(minute)
        sample.save(update_fields=["figures"])
    _forget(minute - KEPT_FOR)
    return True


def _look(minute: datetime) -> dict[str, Any]:
    backlogs = all_backlogs()
    return {
        "late": {one.queue.name: one.late for one in backlogs},
        "oldest": {one.queue.name: round(one.oldest or 0.0, 1) for one in backlogs},
        "failures": BrainFailure.objects.filter(at__gte=minute - MINUTE, at__lt=minute).count(),
        "sockets": int(sum(gauge_of(one.figures, "sockets") for one in living())),
        **tables_now(),
        **_count_new(),
    }


def tables_now() -> dict[str, int]:
    """Count matches in play, and who looks at them: people by name, and all pages that are open."""
    playing = Match.objects.filter(status=Match.Status.RUNNING, paused_at=None).aggregate(
        tables=Count("pk"), live=Count("pk", filter=Q(pace=Match.Pace.LIVE))
    )
    looking = Presence.objects.aggregate(people=Count("user", distinct=True), pages=Count("pk"))
    return {**playing, **looking}


def living() -> list[Process]:
    """Return processes that were heard of a moment ago."""
    return list(Process.objects.filter(stopped_at=None, beat_at__gte=timezone.now() - SILENT_AFTER))


def _count_new() -> dict[str, int]:
    """Return what processes have counted since this was last asked, whether they still run or not."""
    new: Counter[str] = Counter()
    for process in Process.objects.select_for_update().only("pk", "figures", "counted"):
        counts = counts_of(process.figures)
        new.update({name: count - process.counted.get(name, 0) for name, count in counts.items()})
        if counts != process.counted:
            Process.objects.filter(pk=process.pk).update(counted=counts)
    return dict(new)


def _forget(before: datetime) -> None:
    Sample.objects.filter(at__lt=before).delete()
    Process.objects.filter(beat_at__lt=before).delete()
