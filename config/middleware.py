"""Middleware of our own."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import sync_only_middleware

# Shorter ones fit into one packet as they are.
WORTH_COMPRESSING = 1_000
COMPRESSED_KINDS = ("text/", "application/json")


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


class CompressPages(GZipMiddleware):
    """Compress what is read, not what answers a move; never for somebody else's site that asks with a person's session.

    Whoever can make a browser ask for pages with words of theirs in them, and sees how long the answers are, learns
    what else stands there (BREACH). Django adds a random length and masks its tokens; to other sites' requests with a
    session nothing compressed goes out at all.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Leave alone what is short, streamed, packed already or asked for by another site."""
        if is_compressible(request, response) and not is_asked_by_others(request):
            return super().process_response(request, response)
        return response


def is_compressible(request: HttpRequest, response: HttpResponseBase) -> bool:
    """Tell whether this is a page, or data, of some length."""
    if request.method != "GET" or not isinstance(response, HttpResponse) or len(response.content) < WORTH_COMPRESSING:
        return False
    return response.get("Content-Type", "").startswith(COMPRESSED_KINDS)


def is_asked_by_others(request: HttpRequest) -> bool:
    """Tell whether a browser asks with a session because another site told it to."""
    asked_by = request.headers.get("Sec-Fetch-Site", "none")
    return settings.SESSION_COOKIE_NAME in request.COOKIES and asked_by not in ("same-origin", "none")
