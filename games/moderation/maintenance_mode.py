"""While the site is under maintenance: everybody may look, and nothing is changed."""

from collections.abc import Callable
from typing import Any, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.decorators import sync_only_middleware

from games.models import Maintenance
from games.play.selectors.maintenance import maintenance_now, maintenance_shown

SAFE: Final = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
# Coming and going, how one wants the site and no more mail hurt nobody; staff end what they began.
STILL_OPEN: Final = ("account_", "mfa_", "set_language", "preferences-theme", "announcement-dismiss", "notices-off")
RETRY_AFTER: Final = 120  # seconds


def show_maintenance(request: HttpRequest) -> dict[str, Maintenance | None]:
    """Return what every page says above all else."""
    return {"maintenance": maintenance_shown()}


@sync_only_middleware
def maintenance_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer whoever wants to change something that it has to wait, and that nothing is lost."""

    def pass_on(request: HttpRequest) -> HttpResponse:
        return respond(request)

    def look_at_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        if request.method in SAFE or _stays_open(request) or maintenance_now() is None:
            return None
        scripted = bool(getattr(request, "htmx", False))
        answer = render(request, "games/working_part.html" if scripted else "games/working.html")
        # A script shows what comes with 200 only; a browser and a robot are told what it is.
        answer.status_code = 200 if scripted else 503
        answer["Retry-After"] = str(RETRY_AFTER)
        return answer

    pass_on.process_view = look_at_view  # type: ignore[attr-defined]
    return pass_on


def _stays_open(request: HttpRequest) -> bool:
    where = request.resolver_match
    return where is not None and (where.app_name == "admin" or (where.url_name or "").startswith(STILL_OPEN))
