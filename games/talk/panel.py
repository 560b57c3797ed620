"""What stands beside the board for one viewer: talk, who is looking, one's notes, and after the end the rematch."""

from dataclasses import dataclass

from django.http import HttpRequest
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Match
from games.models.chat_line import LONGEST_LINE
from games.models.note import LONGEST_NOTE
from games.play.refusals import ActionRefused
from games.play.selectors.visibility import Viewer, address_end, seat_number_of
from games.talk.conversation import TalkPage, read_page
from games.talk.news import draw_looking, draw_rematch
from games.talk.selectors import hears_spectators, note_of
from games.talk.services import expect_may_talk


@dataclass(frozen=True, slots=True)
class Talk:
    """All that `games/talk/panel.html` and `games/talk/notes.html` show."""

    match: Match
    page: TalkPage
    plays: bool
    hears_spectators: bool
    why_silent: str  # why the viewer may not talk; empty where they may
    looking: SafeString
    rematch: str
    may_note: bool
    note: str
    token: str  # for tables that are found by link only
    longest_line: int = LONGEST_LINE
    longest_note: int = LONGEST_NOTE

    @property
    def last(self) -> int:
        """The latest line that the page shows."""
        return self.page.last

    @property
    def query(self) -> str:
        """The end of every address of this table."""
        return address_end(token=self.token)

    @property
    def older_url(self) -> str:
        """Where the earlier lines are; empty where there are none."""
        if self.page.older is None:
            return ""
        return reverse("table-talk", args=[self.match.pk]) + address_end(token=self.token, before=self.page.older)

    @property
    def login_query(self) -> str:
        """So that whoever logs in comes back."""
        return urlencode({"next": f"{self.match.get_absolute_url()}{self.query}"})

    @property
    def is_over(self) -> bool:
        return self.match.status == Match.Status.FINISHED


def talk_of(request: HttpRequest, match: Match, *, before: int | None = None) -> Talk:
    """Return the talk at a table that the viewer may see."""
    viewer: Viewer = request.user
    return Talk(
        match=match,
        page=read_page(match, viewer, before=before),
        plays=seat_number_of(match, viewer) is not None,
        hears_spectators=hears_spectators(match, viewer),
        why_silent=_why_silent(match, viewer),
        looking=draw_looking(match.pk, get_language() or "en"),
        rematch=draw_rematch(match, viewer),
        may_note=isinstance(viewer, User),
        note=note_of(match, viewer),
        token=request.GET.get("token", ""),
    )


def _why_silent(match: Match, viewer: Viewer) -> str:
    if not isinstance(viewer, User):
        return _("Log in to chat. You can watch without an account.")
    try:
        expect_may_talk(match, viewer)
    except ActionRefused as refusal:
        return str(refusal)
    return ""
