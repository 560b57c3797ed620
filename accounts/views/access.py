"""Who may open a page."""

from collections.abc import Callable
from functools import wraps
from typing import Any, Concatenate

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse

from accounts.doors import ask_to_register
from accounts.models import User


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
