"""Middleware of our own."""

import logging
import time
from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.http.response import HttpResponseBase
from django.middleware.gzip import GZipMiddleware
from django.utils.decorators import sync_only_middleware

from accounts.staff.services.addresses import client_of
from config import metrics
from config.following import HEADER, following, new
from config.logs import describe
from config.occurrences import SLOW_SECONDS, note_slow

# Shorter ones fit into one packet as they are.
WORTH_COMPRESSING = 1_000
COMPRESSED_KINDS = ("text/", "application/json")


# What supervisors and collectors ask is no news.
ROUTINE = ("/healthz", "/readyz", "/metrics")
# Figures are kept for each method, so what strangers make up is one of them: another each time would fill the memory.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE"})

logger = logging.getLogger("site.pages")


@sync_only_middleware
def follow_request(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Give every request an id that stands in each line about it, measure it, and write down what matters."""

    def respond(request: HttpRequest) -> HttpResponse:
        given = request.headers.get(HEADER, "") if settings.TRUSTED_PROXIES else ""
        request_id, began = new(given), time.perf_counter()
        request.request_id = request_id  # type: ignore[attr-defined]
        with following(request_id):
            response = get_response(request)
            write_down(request, response.status_code, time.perf_counter() - began, request_id)
        if response.status_code >= 500:  # whoever complains can say which it was; other answers stay the same bytes
            response[HEADER] = request_id
        return response

    return respond


def write_down(request: HttpRequest, status: int, seconds: float, request_id: str) -> None:
    """Write a line about what changed something, failed or was slow; of other pages only where everything is told."""
    if request.path in ROUTINE:
        return
    method = request.method if request.method in METHODS else "other"
    metrics.pages.labels(method, str(status)).observe(seconds)
    is_slow = seconds >= SLOW_SECONDS
    matters = is_slow or status >= 500 or request.method not in ("GET", "HEAD", "OPTIONS")
    level = logging.INFO if matters else logging.DEBUG
    if is_slow:
        note_slow(f"{method} {describe(request)}", request_id, seconds)
    if not logger.isEnabledFor(level):
        return
    page, address = describe(request), client_of(request)
    words = f"{method} {page} {status} in {seconds * 1000:.0f} ms for {address}"
    facts = {"method": method, "page": page, "status": status, "seconds": round(seconds, 4), "client": address}
    logger.log(level, words, extra={"facts": facts})


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
