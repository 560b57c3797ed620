"""What stands in somebody's calendar, and whose calendar an address shows."""

from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.sanctions.selectors import ban_on
from games.labels import table_name
from games.lobby.selectors import tables_asked
from games.models import Match


@dataclass(frozen=True, slots=True)
class Entry:
    """A moment in a calendar: `key` stays the same, and `changed_at` as long as it says the same."""

    key: str
    at: datetime
    changed_at: datetime
    words: str
    url: str


def reader_of(token: str) -> User | None:
    """Return whose calendar has this address; None where nobody's has, or they are not let in."""
    if not token.isprintable():  # PostgreSQL does not even compare a NUL
        return None
    found = User.objects.filter(calendar_address__token=token, is_active=True).first()
    return None if found is None or ban_on(found) else found


def entries_of(user: User) -> list[Entry]:
    """Return by when somebody has to decide, the most urgent first; where no clock runs there is nothing to keep."""
    return [_deadline(match, match.deadline_at) for match in tables_asked(user) if match.deadline_at]


def _deadline(match: Match, at: datetime) -> Entry:
    words = _("Deadline: your decision at “%(table)s”") % {"table": table_name(match)}
    asked_at = match.asked_at or match.changed_at
    url = settings.SITE_URL + match.get_absolute_url()
    return Entry(f"turn-{match.pk}-{match.number}", at, asked_at, words, url)
