"""Middleware of our own."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
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


@sync_only_middleware
def refuse_odd_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Look at a form before anybody reads it, which Django does first where nobody expects it to fail."""

    def respond(request: HttpRequest) -> HttpResponse:
        if is_odd(request):
            return HttpResponseBadRequest("This is not a form that a browser sends.\n", content_type="text/plain")
        return get_response(request)

    return respond


def is_odd(request: HttpRequest) -> bool:
    """Tell whether a form is in an encoding of which no page of ours is, or in more parts than any form has."""
    parameters = request.content_params or {}
    if parameters.get("charset", "utf-8").lower() != "utf-8":
        return True
    if request.content_type != "multipart/form-data":
        return False
    boundary = parameters.get("boundary", "").encode()
    most = settings.DATA_UPLOAD_MAX_NUMBER_FIELDS + settings.DATA_UPLOAD_MAX_NUMBER_FILES
    return not boundary or request.body.count(b"--" + boundary) > most
