"""Pages under ASGI, as Daphne calls them."""

import asyncio
import threading
from collections.abc import AsyncIterator

import pytest
from asgiref.testing import ApplicationCommunicator
from django.core.signals import request_finished
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, override_settings
from django.urls import path
from django.utils.deprecation import MiddlewareMixin

from config.web.pages import LONGEST_QUEUE, THREADS, Pages
from tests.waiting import PATIENCE

threads: set[int] = set()


def remember_the_thread(request: HttpRequest) -> HttpResponse:
    threads.add(threading.get_ident())
    return HttpResponse("here")


class Witness(MiddlewareMixin):
    """A middleware that can do both and notes in which thread it is called."""

    def process_request(self, request: HttpRequest) -> None:
        threads.add(threading.get_ident())


async def pieces() -> AsyncIterator[bytes]:
    for piece in (b"one ", b"two"):
        yield piece


held = threading.Event()


def hold(request: HttpRequest) -> HttpResponse:
    assert held.wait(PATIENCE)
    return HttpResponse()


def fail(request: HttpRequest) -> HttpResponse:
    raise ValueError("a broken view")


urlpatterns = [
    path("", remember_the_thread),
    path("pieces/", lambda _request: StreamingHttpResponse(pieces())),
    path("broken/", fail),
    path("held/", hold),
    path("healthz", remember_the_thread),
]


async def ask(path: str, pages: Pages | None = None) -> tuple[int, bytes]:
    """Ask as Daphne does: the answer's status and body."""
    headers = [(b"host", b"localhost")]
    asked = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
    site = ApplicationCommunicator(pages or Pages(), {**asked, "http_version": "1.1", "scheme": "http"})
    await site.send_input({"type": "http.request", "body": b""})
    start = await site.receive_output(PATIENCE)
    pieces = [await site.receive_output(PATIENCE)]
    while pieces[-1].get("more_body"):
        pieces.append(await site.receive_output(PATIENCE))
    await site.wait()
    return start["status"], b"".join(piece.get("body", b"") for piece in pieces)


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[f"{__name__}.Witness"])
async def test_a_request_stays_in_one_thread_that_is_not_the_loops() -> None:
    threads.clear()
    assert await ask("/") == (200, b"here")
    assert len(threads) == 1
    assert threading.get_ident() not in threads


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
async def test_what_comes_in_pieces_is_sent_whole_and_then_finished() -> None:
    finished: list[object] = []
    request_finished.connect(hear := lambda **said: finished.append(said["sender"]))
    assert await ask("/pieces/") == (200, b"one two")
    request_finished.disconnect(hear)
    assert finished == [Pages]


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
async def test_when_too_many_wait_the_next_is_told_so_at_once_and_health_is_still_answered() -> None:
    pages = Pages()
    pages.queue = LONGEST_QUEUE
    status, body = await ask("/", pages)
    assert status == 503
    assert "Try again in a moment." in body.decode()
    assert (await ask("/healthz", pages))[0] == 200
    pages.queue -= 1
    assert await ask("/", pages) == (200, b"here")


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[])
async def test_health_is_answered_though_every_thread_is_busy() -> None:
    pages = Pages()
    held.clear()
    waiting = [asyncio.create_task(ask("/held/", pages)) for _ in range(THREADS + 1)]
    assert (await ask("/healthz", pages))[0] == 200
    held.set()
    assert [status for status, _body in await asyncio.gather(*waiting)] == [200] * (THREADS + 1)


@override_settings(ROOT_URLCONF=__name__, MIDDLEWARE=[], DEBUG=False)
async def test_a_view_that_fails_is_answered_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    status, body = await ask("/broken/")
    assert status == 500
    assert b"Traceback" not in body
    assert "a broken view" in caplog.text


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_first_page_speaks_the_readers_language(client: Client, language: str) -> None:
    response = client.get("/", headers={"accept-language": language})
    assert response.status_code == 200
    assert f'lang="{language}"' in response.content.decode()


@pytest.mark.django_db
def test_the_styleguide_shows_every_part_in_development_only(client: Client) -> None:
    assert client.get("/styleguide/").status_code == 404
    with override_settings(DEBUG=True):
        shown = client.get("/styleguide/").content.decode()
    assert all(f'class="{part}' in shown for part in ("button", "panel", "tile", "badge"))
