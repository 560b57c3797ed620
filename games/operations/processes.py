"""Processes and what they stand on, as rows of the operator's page."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Backup, Process
from games.operations.counts import counts_of, gauge_of
from games.operations.dependencies import try_database, try_redis
from games.operations.durations import in_words, milliseconds
from games.operations.sampling import SILENT_AFTER

BACKUP_AGE: Final = timedelta(hours=26)  # one a night, and some time for it
MEGABYTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class ProcessRow:
    """A process, a server or a habit that the site stands on."""

    name: str
    state: str
    up_for: str = ""
    memory: str = ""
    beat: str = ""
    version: str = ""
    is_wrong: bool = False


def process_rows(now: datetime) -> list[ProcessRow]:
    """Return every process that runs or is missed, numbered by its kind."""
    numbers: dict[str, int] = {}
    rows = []
    for process in running_or_missed(now):
        numbers[process.kind] = numbers.get(process.kind, 0) + 1
        rows.append(_row(process, numbers[process.kind], now))
    return rows


def running_or_missed(now: datetime) -> QuerySet[Process]:
    """Return those that said no goodbye, without the silent ones in whose place another was started since.

    Their rows are kept for a day. A younger one that ran beside them has not come in their place.
    """
    place = {name: OuterRef(name) for name in ("kind", "host", "port")}
    successors = Process.objects.filter(started_at__gt=OuterRef("beat_at"), **place).exclude(pk=OuterRef("pk"))
    return Process.objects.filter(stopped_at=None).exclude(Exists(successors), beat_at__lt=now - SILENT_AFTER)


def _row(process: Process, number: int, now: datetime) -> ProcessRow:
    silence = now - process.beat_at
    name = f"{process.get_kind_display()} {number}"
    place = f" · {process.host}" if process.host else ""
    return ProcessRow(
        name=name,
        state=_state(process) + place,
        up_for=in_words((now - process.started_at).total_seconds()),
        memory=f"{process.memory / MEGABYTE:.0f} MB",
        beat=in_words(max(0.0, silence.total_seconds())),
        version=process.version,
        is_wrong=silence > SILENT_AFTER,
    )


def _state(process: Process) -> str:
    """Say what it does, in a word or two."""
    if process.kind in (Process.Kind.WEB, Process.Kind.SERVE):
        sockets = int(gauge_of(process.figures, "sockets"))
        return ngettext("%(count)s socket", "%(count)s sockets", sockets) % {"count": sockets}
    if process.kind == Process.Kind.BEAT:
        return _("every %(seconds)s s") % {"seconds": f"{settings.SWEEP_SECONDS:g}"}
    moves = counts_of(process.figures)["moves"]
    return ngettext("%(count)s move", "%(count)s moves", moves) % {"count": moves}


def dependency_rows() -> Iterator[ProcessRow]:
    """Yield the servers behind the processes, and the latest backup."""
    yield _server(_("Database"), try_database())
    if settings.REDIS_URL:
        yield _server("Redis", try_redis())
    yield _backup_row()


def _server(name: str, seconds: float | None) -> ProcessRow:
    if seconds is None:
        return ProcessRow(name, _("away"), is_wrong=True)
    return ProcessRow(name, _("answers"), beat=milliseconds(seconds))


def _backup_row() -> ProcessRow:
    latest = Backup.objects.first()
    if latest is None:
        return ProcessRow(_("Last backup"), _("none was ever made"), is_wrong=is_kept_for_others())
    age = timezone.now() - latest.made_at
    state = f"{latest.bytes / MEGABYTE:.1f} MB"
    words = in_words(age.total_seconds())
    return ProcessRow(_("Last backup"), state, beat=words, is_wrong=age > BACKUP_AGE and is_kept_for_others())


def is_kept_for_others() -> bool:
    """Tell whether anybody would miss what is played here: not on a developer's machine."""
    return not settings.DEBUG
