"""What one viewer may read of the talk at a table, and their own notes."""

from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.selectors import ids_blocked_either_way
from games.models import ChatLine, Match, Note
from games.selectors.play import seat_number_of
from games.selectors.visibility import Viewer

LINES_A_PAGE = 50


def lines_for(match: Match, viewer: Viewer) -> QuerySet[ChatLine]:
    """The lines this viewer may read, latest first, removed ones too: whoever draws them leaves out their words.

    That the viewer may see the table was asked before.
    """
    if not match.chat_allowed:
        return ChatLine.objects.none()
    lines = match.chat_lines.select_related("author").order_by("-pk")
    if not hears_spectators(match, viewer):
        lines = lines.filter(audience=ChatLine.Audience.SEATS)
    if isinstance(viewer, User):
        lines = lines.exclude(author__in=ids_blocked_either_way(viewer))
    return lines


def hears_spectators(match: Match, viewer: Viewer) -> bool:
    """Whether the viewer reads what spectators say: after the end everybody, before it spectators with an account.

    Players must not, and a window without an account is the first thing a curious player would open.
    """
    if match.status == Match.Status.FINISHED:
        return True
    if not isinstance(viewer, User) or viewer.is_guest:
        return False
    return seat_number_of(match, viewer) is None


def names_at(match: Match) -> list[str]:
    """The names one can mention: of those who play and of those who have spoken."""
    here = Q(pk__in=match.seats.values("user")) | Q(pk__in=match.chat_lines.values("author"))
    return list(User.objects.filter(here, left_at=None, is_guest=False).values_list("username", flat=True))


def note_of(match: Match, viewer: Viewer) -> str:
    """What the viewer wrote down for themselves; nobody else's notes have a way out."""
    if not isinstance(viewer, User):
        return ""
    return Note.objects.filter(match=match, user=viewer).values_list("text", flat=True).first() or ""
