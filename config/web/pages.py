"""Pages in threads that stay, each with its own connection to the database."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from typing import IO, Any, Final

from django.conf import settings
from django.core.exceptions import RequestAborted
from django.core.handlers.asgi import ASGIHandler, get_script_prefix
from django.core.signals import request_started
from django.http.response import HttpResponse, HttpResponseBase
from django.urls import set_script_prefix
from django.utils import translation
from django.utils.translation import gettext as _

# So many pages are made at once; with the tables' own threads they find room in the pool of connections.
THREADS: Final = 6
# Whoever comes when so many wait already is told so at once: all would wait longer and longer, and then for nothing.
LONGEST_QUEUE: Final = 120
RETRY_AFTER: Final = 5  # seconds
# What supervisors ask waits behind nobody.
HEALTH: Final = ("/healthz", "/readyz", "/metrics")


class Pages(ASGIHandler):
    """Django under ASGI, in one hop: all middlewares and the view run in one thread, as under WSGI.

    Django's own handler starts a thread for every request, which opens a connection to the database of its own, and
    crosses to the loop and back in the middle: that was most of what a post cost.
    """

    def __init__(self) -> None:
        self.load_middleware()
        self.threads = ThreadPoolExecutor(THREADS, thread_name_prefix="pages")
        self.health_thread = ThreadPoolExecutor(1, thread_name_prefix="health")
        self.queue = 0

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Answer one request."""
        try:
            body = await self.read_body(receive)
        except RequestAborted:
            return
        is_health = scope["path"] in HEALTH
        if self.queue >= LONGEST_QUEUE and not is_health:
            body.close()
            await self.send_response(too_busy(), send)
            return
        response = await self.in_thread(self.health_thread if is_health else self.threads, scope, body)
        await self.send_response(response, send)
        if response.streaming:
            await asyncio.get_running_loop().run_in_executor(self.threads, response.close)

    async def in_thread(self, threads: ThreadPoolExecutor, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        """Have the answer made, and be counted as long as that takes."""
        self.queue += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(threads, self.respond, scope, body)
        finally:
            self.queue -= 1

    def respond(self, scope: dict[str, Any], body: IO[bytes]) -> HttpResponseBase:
        """Make the whole answer; only what is sent piece by piece is finished later."""
        set_script_prefix(get_script_prefix(scope))
        request_started.send(sender=type(self), scope=scope)
        request, refusal = self.create_request(scope, body)
        response: Any = self.get_response(request) if request else refusal
        response._handler_class = type(self)
        if not response.streaming:
            response.close()
            body.close()
        return response


def too_busy() -> HttpResponse:
    """Return the answer when too many wait, in every language: nobody has read which one is wanted."""
    lines = []
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            lines.append(_("The site has more visitors than it can serve right now. Try again in a moment."))
    headers = {"Retry-After": str(RETRY_AFTER), "Content-Type": "text/plain; charset=utf-8"}
    return HttpResponse("".join(f"{line}\n" for line in lines), status=503, headers=headers)
