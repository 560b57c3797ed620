"""The lobby: one's tables, invitations and the open tables, as a page and as the parts of it that live."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.models import User
from accounts.people.name_badges import add_badges
from games.lobby.filters import LobbyFilters
from games.lobby.forms.choices import editions
from games.lobby.forms.quick_start import QuickStartForm
from games.lobby.rows import chips_of, rows_of
from games.lobby.seek.views import seek_part
from games.lobby.selectors import (
    finished_of,
    invitations_of,
    offered_seats,
    open_tables,
    record_of,
    tables_of,
    tables_of_followed,
)
from games.lobby.suggesting import suggestion_for
from games.play.selectors.visibility import Viewer

TABLES_A_PAGE = 20
OFFERS = 10
FOLLOWED = 6


@require_safe
@never_cache
def lobby(request: HttpRequest) -> HttpResponse:
    """Show the whole page."""
    shown = {**_own(request.user), **_open(request), **seek_part(request.user)}
    shown |= {"quick_start": QuickStartForm(), "greeting": _greeting()}
    if isinstance(request.user, User):
        shown["record"] = record_of(request.user)
        shown |= _suggested(request.user, shown["record"]["played"])
        shown["followed"] = list(tables_of_followed(request.user)[:FOLLOWED])
        shown["finished"] = finished_of(request.user)[:3]
    return render(request, "games/lobby/page.html", shown)


@require_safe
@never_cache
def own_tables(request: HttpRequest) -> HttpResponse:
    """Show the reader's own tables and invitations alone, as they are now."""
    return render(request, "games/lobby/own_live.html", {**_own(request.user), "is_part": True})


@require_safe
@never_cache
def listed_tables(request: HttpRequest) -> HttpResponse:
    """Show the list of open tables alone, as it is now."""
    return render(request, "games/lobby/open_live.html", _open(request))


def _open(request: HttpRequest) -> dict[str, Any]:
    filters = LobbyFilters.read(request.GET)
    page = Paginator(open_tables(request.user, filters), TABLES_A_PAGE).get_page(request.GET.get("page"))
    add_badges(match.host for match in page)
    offers = list(offered_seats(request.user)[:OFFERS])
    return {"offers": offers, "filters": filters, "page": page, "editions": editions(), "chips": chips_of(filters)}


def _own(viewer: Viewer) -> dict[str, Any]:
    if not isinstance(viewer, User):
        return {}
    rows = sorted(rows_of(viewer, list(tables_of(viewer))), key=lambda row: not row.yours)
    waiting = [row for row in rows if row.yours]
    return {"rows": rows, "waiting": waiting, "invitations": list(invitations_of(viewer))}


def _suggested(user: User, finished: int) -> dict[str, Any]:
    """Return the quick start with the level that suits somebody next, and why."""
    found = suggestion_for(user, finished=finished)
    return {"suggestion": found, "quick_start": QuickStartForm(initial={"level": found.level})} if found else {}


def _greeting() -> str:
    """By the clock of the reader, who may have chosen a time zone."""
    hour = timezone.localtime().hour
    if 5 <= hour < 12:
        return _("Good morning")
    return _("Good afternoon") if 12 <= hour < 18 else _("Good evening")
