"""What other sites show of a link to the site or to a table that waits for players."""

from dataclasses import dataclass

from django.conf import settings
from django.templatetags.static import static
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.edition_words import words_of
from games.labels import pace_words, table_name
from games.lobby.selectors import WaitingRoom
from games.models import Match


@dataclass(frozen=True, slots=True)
class Share:
    """The tags of a page. `image` is empty where there is nothing to draw."""

    title: str
    description: str
    url: str
    image: str = ""


def picture() -> str:
    """Return the picture of a table that stands for the site."""
    return settings.SITE_URL + static("pictures/share.jpg")


def share_of_home() -> Share:
    """Return the site itself."""
    words = _(
        "Play Dream Factory, the board game of film studios and auctions, with friends or against the AI, live or a"
        " move a day."
    )
    return Share(_("Dream Factory: the board game of film studios, online"), words, f"{settings.SITE_URL}/", picture())


def share_of_room(room: WaitingRoom, token: str) -> Share | None:
    """Return a table that waits: for whoever has its link, or anybody may find; nothing is told of any other."""
    match = room.match
    if not token and match.visibility != Match.Visibility.PUBLIC:
        return None
    path = reverse("table-link", args=[token]) if token else match.get_absolute_url()
    title = _("%(host)s invites you: %(table)s") % {"host": match.host.display_name, "table": table_name(match)}
    free = ngettext("one free seat", "%(count)s free seats", room.free) % {"count": room.free}
    said = (words_of(match.edition_id).name, pace_words(match), free)
    return Share(title, " · ".join(said), settings.SITE_URL + path, picture())
