"""A calendar as a file that calendar programs subscribe to (RFC 5545)."""

from collections.abc import Iterable
from datetime import timedelta
from typing import Final

from django.conf import settings
from django.utils.translation import gettext as _
from icalendar import Calendar, Event

from games.feeds.selectors import CalendarEntry

ASKED_AGAIN: Final = timedelta(minutes=15)  # how often a program should look


def write_calendar(entries: Iterable[CalendarEntry]) -> bytes:
    """Return a calendar; the same entries give the same bytes, so that a program sees what is new."""
    calendar = Calendar()
    calendar.add("prodid", f"-//{settings.SITE.netloc}//Dream Factory//EN")
    calendar.add("version", "2.0")
    calendar.add("x-wr-calname", _("Dream Factory"))
    calendar.add("refresh-interval", ASKED_AGAIN, parameters={"VALUE": "DURATION"})
    calendar.add("x-published-ttl", ASKED_AGAIN)
    for entry in entries:
        calendar.add_component(_event(entry))
    written: bytes = calendar.to_ical()
    return written


def _event(entry: CalendarEntry) -> Event:
    event = Event()
    event.add("uid", f"{entry.key}@{settings.SITE.netloc}")
    event.add("dtstamp", entry.changed_at)
    event.add("dtstart", entry.at)
    event.add("duration", timedelta(0))
    event.add("summary", entry.words)
    event.add("url", entry.url)
    event.add("transp", "TRANSPARENT")  # nobody is busy at a deadline
    return event
