"""What stands under the bell: below it, on a page of its own, and read."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.people.guest_access import login_required
from games.notices.selectors import LONG, bell_of
from games.notices.services import mark_read
from games.play.requests import person

MOST_DIGITS = 18


@require_safe
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """Show what waits and what happened; looking alone changes nothing."""
    return render(request, "games/notices/page.html", {"bell": bell_of(person(request), most=LONG)})


@require_safe
@never_cache
@login_required
def bell(request: HttpRequest) -> HttpResponse:
    """Show the same below the bell, for scripts; a table that is open need not be told of itself."""
    at = read_number(request.GET.get("at", ""))
    return render(request, "games/notices/bell.html", {"bell": bell_of(person(request), besides=at)})


@require_POST
@login_required
def read(request: HttpRequest) -> HttpResponse:
    """Take note of what somebody has read; a script stays where it is."""
    until = read_number(request.POST.get("until", ""))
    if until is not None:
        mark_read(user=person(request), until=until)
    return HttpResponse(status=204) if "quiet" in request.POST else redirect("notices")


def read_number(text: str) -> int | None:
    """Return a number that a browser sent; None where it makes no sense."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS else None
