"""Having a problem for every day, and taking answers to it."""

import logging
from collections.abc import Iterator
from datetime import date, timedelta
from typing import Any, Final

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import User
from accounts.staff.services.trace import trace
from games.due_work import do_next, free
from games.history.timeline import CannotReplay, timeline_of_match
from games.models import DailyProblem, Match, ProblemAnswer
from games.models.daily_problem import today
from games.problems.finding import FoundProblem, find_in
from games.problems.selectors import Answerer, answer_of, kinds_asked_before, matches_to_look_through
from games.problems.shipping import shipped

logger = logging.getLogger(__name__)

Status = DailyProblem.Status
# Longer than any match takes to be looked through: whoever has said nothing for so long is gone.
CLAIMED_FOR: Final = timedelta(minutes=15)


def prepare_days() -> bool:
    """See to today's problem and have tomorrow's looked for; tells whether a day waits that nobody works on."""
    now = today()
    wanted = [now, now + timedelta(days=1)] if settings.PROBLEM_SEARCH else [now]
    known = dict(DailyProblem.objects.filter(day__in=wanted).values_list("day", "status"))
    missing = [DailyProblem(day=day) for day in wanted if day not in known]
    if missing:
        DailyProblem.objects.bulk_create(missing, ignore_conflicts=True)
    if known.get(now) != Status.READY:
        take_shipped(now)
    return bool(settings.PROBLEM_SEARCH) and free(_days_to_come()).exists()


def take_shipped(day: date) -> bool:
    """Give a day one of the problems that come with the site, if one is left that was never asked here."""
    with transaction.atomic():
        row = DailyProblem.objects.select_for_update().exclude(status=Status.READY).filter(day=day).first()
        if row is None:
            return False
        used = set(DailyProblem.objects.exclude(shipped="").values_list("shipped", flat=True))
        found = next((one for one in shipped() if one["source"] not in used), None)
        if found is None:
            return False
        kept = {name: value for name, value in found.items() if name not in ("source", "number")}
        return _keep(row, shipped=found["source"], **kept)


def find_due() -> bool:
    """Look for the problem of a day that is due; False where there is none."""
    return do_next(_days_to_come().order_by("day"), _find, claimed_for=CLAIMED_FOR)


def give_answer(*, problem: DailyProblem, answerer: Answerer, choice: int) -> ProblemAnswer:
    """Keep somebody's answer; whoever has answered before is told what they said then."""
    earlier = answer_of(problem, answerer)
    if earlier is not None:
        return earlier
    # By the unique constraint two at once are one.
    who = {"visitor": answerer.visitor} if answerer.user is None else {"user": answerer.user}
    answer, _is_new = ProblemAnswer.objects.get_or_create(problem=problem, **who, defaults={"choice": choice})
    return answer


def adopt_answers(*, answers: QuerySet[ProblemAnswer], user: User) -> None:
    """Make answers somebody's own who gave them before they had this account; what they said here first stays."""
    with transaction.atomic():
        known = ProblemAnswer.objects.filter(user=user).values("problem")
        answers.exclude(user=user).exclude(problem__in=known).update(user=user, visitor="")


def forget_answers(*, user: User) -> None:
    """Leave what somebody answered in the counts, but theirs no more."""
    ProblemAnswer.objects.filter(user=user).update(user=None)


def withdraw_problem(*, actor: User, problem_id: int, why: str) -> DailyProblem:
    """Take a problem off the site."""
    return _set_withdrawn(actor, problem_id, why, is_withdrawn=True)


def restore_problem(*, actor: User, problem_id: int, why: str) -> DailyProblem:
    """Show a problem again."""
    return _set_withdrawn(actor, problem_id, why, is_withdrawn=False)


def _set_withdrawn(actor: User, problem_id: int, why: str, *, is_withdrawn: bool) -> DailyProblem:
    with transaction.atomic():
        row = DailyProblem.objects.select_for_update().get(pk=problem_id)
        if (row.withdrawn_at is not None) == is_withdrawn:
            return row
        row.withdrawn_at = timezone.now() if is_withdrawn else None
        row.save(update_fields=["withdrawn_at"])
        verb = "withdraw problem" if is_withdrawn else "restore problem"
        trace(actor=actor, verb=verb, why=why, target=row, after={"withdrawn": is_withdrawn})
        return row


def _days_to_come() -> QuerySet[DailyProblem]:
    return DailyProblem.objects.filter(day__gte=today())


def _find(row: DailyProblem) -> None:
    for match, found in _look(row):
        with transaction.atomic():
            Match.objects.select_for_update(of=("self",)).only("pk").get(pk=match.pk)
            if not match.problems.exists():  # another day may have been looked for at the same time
                _keep(row, match=match, **found.plain())
                return
    DailyProblem.objects.filter(pk=row.pk, status=Status.DUE).update(status=Status.MISSED)


def _look(row: DailyProblem) -> Iterator[tuple[Match, FoundProblem]]:
    """Yield the first problem of each match that has one."""
    besides = kinds_asked_before(row.day)
    for match in matches_to_look_through(row.day):
        DailyProblem.objects.filter(pk=row.pk).update(claimed_until=timezone.now() + CLAIMED_FOR)
        try:
            timeline = timeline_of_match(match)
        except CannotReplay as broken:
            logger.info("Match %s was left out: %r", match.pk, broken)
            continue
        found = next(find_in(timeline.states, timeline.entries, f"{match.commitment}/{row.day}", besides), None)
        if found is not None:
            yield match, found


def _keep(row: DailyProblem, **facts: Any) -> bool:
    """Write down what was found, unless the day has its problem by now."""
    waiting = DailyProblem.objects.filter(pk=row.pk).exclude(status=Status.READY)
    return waiting.update(status=Status.READY, claimed_until=None, **facts) == 1
