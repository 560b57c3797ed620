"""The page for what nobody expected; a database that is away is said to be, and is no fault of whoever asked."""

import sys
from typing import Final

from django.db import InterfaceError, InternalError, OperationalError
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.defaults import server_error

RETRY_AFTER: Final = "5"  # seconds


def show_accident(request: HttpRequest) -> HttpResponse:
    """Say that the site is not there for a moment, or that something broke on our side."""
    if is_away(sys.exception()):
        return HttpResponse(render_to_string("503.html"), status=503, headers={"Retry-After": RETRY_AFTER})
    return server_error(request)


def is_away(error: BaseException | None) -> bool:
    """Tell whether the database is away, or takes nothing: its disk is full, or it only stands by for another one."""
    takes_nothing = isinstance(error, InternalError) and "read-only" in str(error)
    return takes_nothing or isinstance(error, (OperationalError, InterfaceError))
