"""The first line of the operator's page: what is wrong, in words, or that nothing is."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, NamedTuple

from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.operations.durations import in_words
from games.operations.processes import ProcessRow
from games.operations.queues import Backlog

# A minute that nobody wrote down is a sweep that nobody made.
NO_SAMPLE_FOR: Final = timedelta(minutes=3)


class Verdict(NamedTuple):
    """What is wrong, and what may be said of the rest."""

    wrong: list[str]
    rest: str


def judge(
    backlogs: Sequence[Backlog], rows: Sequence[ProcessRow], sampled_at: datetime | None, now: datetime
) -> Verdict:
    """Say what is wrong, what players wait for first."""
    late = [backlog for backlog in sorted(backlogs, key=lambda one: not one.queue.is_waited_for) if backlog.is_late]
    wrong = [_unswept(sampled_at, now)] if _is_unswept(sampled_at, now) else []
    wrong += [_("%(queue)s are late") % {"queue": backlog.queue.words} for backlog in late]
    wrong += [_wrong_with(row) for row in rows if row.is_wrong]
    if not wrong:
        return Verdict([], _("Everything is on time, and everybody is there."))
    is_waited_for = any(backlog.queue.is_waited_for for backlog in late) or _is_unswept(sampled_at, now)
    rest = _("Players are waiting.") if is_waited_for else _("Everything that players wait for is on time.")
    return Verdict([capfirst(words) for words in wrong], rest)


def _is_unswept(sampled_at: datetime | None, now: datetime) -> bool:
    return sampled_at is None or now - sampled_at > NO_SAMPLE_FOR


def _unswept(sampled_at: datetime | None, now: datetime) -> str:
    if sampled_at is None:
        return _("nobody has ever swept: is there a worker, and a beat?")
    return _("nobody has swept for %(time)s") % {"time": in_words((now - sampled_at).total_seconds())}


def _wrong_with(row: ProcessRow) -> str:
    if row.memory:
        return _("%(process)s has not been heard of for %(time)s") % {"process": row.name, "time": row.beat}
    return f"{row.name}: {row.beat or row.state}"
