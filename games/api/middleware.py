"""What holds for every request to the API, whoever answers it."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Final

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware

from games.api.problems import CONTENT_TYPE, Problem, answer

ROOT: Final = "/api/"
KEPT: Final = ("Retry-After", "Allow")


@sync_only_middleware
def api_middleware(respond: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Read no cookie under /api/, so that no other site can act by a browser that is logged in here.

    Whatever refuses a request on its way, be it a limit or the maintenance mode, is told as a problem.
    """

    def pass_on(request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(ROOT):
            return respond(request)
        request.META.pop("HTTP_COOKIE", None)
        response = respond(request)
        response.cookies.clear()
        is_problem = response.headers.get("Content-Type", "").startswith(CONTENT_TYPE)
        return response if response.status_code < HTTPStatus.BAD_REQUEST or is_problem else _as_problem(response)

    return pass_on


def _as_problem(response: HttpResponse) -> HttpResponse:
    status = HTTPStatus(response.status_code)
    problem = answer(Problem(status, status.name.lower().replace("_", "-"), f"{status.description or status.phrase}."))
    for name in KEPT:
        if name in response.headers:
            problem[name] = response[name]
    return problem
