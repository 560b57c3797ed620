"""What people do at a table before the match: posts only, each followed by the page as it is then."""

from collections.abc import Callable

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from accounts.entrance.services.guests import welcome_guest
from accounts.models import User
from games.lobby.services import dissolving, seating, starting
from games.lobby.views.tables import show_room
from games.models import Match
from games.play.refusals import UnknownChoice
from games.play.requests import back_to, person, post_at_table, settle, table_or_404
from games.play.selectors.visibility import address_end, find_table_by_token

Act = Callable[[HttpRequest, int, User], object]


def at_table(
    *, done: str | Promise = "", then: str = ""
) -> Callable[[Act], Callable[[HttpRequest, int], HttpResponse]]:
    """Make a view of something that a person does at a table they can see; `then` names where it leads."""

    def dress(act: Act) -> Callable[[HttpRequest, int], HttpResponse]:
        @post_at_table
        def view(request: HttpRequest, pk: int) -> HttpResponse:
            match = table_or_404(request, pk)
            settled = settle(request, lambda: act(request, pk, person(request)), done)
            return redirect(then) if settled and then else back_to(request, match)

        view.__doc__ = act.__doc__
        return view

    return dress


@require_POST
def join(request: HttpRequest, pk: int) -> HttpResponse:
    """Take a seat; a stranger plays as a guest where ratings are not at stake."""
    return _seat(request, table_or_404(request, pk), "")


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def join_by_link(request: HttpRequest, token: str) -> HttpResponse:
    """Show the page behind an invite link."""
    match = find_table_by_token(token)
    if match is None or match.visibility == Match.Visibility.INVITED:
        raise Http404
    if request.method == "POST":
        return _seat(request, match, token)
    if match.status != Match.Status.OPEN:
        return redirect(match.get_absolute_url() + address_end(token=token))
    return show_room(request, match, "games/tables/page.html", token)


@at_table(done=_("You left the table."), then="lobby")
def leave(request: HttpRequest, pk: int, user: User) -> None:
    """Get up."""
    seating.leave_table(match_id=pk, user=user)


@at_table()
def kick(request: HttpRequest, pk: int, user: User) -> None:
    """Send somebody away."""
    seating.kick(match_id=pk, host=user, seat_number=_number(request, "seat"))


@at_table()
def choose_studio(request: HttpRequest, pk: int, user: User) -> None:
    """Choose a studio, or leave it to the draw."""
    studio = _number(request, "studio") if request.POST.get("studio") else None
    seating.choose_studio(match_id=pk, user=user, studio=studio)


@at_table()
def ready(request: HttpRequest, pk: int, user: User) -> None:
    """Answer the ready check."""
    starting.set_ready(match_id=pk, user=user, ready=request.POST.get("ready") != "no")


@at_table()
def start(request: HttpRequest, pk: int, user: User) -> None:
    """Begin with who is there, and with AIs if the host likes."""
    free_seats = starting.FreeSeats.FILL if request.POST.get("free_seats") == "fill" else starting.FreeSeats.REMOVE
    starting.start_table(match_id=pk, host=user, free_seats=free_seats, level=request.POST.get("level", ""))


@at_table()
def fill(request: HttpRequest, pk: int, user: User) -> None:
    """Put an AI on a free seat, or take it away."""
    level = request.POST.get("level", "")
    starting.fill_with_ai(match_id=pk, host=user, seat_number=_number(request, "seat"), level=level)


@at_table(done=_("The table is dissolved."), then="lobby")
def dissolve(request: HttpRequest, pk: int, user: User) -> None:
    """Call the table off."""
    dissolving.dissolve_table(match_id=pk, host=user)


def _seat(request: HttpRequest, match: Match, token: str) -> HttpResponse:
    if not isinstance(request.user, User) and match.rated:
        return redirect_to_login(request.get_full_path() if token else match.get_absolute_url())
    user = welcome_guest(request)
    settle(request, lambda: seating.join_table(match_id=match.pk, user=user, token=token))
    return back_to(request, match)


def _number(request: HttpRequest, name: str) -> int:
    try:
        return int(request.POST[name])
    except (KeyError, ValueError):
        raise UnknownChoice from None
