"""Whoever is suspended or banned comes to one page, which says why and until when, and to nothing else."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, resolve_url
from django.utils.decorators import sync_only_middleware
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User
from accounts.sanctions.selectors import ban_on

# Their case, their data, their language, and the way out.
STILL_OPEN: Final = frozenset(
    {
        *("standing", "standing-read", "appeal", "account_logout"),
        *("rules", "readiness", "avatar", "privacy", "terms", "imprint"),
        *("settings-data", "take-out", "delete-account"),
        *("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"),
        *("set_language", "preferences-theme", "announcement-dismiss"),
    }
)


@sync_only_middleware
def ban_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Send everybody who is banned to the page about it; a sanction that has ended bars nobody."""

    def pass_on(request: HttpRequest) -> HttpResponse:
        return respond(request)

    def look_at_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        user = request.user
        if not isinstance(user, User) or ban_on(user) is None:
            return None
        if request.resolver_match and request.resolver_match.url_name in STILL_OPEN:
            return None
        return redirect_to_sanctions(request)

    pass_on.process_view = look_at_view  # type: ignore[attr-defined]
    return pass_on


def redirect_to_sanctions(request: HttpRequest) -> HttpResponse:
    """Send the whole page there, a script's too."""
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(resolve_url("standing"))
    return redirect("standing")
