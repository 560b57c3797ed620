"""What templates say about tournaments."""

from django import template

from games.models import Tournament
from games.play.selectors.visibility import Viewer
from games.tournaments.selectors.pages import lobby_tournaments

register = template.Library()
HALF = "½"


@register.filter
def points(half_points: int | None) -> str:
    """Return half points as people count: `7½`; a dash where there are none."""
    if half_points is None:
        return "–"
    whole, half = divmod(half_points, 2)
    return f"{whole or ('' if half else 0)}{HALF if half else ''}"


@register.simple_tag
def soonest_tournaments(viewer: Viewer) -> list[Tournament]:
    """Return what the lobby tells of: {% soonest_tournaments user as tournaments %}."""
    return lobby_tournaments(viewer)
