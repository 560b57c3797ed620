"""What the templates of a replay need beyond plain values."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def past_part(parts: dict[str, SafeString], name: str, seat: int) -> SafeString:
    """Return a part that is drawn for each seat."""
    return parts[f"{name}-{seat}"]


@register.filter
def as_swap(html: SafeString) -> SafeString:
    """Return a part so that it takes the place of the one with its id."""
    return SafeString(html.replace(" id=", ' hx-swap-oob="morph" id=', 1))
