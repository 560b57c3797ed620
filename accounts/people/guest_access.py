"""Which pages of allauth a guest may enter, and as whom."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate, Final

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import AnonymousUser
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import sync_only_middleware
from django.utils.translation import gettext as _

from accounts.models import User

# Here a guest is nobody yet: they register, or log in to an account they have.
ENTRANCES: Final = {"account_login", "account_signup", "mfa_authenticate", "mfa_login_webauthn"}
# What only somebody with a password and an address has.
BELONGINGS: Final = ("account_email", "account_change_password", "account_set_password", "account_reauth", "mfa_")
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


View = Callable[Concatenate[Any, ...], HttpResponse]


def account_required(view: View) -> View:
    """Let in whoever has an account; a guest is asked to register, a stranger to log in."""

    @login_required
    @wraps(view)
    def check(request: UserRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        if request.user.is_guest:
            return ask_to_register(request)
        return view(request, *args, **kwargs)

    return check
