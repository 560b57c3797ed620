"""Which problem is shown, what people answered, and how somebody does."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Final

from django.db.models import Count, Exists, OuterRef, Q, QuerySet

from accounts.models import User
from accounts.people.panels import Panel
from games.engine.state import KNOWN_RULES
from games.models import DailyProblem, Match, ProblemAnswer
from games.models.daily_problem import today
from games.play.selectors.visibility import Viewer

Status = DailyProblem.Status
LATEST: Final = 7  # so many of somebody's answers are shown one by one
REMEMBERED: Final = 400  # ... and so many are counted for days in a row
# Matches of so many days before are looked through, and of them no more than these.
LOOKED_BACK: Final = timedelta(days=14)
LOOKED_THROUGH: Final = 8
# Of the match only what tells whether it may be linked is read.
HEAVY: Final = ("match__state", "match__opening", "match__secret")


@dataclass(frozen=True, slots=True)
class Answerer:
    """Who answers: somebody with an account or a guest's, or whoever has this word in their session."""

    user: User | None
    visitor: str = ""

    def answers(self) -> QuerySet[ProblemAnswer]:
        """Return what they answered, in this browser or elsewhere."""
        by_visitor = Q(visitor=self.visitor) if self.visitor else Q(pk=None)
        return ProblemAnswer.objects.filter(by_visitor if self.user is None else by_visitor | Q(user=self.user))


@dataclass(frozen=True, slots=True)
class ProblemRecord:
    """How somebody does: right answers, days in a row with an answer on the day itself, and the latest of them."""

    answered: int = 0
    right: int = 0
    days: int = 0
    latest: tuple[bool, ...] = ()  # the newest last

    @property
    def latest_right(self) -> int:
        return sum(self.latest)


def shown_problems() -> QuerySet[DailyProblem]:
    """Return what everybody may see: nothing of a day that is still to come, nor what was withdrawn."""
    ready = DailyProblem.objects.filter(status=Status.READY, withdrawn_at=None, day__lte=today())
    return ready.order_by("-day")


def current_problem() -> DailyProblem | None:
    """Return today's problem, or else the latest there is."""
    return shown_problems().select_related("match").defer(*HEAVY).first()


def problem_of(day: date) -> DailyProblem | None:
    """Return the problem of a day."""
    return shown_problems().select_related("match").defer(*HEAVY).filter(day=day).first()


def days_before(problem: DailyProblem, count: int) -> list[DailyProblem]:
    """Return the problems before one, for whoever wants more."""
    return list(shown_problems().filter(day__lt=problem.day).only("day", "kind")[:count])


def next_day(problem: DailyProblem) -> DailyProblem | None:
    """Return the problem after one."""
    return shown_problems().filter(day__gt=problem.day).only("day").order_by("day").first()


def answer_of(problem: DailyProblem, answerer: Answerer) -> ProblemAnswer | None:
    """Return what somebody answered."""
    return answerer.answers().filter(problem=problem).order_by("at").first()


def counts_of(problem: DailyProblem) -> list[int]:
    """Return how often each answer was given."""
    rows = ProblemAnswer.objects.filter(problem=problem).values_list("choice").annotate(Count("pk")).order_by()
    found = dict(rows)
    return [found.get(choice, 0) for choice in range(len(problem.answers))]


def record_of_answerer(answerer: Answerer) -> ProblemRecord:
    """Return how somebody does, counted from their answers."""
    rows = answerer.answers().filter(problem__withdrawn_at=None).order_by("-problem__day")
    told = rows.values_list("problem__day", "problem__best", "choice", "at")[:REMEMBERED]
    answers = [(day, choice == best, at.date() == day) for day, best, choice, at in told]
    return ProblemRecord(
        answered=len(answers),
        right=sum(is_right for _day, is_right, _on_time in answers),
        days=days_in_a_row([day for day, _is_right, on_time in answers if on_time], today()),
        latest=tuple(is_right for _day, is_right, _on_time in reversed(answers[:LATEST])),
    )


def days_in_a_row(days: Sequence[date], now: date) -> int:
    """Return how many days end a row, today or yesterday; the newest comes first."""
    if not days or days[0] < now - timedelta(days=1):
        return 0
    together = [day for back, day in enumerate(days) if day == days[0] - timedelta(days=back)]
    return len(together)


def profile_panel(person: User) -> Panel | None:
    """Return what a public page tells of it; nothing for who never answered."""
    found = record_of_answerer(Answerer(person))
    return Panel("games/problems/profile.html", {"record": found}, order=32) if found.answered else None


def card_for(viewer: Viewer) -> DailyProblem | None:
    """Return the problem for a card on other pages, and whether its reader has answered it (`is_answered`)."""
    mine = ProblemAnswer.objects.filter(problem=OuterRef("pk"), user=viewer.pk)
    shown = shown_problems().only("day", "kind", "position", "seat", "answers")
    return shown.annotate(is_answered=Exists(mine)).first() if viewer.pk else shown.first()


def matches_to_look_through(day: date) -> list[Match]:
    """Return matches for a day's problem: over, open to everybody, of late, and none that gave one before."""
    since = day - LOOKED_BACK
    found = Match.objects.filter(status=Match.Status.FINISHED, sealed=False, shown_at__date__gte=since)
    found = found.filter(voided_at=None, set_aside_at=None, rules__in=KNOWN_RULES, problems=None)
    return list(found.order_by("-shown_at", "-pk")[:LOOKED_THROUGH])


def kinds_asked_before(day: date) -> tuple[str, ...]:
    """Return what was asked in the two days before: the next problem had better be of another kind."""
    return tuple(DailyProblem.objects.filter(day__lt=day).order_by("-day").values_list("kind", flat=True)[:2])
