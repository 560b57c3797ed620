"""The way to the next table: after a move, and whenever this one does not wait for its viewer."""

from django.template.loader import render_to_string
from django.utils import translation
from django.utils.safestring import SafeString

from accounts.models import User
from games.lobby.selectors import next_table_of
from games.models import Match
from games.play.selectors.visibility import Viewer


def draw_next(match: Match, seat: int | None, viewer: Viewer, language: str) -> SafeString:
    """A link for somebody who sits here and is not asked, if another table waits for them; nothing for others."""
    if seat is None or not isinstance(viewer, User):
        return SafeString("")
    is_asked = match.status == Match.Status.RUNNING and match.turn_seat == seat
    waiting = None if is_asked else next_table_of(viewer, besides=match)
    with translation.override(language):
        return render_to_string("games/table/next.html", {"waiting": waiting})
