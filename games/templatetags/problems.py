"""The problem of the day, for pages of rooms that know nothing of problems."""

from collections.abc import Iterable

from django import template

from games.models import DailyProblem
from games.play.selectors.visibility import Viewer
from games.problems.page import title_of
from games.problems.selectors import card_for
from games.table.studio import Play

register = template.Library()


@register.simple_tag
def todays_problem(viewer: Viewer) -> DailyProblem | None:
    """Return the latest problem, if there is any: {% todays_problem user as problem %}."""
    return card_for(viewer)


@register.filter
def unfinished(plays: Iterable[Play]) -> int:
    """Return how many screenplays of a studio are no movies yet."""
    return sum(not play.is_movie for play in plays)


@register.filter
def problem_title(problem: DailyProblem) -> str:
    """Return what a problem is called."""
    return title_of(problem)
