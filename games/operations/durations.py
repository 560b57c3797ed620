"""How long something took or waits, in few letters."""

from django.utils.formats import number_format
from django.utils.translation import gettext as _

MINUTE, HOUR, DAY = 60, 3_600, 86_400


def in_words(seconds: float) -> str:
    """Return a duration by its two largest units: 0.4 s, 4 min 10 s, 6 d 4 h."""
    if seconds < 10:
        rounded = round(float(seconds), 1)
        return _("%(seconds)s s") % {"seconds": number_format(rounded, 0 if rounded.is_integer() else 1)}
    if seconds < MINUTE:
        return _("%(seconds)s s") % {"seconds": int(seconds)}
    if seconds < HOUR:
        minutes, rest = divmod(int(seconds), MINUTE)
        if not rest:
            return _("%(minutes)s min") % {"minutes": minutes}
        return _("%(minutes)s min %(seconds)s s") % {"minutes": minutes, "seconds": rest}
    if seconds < DAY:
        hours, rest = divmod(int(seconds), HOUR)
        return _("%(hours)s h %(minutes)s min") % {"hours": hours, "minutes": rest // MINUTE}
    days, rest = divmod(int(seconds), DAY)
    return _("%(days)s d %(hours)s h") % {"days": days, "hours": rest // HOUR}


def milliseconds(seconds: float) -> str:
    """Return a short duration in thousandths."""
    digits = 0 if seconds >= 0.01 else 1
    return _("%(milliseconds)s ms") % {"milliseconds": number_format(seconds * 1000, digits)}
