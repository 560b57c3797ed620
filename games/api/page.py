"""The page that explains the API to whoever writes a program."""

from functools import cache
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from accounts.models import ApiToken
from games.api.access import LIMITS
from games.api.views import api


class Call(NamedTuple):
    """One thing a program can ask."""

    method: str
    path: str
    summary: str


@require_safe
def explain(request: HttpRequest) -> HttpResponse:
    """List every call, as the API itself describes them."""
    found = {"calls": _calls(), "limit": LIMITS["request"], "scopes": ApiToken.Scope.choices}
    return render(request, "games/api/page.html", found)


@cache
def _calls() -> list[Call]:
    paths = api.get_openapi_schema()["paths"]
    return [
        Call(method.upper(), path, described["summary"])
        for path, methods in paths.items()
        for method, described in methods.items()
    ]
