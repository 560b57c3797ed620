"""What templates say about tournaments."""

from django import template

register = template.Library()
HALF = "½"


@register.filter
def points(half_points: int | None) -> str:
    """Return half points as people count: `7½`; a dash where there are none."""
    if half_points is None:
        return "–"
    whole, half = divmod(half_points, 2)
    return f"{whole or ('' if half else 0)}{HALF if half else ''}"
