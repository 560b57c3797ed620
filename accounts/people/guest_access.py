"""Which pages of allauth a guest may enter, and as whom."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final
from urllib.parse import urlsplit

from django.contrib import messages
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils.decorators import sync_only_middleware
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRedirect

from accounts.models import User

# Here a guest is nobody yet: they register, or log in to an account they have.
ENTRANCES: Final = {"account_login", "account_signup", "mfa_authenticate", "mfa_login_webauthn"}
# What only somebody with a password and an address has.
BELONGINGS: Final = ("account_email", "account_change_password", "account_set_password", "account_reauth", "mfa_")
SHOWN: Final = {"GET", "HEAD"}  # What else is asked has an address that shows nothing by itself.
PRIVATE: Final = {"usersessions_list", "end-session"}


@sync_only_middleware
def guest_access_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Let guests in where one enters, and send them to register from where accounts are kept."""

    def pass_on(request: HttpRequest) -> HttpResponse:
        return respond(request)

    def look_at_view(request: HttpRequest, *_view: Any) -> HttpResponse | None:
        user = request.user
        if not (isinstance(user, User) and user.is_guest and request.resolver_match):
            return None
        return restrict_guest(request, user, request.resolver_match.url_name or "")

    pass_on.process_view = look_at_view  # type: ignore[attr-defined]
    return pass_on


def restrict_guest(request: HttpRequest, guest: User, url_name: str) -> HttpResponse | None:
    """Treat one guest at one page."""
    if url_name in ENTRANCES:
        request.guest, request.user = guest, AnonymousUser()  # type: ignore[attr-defined]
        return None
    if url_name in PRIVATE or (url_name.startswith(BELONGINGS) and url_name != "account_email_verification_sent"):
        return ask_to_register(request)
    return None


def ask_to_register(request: HttpRequest) -> HttpResponse:
    """Tell a guest what an account would give them here."""
    messages.info(request, _("You need an account for that. Register here; the matches you have played are kept."))
    return redirect("account_signup")


class UserRequest(HttpRequest):
    """A request of somebody who is logged in."""

    user: User


View = Callable[Concatenate[Any, ...], HttpResponseBase]


def ask_to_log_in(request: HttpRequest, page: str) -> HttpResponse:
    """Lead to where one logs in, and from there to a page."""
    asked = redirect_to_login(page)
    # A script would put the page for logging in where the answer belongs.
    return HttpResponseClientRedirect(asked.url) if getattr(request, "htmx", False) else asked


def login_required(view: View) -> View:
    """Let in whoever is logged in; others log in first and come back to the page, or to where the button was."""

    @wraps(view)
    def check(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_authenticated:
            return view(request, *args, **kwargs)
        return ask_to_log_in(request, request.get_full_path() if request.method in SHOWN else _page_before(request))

    return check


def _page_before(request: HttpRequest) -> str:
    page = request.headers.get("Referer", "")
    is_ours = url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure())
    return urlsplit(page)._replace(scheme="", netloc="").geturl() if is_ours else "/"


def account_required(view: View) -> View:
    """Let in whoever has an account; a guest is asked to register, a stranger to log in."""

    @login_required
    @wraps(view)
    def check(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if request.user.is_guest:
            return ask_to_register(request)
        return view(request, *args, **kwargs)

    return check
