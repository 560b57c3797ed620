"""Middleware of our own."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.decorators import sync_only_middleware


@sync_only_middleware
def one_thread(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Keep a request in one thread: stands last, so that Django runs all before it synchronously too.

    Otherwise every middleware that touches the database switches threads for itself, which made
    a page about a third dearer.
    """

    def respond(request: HttpRequest) -> HttpResponse:
        return get_response(request)

    return respond
