"""People in templates."""

from typing import Any

from django import template

from accounts.models import User
from accounts.people.portraits import draw_portrait

register = template.Library()

# The first sign that is found counts: every browser also claims to be the older ones.
BROWSERS = (("Edg", "Edge"), ("OPR/", "Opera"), ("Firefox", "Firefox"), ("Chrome", "Chrome"), ("Safari", "Safari"))
DEVICES = (
    *(("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android")),
    *(("Windows", "Windows"), ("Mac OS", "macOS"), ("CrOS", "ChromeOS"), ("Linux", "Linux")),
)


@register.inclusion_tag("accounts/avatar.html")
def avatar(user: User, size: str = "") -> dict[str, Any]:
    """Draw somebody: {% avatar user %}, {% avatar user "small" %}, {% avatar user "large" %}."""
    return {"portrait": draw_portrait(user.username), "size": size}


@register.filter
def browser(user_agent: str) -> str:
    """Name the browser and the device of a session as people call them: {{ session.user_agent|browser }}."""
    names = [next((word for sign, word in signs if sign in user_agent), "") for signs in (BROWSERS, DEVICES)]
    return " · ".join(filter(None, names)) or user_agent[:60] or "?"
