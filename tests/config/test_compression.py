"""Pages are compressed on the way, and nobody learns from their length what stands in them."""

import gzip

import pytest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.test import Client, RequestFactory

from config.middleware import WORTH_COMPRESSING, CompressPages

LONG = "<p>A table in the middle of an auction.</p>" * 100
TAKES_GZIP = {"accept-encoding": "gzip, deflate, br"}


def answer(response: HttpResponse | StreamingHttpResponse, method: str = "GET", **headers: str) -> HttpResponse:
    """Send a response through the middleware, for a browser that asked in this way."""
    request = getattr(RequestFactory(), method.lower())("/", headers=TAKES_GZIP | headers)
    request.COOKIES["sessionid"] = "somebody"
    sent = CompressPages(lambda _: response)(request)
    assert isinstance(sent, HttpResponse | StreamingHttpResponse)
    return sent  # type: ignore[return-value]


def test_a_page_is_compressed() -> None:
    sent = answer(HttpResponse(LONG))
    assert sent["Content-Encoding"] == "gzip"
    assert gzip.decompress(sent.content).decode() == LONG
    assert len(sent.content) == int(sent["Content-Length"]) < len(LONG) / 10
    assert sent["Vary"] == "Accept-Encoding"


def test_no_two_answers_need_be_of_one_length() -> None:
    assert len({len(answer(HttpResponse(LONG)).content) for _ in range(50)}) > 10


def test_a_tag_becomes_a_weak_one() -> None:
    assert answer(HttpResponse(LONG, headers={"ETag": '"42"'}))["ETag"] == 'W/"42"'


@pytest.mark.parametrize(
    "response",
    [
        pytest.param(HttpResponse("x" * (WORTH_COMPRESSING - 1)), id="short"),
        pytest.param(HttpResponse(LONG, content_type="image/png"), id="picture"),
        pytest.param(StreamingHttpResponse([LONG]), id="streamed"),
    ],
)
def test_what_gains_nothing_is_left_as_it_is(response: HttpResponse) -> None:
    assert "Content-Encoding" not in answer(response)


def test_the_answer_to_a_move_does_not_wait_to_be_compressed() -> None:
    assert "Content-Encoding" not in answer(HttpResponse(LONG), "POST")


def test_a_browser_that_does_not_take_it_gets_it_plain() -> None:
    sent = answer(HttpResponse(LONG), **{"accept-encoding": "identity"})
    assert "Content-Encoding" not in sent
    assert sent.content.decode() == LONG


@pytest.mark.parametrize(
    ("asked_by", "compressed"), [("none", True), ("same-origin", True), ("same-site", False), ("cross-site", False)]
)
def test_another_site_that_asks_with_a_session_gets_nothing_compressed(*, asked_by: str, compressed: bool) -> None:
    assert answer(HttpResponse(LONG), **{"sec-fetch-site": asked_by}).has_header("Content-Encoding") is compressed


def test_a_stranger_who_follows_a_link_gets_it_compressed() -> None:
    request: HttpRequest = RequestFactory().get("/", headers=TAKES_GZIP | {"sec-fetch-site": "cross-site"})
    assert CompressPages(lambda _: HttpResponse(LONG))(request)["Content-Encoding"] == "gzip"


@pytest.mark.django_db
def test_the_site_compresses_its_pages(client: Client) -> None:
    plain, packed = client.get("/"), client.get("/", headers=TAKES_GZIP)
    assert packed["Content-Encoding"] == "gzip"
    assert len(packed.content) < len(plain.content) / 2
    assert "Accept-Encoding" in packed["Vary"]
