"""Asking for an analysis, and making it: in a process of its own, behind all that people wait for."""

import logging
from datetime import timedelta
from typing import Any, Final

from django.core.exceptions import ObjectDoesNotExist
from django.db import transaction
from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import User
from config.after_commit import after_commit
from config.task_queue import enqueue
from games.ai.analysis import Chance, Finding, LotWorth, Mistake, analyse, at_first_glance, balance, plain
from games.due_work import CLAIMED_FOR, do_next, free
from games.history.timeline import CannotReplay, Timeline, timeline_of_match, timeline_of_record
from games.models import ImportedRecord, Match, MatchAnalysis

logger = logging.getLogger(__name__)

Status = MatchAnalysis.Status
# So long somebody's requests count for whose turn it is.
LATELY: Final = timedelta(hours=1)


def ask_analysis(
    *, match: Match | None = None, imported: ImportedRecord | None = None, user: User | None = None
) -> MatchAnalysis:
    """Have a match analysed; one that failed is tried again, another is made once for all."""
    with transaction.atomic():
        asked = {"asked_by": user}
        row, is_new = MatchAnalysis.objects.get_or_create(match=match, imported=imported, defaults=asked)
        if row.status == Status.FAILED:
            row.status, row.percent, row.claimed_until, row.tries = Status.DUE, 0, None, 0
            row.save(update_fields=["status", "percent", "claimed_until", "tries"])
        after_commit(enqueue, "games.tasks.analyse_matches")
    if is_new:
        _answer_at_once(row)
    return row


def is_anything_due() -> bool:
    """Tell whether an analysis waits that nobody works on."""
    return free(MatchAnalysis.objects.all()).exists()


def make_next() -> bool:
    """Make the analysis that is next; False where there is none. A record may be thrown away meanwhile."""
    return do_next(_in_turn(MatchAnalysis.objects.all()), _make, expected=(CannotReplay, ObjectDoesNotExist))


def forget_requests(*, user: User) -> None:
    """Leave what somebody asked for, but no word of who asked."""
    MatchAnalysis.objects.filter(asked_by=user).update(asked_by=None)


def content_of(found: list[Finding]) -> dict[str, Any]:
    """Return findings as they are kept and exported."""
    chances = [one for one in found if isinstance(one, Chance)]
    mistakes = [one for one in found if isinstance(one, Mistake)]
    return {
        "chances": [plain(one) for one in chances],
        "lots": [plain(one) for one in found if isinstance(one, LotWorth)],
        "mistakes": [plain(one) for one in mistakes],
        "balance": [one._asdict() for one in balance(chances, mistakes)] if chances else [],
    }


def _answer_at_once(row: MatchAnalysis) -> None:
    """Say how all stood after the deal, by a few matches in thought: whoever asks need not wait for a process."""
    try:
        glance = at_first_glance(_timeline(row).states[0], seed=f"analysis/{row.pk}")
    except Exception as problem:  # the process meets it, too, and the page says so then
        logger.warning("The %s has no first answer", row, exc_info=problem)
        return
    row.content = content_of([glance])
    MatchAnalysis.objects.filter(pk=row.pk, percent=0).update(content=row.content)


def _in_turn(rows: QuerySet[MatchAnalysis]) -> QuerySet[MatchAnalysis]:
    """Put everybody's first request before anybody's second one: whoever asks for many keeps nobody waiting.

    What has waited for long counts as a first one, so that it comes at last.
    """
    since = timezone.now() - LATELY
    earlier = MatchAnalysis.objects.filter(
        asked_by=OuterRef("asked_by"), asked_at__lt=OuterRef("asked_at"), asked_at__gte=since
    )
    count = earlier.order_by().values("asked_by").annotate(count=Count("pk")).values("count")
    return rows.annotate(before=Coalesce(Subquery(count), 0)).order_by("before", "asked_at")


def _make(row: MatchAnalysis) -> None:
    """Look at one location after the other, and keep what is there already: the page shows it as it grows."""
    timeline = _timeline(row)
    found: list[Finding] = []
    for one in analyse(timeline.states, timeline.standing_entries(), seed=f"analysis/{row.pk}"):
        found.append(one)
        if isinstance(one, Chance):
            percent = 100 * one.number // max(timeline.last, 1)
            claimed = timezone.now() + CLAIMED_FOR
            kept = {"percent": min(percent, 99), "content": content_of(found), "claimed_until": claimed}
            MatchAnalysis.objects.filter(pk=row.pk).update(**kept)
    done = {"percent": 100, "content": content_of(found), "status": Status.DONE}
    MatchAnalysis.objects.filter(pk=row.pk).update(**done)


def _timeline(row: MatchAnalysis) -> Timeline:
    if row.match is not None:
        return timeline_of_match(row.match)
    assert row.imported is not None
    return timeline_of_record(row.imported.record)
