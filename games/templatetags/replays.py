"""What the templates of a replay need beyond plain values."""

from django import template
from django.utils.safestring import SafeString

register = template.Library()


@register.simple_tag
def past_part(parts: dict[str, SafeString], name: str, seat: int) -> SafeString:
    """Return a part that is drawn for each seat."""
    return parts[f"{name}-{seat}"]
