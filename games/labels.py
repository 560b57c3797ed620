"""What tables, seats and paces are called, on every page that lists them."""

from collections.abc import Sequence
from datetime import timedelta

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.edition_words import level_name
from games.models import Match, Seat
from games.models.match import DAY, HOUR, UNHURRIED_SECONDS


def table_name(match: Match) -> str:
    """Return what a table is called; one without a title is its host's."""
    return match.title or _("Table of %(host)s") % {"host": match.host.display_name}


def seat_name(seat: Seat) -> str:
    """Return who sits there."""
    if seat.ai_level:
        return _("%(level)s (AI)") % {"level": level_name(seat.ai_level)}
    return seat.user.display_name if seat.user else _("Free seat")


def seat_lost_words(match: Match, *, why: str, is_free: bool) -> str:
    """Return what somebody hears who sat somewhere as a guest and may not as themselves."""
    said = {"table": table_name(match), "reason": why}
    if is_free:
        return _("The seat you had as a guest at “%(table)s” is free again. %(reason)s") % said
    return _("At “%(table)s” an AI plays on for the guest you were. %(reason)s") % said


def pace_words(match: Match) -> str:
    """Return the time for a decision, in a few words, and the bank of days where there is one."""
    if match.pace == Match.Pace.SLOW and match.bank_seconds:
        days = match.bank_seconds // DAY
        words = ngettext("%(pace)s, bank of %(count)s day", "%(pace)s, bank of %(count)s days", days)
        return words % {"pace": _time_words(match), "count": days}
    return _time_words(match)


def _time_words(match: Match) -> str:
    seconds = match.decision_seconds
    if match.pace == Match.Pace.LIVE:
        return _("Live, %(seconds)s s a move") % {"seconds": seconds}
    if seconds >= UNHURRIED_SECONDS:
        return _("Take your time")
    if seconds % DAY:
        hours = seconds // HOUR
        return ngettext("%(count)s hour a move", "%(count)s hours a move", hours) % {"count": hours}
    days = seconds // DAY
    return _("A day a move") if days == 1 else _("%(count)s days a move") % {"count": days}


def pace_mark(match: Match) -> str:
    """Return the same beside a clock, where there is room for one word."""
    seconds = match.decision_seconds
    if match.pace == Match.Pace.LIVE:
        return _("live")
    if seconds >= UNHURRIED_SECONDS:
        return _("no hurry")
    if seconds % DAY:
        return _("%(count)s h") % {"count": seconds // HOUR}
    return ngettext("%(count)s day", "%(count)s days", seconds // DAY) % {"count": seconds // DAY}


def rating_limits(match: Match) -> str:
    """Return between which ratings a host lets people sit down; empty where there is no limit."""
    if match.rating_from and match.rating_to:
        return _("%(least)s to %(most)s") % {"least": match.rating_from, "most": match.rating_to}
    if match.rating_from:
        return _("at least %(least)s") % {"least": match.rating_from}
    return _("at most %(most)s") % {"most": match.rating_to} if match.rating_to else ""


def either_of(numbers: Sequence[int]) -> str:
    """Return numbers of which any will do: `3`, `3 or 4`, `2, 3 or 4`."""
    *others, last = [str(number) for number in numbers]
    return _("%(others)s or %(last)s") % {"others": ", ".join(others), "last": last} if others else last


def about_minutes(time: timedelta) -> str:
    """Return a time in minutes, as one says it."""
    minutes = round(time.total_seconds() / 60)
    if minutes < 1:
        return _("less than a minute")
    return ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes}
