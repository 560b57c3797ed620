"""Having rows done that are due: each by one process at a time, again where one was killed, and none for ever."""

import logging
from collections.abc import Callable
from datetime import timedelta
from typing import Final, TypeVar

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.models.due_work import MOST_TRIES, DueWork

logger = logging.getLogger(__name__)

Row = TypeVar("Row", bound=DueWork)
DUE, FAILED = DueWork.Status.DUE, DueWork.Status.FAILED
# Longer than any step takes: whoever has said nothing for so long is gone.
CLAIMED_FOR: Final = timedelta(minutes=2)


def free(rows: QuerySet[Row]) -> QuerySet[Row]:
    """Return those of these rows that are due and nobody works on."""
    unclaimed = Q(claimed_until=None) | Q(claimed_until__lt=timezone.now())
    return rows.filter(unclaimed, status=DUE)


def do_next(
    rows: QuerySet[Row],
    act: Callable[[Row], object],
    *,
    claimed_for: timedelta = CLAIMED_FOR,
    expected: type[Exception] | tuple[type[Exception], ...] = (),
) -> bool:
    """Do the first of these rows that is free, False where there is none; an error that is expected alarms nobody."""
    _give_up(rows)
    row = _take(rows, claimed_for)
    if row is None:
        return False
    try:
        act(row)
    except Exception as problem:  # what cannot be done keeps nothing else waiting
        level = logging.INFO if isinstance(problem, expected) else logging.ERROR
        logger.log(level, "The %s failed", row, exc_info=problem)
        _fail(row)
    return True


def _take(rows: QuerySet[Row], claimed_for: timedelta) -> Row | None:
    with transaction.atomic():
        row = free(rows).select_for_update(of=("self",), skip_locked=True).first()
        if row is not None:
            row.tries += 1
            row.claimed_until = timezone.now() + claimed_for
            row.save(update_fields=["tries", "claimed_until"])
        return row


def _give_up(rows: QuerySet[Row]) -> None:
    """Try nothing for ever that ends every process which takes it up."""
    for row in free(rows).filter(tries__gte=MOST_TRIES):
        if _fail(row):
            logger.error("The %s was given up: it was begun %s times and never came to an end", row, row.tries)


def _fail(row: DueWork) -> bool:
    """Say that nobody works on it any more, and since when; what has come to another end meanwhile keeps that."""
    still_due = type(row)._default_manager.filter(pk=row.pk, status=DUE)
    return still_due.update(status=FAILED, claimed_until=timezone.now()) == 1
