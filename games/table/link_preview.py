"""What other sites show of a link to a match: its name, who won, and a picture."""

from dataclasses import replace

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import prefetch_related_objects
from django.urls import reverse
from django.utils.translation import gettext as _

from games.labels import seat_name, table_name
from games.lobby.selectors import SEATS
from games.lobby.sharing import Share
from games.models import ImportedRecord, Match, Seat
from games.play.selectors.visibility import may_see


def share_of_match(match: Match) -> Share | None:
    """Return a match that strangers may see; nothing is told of any other."""
    if not (match.has_begun and may_see(match, AnonymousUser())):
        return None
    url = settings.SITE_URL + match.get_absolute_url()
    if match.status == Match.Status.RUNNING:
        return Share(table_name(match), _("A match in play."), url)
    if match.status != Match.Status.FINISHED:
        return Share(table_name(match), _("The match has no result"), url)
    prefetch_related_objects([match], SEATS)
    seats = sorted(match.seats.all(), key=lambda seat: (seat.place or 0, seat.number))
    return Share(table_name(match), standing_of(seats), url, settings.SITE_URL + reverse("table-card", args=[match.pk]))


def share_of_moment(match: Match, number: int) -> Share | None:
    """Return a moment of a match; where it is over, with a picture of how the studios stood then."""
    share = share_of_match(match)
    if share is None or not share.image:
        return share
    page, image = (settings.SITE_URL + reverse(name, args=[match.pk, number]) for name in ("replay", "replay-card"))
    return replace(share, url=page, image=image)


def share_of_analysis(source: Match | ImportedRecord) -> Share | None:
    """Return the analysis of a match or of a record, with the picture of the result where there is one."""
    if isinstance(source, Match):
        share, page = share_of_match(source), reverse("table-analysis", args=[source.pk])
    else:
        share, page = share_of_record(source), reverse("record-analysis", args=[source.token])
    if share is None:
        return None
    title = _("Analysis of %(name)s") % {"name": share.title}
    return replace(share, title=title, url=settings.SITE_URL + page)


def share_of_record(imported: ImportedRecord) -> Share:
    """Return a record that somebody brought along."""
    return Share(str(imported), ", ".join(imported.names), settings.SITE_URL + imported.get_absolute_url())


def standing_of(seats: list[Seat]) -> str:
    """Return the result in one line: `1. ada 61, 2. grace 58 (left the match)`."""
    return ", ".join(f"{seat.place}. {seat_name(seat)} {seat.score}{_absence(seat)}" for seat in seats)


def _absence(seat: Seat) -> str:
    return f" ({Seat.Absence(seat.absence).label})" if seat.absence else ""
