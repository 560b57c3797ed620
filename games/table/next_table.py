"""The way to the next table: after a move, and whenever this one does not wait for its viewer."""

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import User
from games.lobby.selectors import next_table_of
from games.models import Match
from games.play.selectors.visibility import Viewer


def draw_next(match: Match, seat: int | None, viewer: Viewer, language: str) -> SafeString:
    """Draw a link for somebody who sits here and is not asked, if another table waits for them; nothing for others."""
    if seat is None or not isinstance(viewer, User):
        return SafeString("")
    return draw_waiting(next_of(match, seat, viewer), language)


def next_of(match: Match, seat: int, viewer: User) -> Match | None:
    """Return the table that waits most urgently for somebody who sits here; none while this one does."""
    return None if match.asks(seat) else next_table_of(viewer, besides=match)


def draw_waiting(waiting: Match | None, language: str) -> SafeString:
    """Return the link to a table that waits, or the place where there may be one."""
    with translation.override(language):
        return render_to_string("games/table/next.html", {"waiting": waiting})
