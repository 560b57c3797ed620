"""The problem of the day: as a question, and once it is answered with how others did."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from allauth.core.internal import ratelimit
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.models import DailyProblem, Match
from games.models.daily_problem import today
from games.problems.forms import ProblemAnswerForm
from games.problems.page import position_of, solution_of
from games.problems.selectors import (
    answer_of,
    counts_of,
    current_problem,
    days_before,
    next_day,
    problem_of,
    record_of_answerer,
)
from games.problems.services import give_answer
from games.problems.visitors import answerer_of

EARLIER = 7


@require_safe
@never_cache
def current(request: HttpRequest) -> HttpResponse:
    """Show today's problem, or the latest there is."""
    problem = current_problem()
    if problem is None:
        return render(request, "games/problems/none.html", {"next_at": _midnight()})
    return _show(request, problem)


@require_safe
@never_cache
def of_day(request: HttpRequest, day: date) -> HttpResponse:
    """Show the problem of a day."""
    return _show(request, _problem_or_404(day))


@require_POST
def answer(request: HttpRequest, day: date) -> HttpResponse:
    """Take an answer, and lead to how others did."""
    problem = _problem_or_404(day)
    if not ratelimit.consume(request, app="allauth.account", action="answer_problem"):
        return ratelimit.respond_429(request)
    form = ProblemAnswerForm(request.POST, problem)
    if not form.is_valid():
        return _show(request, problem, error=str(form.errors["choice"][0]), status=422)
    give_answer(problem=problem, answerer=answerer_of(request, is_new=True), choice=form.cleaned_data["choice"])
    return redirect(problem.get_absolute_url() + "#answers")


def _problem_or_404(day: date) -> DailyProblem:
    problem = problem_of(day)
    if problem is None:
        raise Http404
    return problem


def _show(request: HttpRequest, problem: DailyProblem, *, error: str = "", status: int = 200) -> HttpResponse:
    answerer, position = answerer_of(request), position_of(problem)
    given = answer_of(problem, answerer)
    shown: dict[str, Any] = {
        "problem": problem,
        "position": position,
        "error": error,
        "is_today": problem.day == today(),
        "earlier": days_before(problem, EARLIER),
        "later": None if problem.day >= today() else next_day(problem),
        "next_at": _midnight(),
    }
    if given is not None:
        shown["solution"] = solution_of(problem, position, given, counts_of(problem))
        shown["record"] = record_of_answerer(answerer)
        shown["source"] = problem.match if _is_open(problem.match) else None
    return render(request, "games/problems/page.html", shown, status=status)


def _is_open(match: Match | None) -> bool:
    """Tell whether everybody may still see the match that it comes from."""
    return match is not None and match.shown_at is not None and not match.sealed and not match.is_closed


def _midnight() -> datetime:
    """Return when the next problem comes."""
    return datetime.combine(today() + timedelta(days=1), time(), UTC)
