"""The match in the light, for pages of rooms that know nothing of watching."""

from django import template

from games.watch.featuring import featured_match as find_featured
from games.watch.values import Featured, feature

register = template.Library()


@register.simple_tag
def featured_match() -> Featured | None:
    """Return the match in the light, if there is any: {% featured_match as featured %}."""
    match = find_featured()
    return feature(match) if match else None
