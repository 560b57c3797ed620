"""What templates say about ratings."""

from django import template
from django.template.defaultfilters import floatformat
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models.match import DAY, HOUR, MINUTE

register = template.Library()
MINUS = "−"


@register.filter
def signed(number: int) -> str:
    """Return a change with its sign, `+12` or `−7`; `±0` where nothing moved."""
    if not number:
        return "±0"
    return f"+{number}" if number > 0 else f"{MINUS}{-number}"


@register.filter
def signed_tenths(number: float) -> str:
    """Return the same with one digit behind the point, in the reader's manner."""
    return f"{MINUS if number < 0 else '+'}{floatformat(abs(number), 1)}"


@register.filter
def span(seconds: int) -> str:
    """Return a length of time in its largest whole unit."""
    if seconds >= DAY:
        days = seconds // DAY
        return ngettext("%(count)s day", "%(count)s days", days) % {"count": days}
    if seconds >= HOUR:
        return _("%(count)s h") % {"count": seconds // HOUR}
    if seconds >= 2 * MINUTE:
        return _("%(count)s min") % {"count": floatformat(seconds / MINUTE)}
    return _("%(count)s s") % {"count": seconds}
