"""Whoever is suspended or banned comes to one page, which says why and until when, and to nothing else."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.decorators import sync_only_middleware
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from accounts.sanctions.selectors import what_keeps_out

# Their case, their data, their language, and the way out.
STILL_OPEN: Final = frozenset(
    {
        *("standing", "standing-read", "appeal", "account_logout", "rules", "health", "avatar"),
        *("settings-data", "take-out", "delete-account", "account_reauthenticate", "mfa_reauthenticate"),
        *("set_language", "preferences-theme", "announcement-dismiss"),
    }
)


@sync_only_middleware
def keep_out_the_banned(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Lead everybody who is kept out to the page about it; a sanction that has ended keeps nobody out."""

    def pass_on(request: HttpRequest) -> HttpResponse:
        return respond(request)

    def look_at_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or what_keeps_out(user) is None:
            return None
        if request.resolver_match and request.resolver_match.url_name in STILL_OPEN:
            return None
        return lead_to_standing(request)

    pass_on.process_view = look_at_view  # type: ignore[attr-defined]
    return pass_on


def lead_to_standing(request: HttpRequest) -> HttpResponse:
    """A script is told to bring the whole page there."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(resolve_url("standing"))
    return redirect("standing")
