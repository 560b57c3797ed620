"""What templates need to tell how much is new."""

from django import template

from games.models import Match

register = template.Library()


@register.filter
def entries_since(match: Match, seen: int) -> int:
    """Return how many entries came after the one that somebody saw last: {{ match|entries_since:seen }}."""
    return match.number - seen
