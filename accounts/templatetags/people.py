"""People in templates."""

from typing import Any

from django import template

from accounts.models import User
from accounts.portraits import draw_portrait

register = template.Library()


@register.inclusion_tag("accounts/avatar.html")
def avatar(user: User, size: str = "") -> dict[str, Any]:
    """Draw somebody: {% avatar user %}, {% avatar user "small" %}, {% avatar user "large" %}."""
    return {"portrait": draw_portrait(user.username), "size": size}
