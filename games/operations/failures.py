"""What failed within a day, newest first: brains, mails, work in the background, and errors in any process."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.db.models import Count, Max
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import Letter
from config.occurrences import Occurrence
from games.models import BrainFailure, Process
from games.operations.queues import all_queues

DAY: Final = timedelta(days=1)
SHOWN: Final = 8


class Failure(NamedTuple):
    """When, what, what became of it, and whether that is all right again by itself."""

    at: datetime
    what: str
    then: str
    is_healed: bool


class Failures(NamedTuple):
    """The latest of them, and how many there were."""

    latest: list[Failure]
    total: int
    waiting: int


class SlowRequest(NamedTuple):
    """A page that took long."""

    at: datetime
    what: str
    seconds: float
    request_id: str


def failures_since(since: datetime) -> Failures:
    """Return the failures of a day."""
    found = sorted([*_brains(since), *_letters(since), *_work(since), *_errors(since)], reverse=True)
    waiting = sum(not failure.is_healed for failure in found)
    return Failures(found[:SHOWN], len(found), waiting)


def _brains(since: datetime) -> Iterator[Failure]:
    for failure in BrainFailure.objects.filter(at__gte=since).order_by("-at")[:100]:
        what = _("The AI %(level)s gave no answer in match %(match)s") % {
            "level": failure.level,
            "match": failure.match_id,
        }
        then = _("Another one answered for it at once: %(what)s") % {"what": failure.what}
        yield Failure(failure.at, what, then, is_healed=True)


def _letters(since: datetime) -> Iterator[Failure]:
    """Yield letters that did not come through at the first attempt: those that did since, and those that wait."""
    tried = Letter.objects.filter(written_at__gte=since)
    healed = tried.filter(sent_at__isnull=False, attempts__gt=1).aggregate(at=Max("sent_at"), count=Count("pk"))
    waiting = tried.filter(sent_at=None, dropped_at=None, attempts__gt=0).aggregate(
        at=Max("written_at"), count=Count("pk")
    )
    for found, then, is_healed in (
        (healed, _("They went out."), True),
        (waiting, _("They are tried again by themselves; no clock depends on them."), False),
    ):
        if found["count"]:
            what = ngettext(
                "%(count)s message did not get through", "%(count)s messages did not get through", found["count"]
            )
            yield Failure(found["at"], what % found, then, is_healed)


def _work(since: datetime) -> Iterator[Failure]:
    """Yield for each queue what nobody does any more: it cannot be done, or ended every process that tried."""
    for queue in all_queues():
        if queue.failed is None:
            continue
        found = queue.failed().filter(at__gte=since).aggregate(latest=Max("at"), count=Count("pk"))
        if found["count"]:
            what = _("%(queue)s: %(count)s failed") % {"queue": queue.words, "count": found["count"]}
            yield Failure(found["latest"], what, _("They are not tried again; the log names them."), is_healed=False)


def _errors(since: datetime) -> Iterator[Failure]:
    for process, occurrence in _told("errors", since):
        place = _("%(process)s, request %(request)s") % {"process": process, "request": occurrence.request_id[:8]}
        what = occurrence.what if occurrence.times == 1 else f"{occurrence.what} ({occurrence.times} ×)"
        yield Failure(occurrence.moment, what, place, is_healed=False)


def slow_since(since: datetime) -> list[SlowRequest]:
    """Return the slowest pages of a day."""
    found = [
        SlowRequest(occurrence.moment, occurrence.what, occurrence.seconds, occurrence.request_id)
        for _process, occurrence in _told("slow", since)
    ]
    return sorted(found, key=lambda request: -request.seconds)[:SHOWN]


def _told(kept: str, since: datetime) -> Iterator[tuple[str, Occurrence]]:
    """Yield what processes noted of themselves, though they are gone by now."""
    for kind, pid, rows in Process.objects.filter(beat_at__gte=since).values_list("kind", "pid", kept):
        for row in rows:
            occurrence = Occurrence(*row)
            if occurrence.moment >= since:
                yield f"{kind} {pid}", occurrence
