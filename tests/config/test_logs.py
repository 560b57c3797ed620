"""Lines of the log: for which request they are, in which form, and what they leave out."""

import io
import json
import logging
import logging.config
from collections.abc import Iterator
from typing import ClassVar

import pytest
from django.core.exceptions import BadRequest, PermissionDenied, SuspiciousOperation
from django.http.multipartparser import MultiPartParserError
from django.test import Client
from django.urls import reverse

from config import metrics, occurrences
from config.following import current, following, new
from config.logs import configure
from config.middleware import METHODS

pytestmark = pytest.mark.django_db


@pytest.fixture
def written(settings) -> Iterator[io.StringIO]:
    """The log as JSON, at full length."""
    stream = io.StringIO()
    logging.config.dictConfig(configure("DEBUG", debug=False, as_json=True))
    handler = logging.getLogger().handlers[0]
    assert isinstance(handler, logging.StreamHandler)
    handler.setStream(stream)
    yield stream
    logging.config.dictConfig(settings.LOGGING)
    occurrences.errors.clear()


def lines(stream: io.StringIO, logger: str = "site.pages") -> list[dict[str, object]]:
    told = [json.loads(line) for line in stream.getvalue().splitlines()]
    return [line for line in told if line["logger"] == logger]


def test_a_post_is_one_line_with_page_status_duration_and_client(client: Client, written: io.StringIO) -> None:
    answer = client.post("/preferences/theme/", {"theme": "dark"}, REMOTE_ADDR="192.0.2.7")
    (line,) = lines(written)
    assert (line["method"], line["page"], line["status"]) == ("POST", "/preferences/theme/", answer.status_code)
    assert line["client"] == "192.0.2.7"
    assert len(str(line["request"])) == 32
    assert "X-Request-ID" not in answer.headers, "but on an error: answers are the same bytes for the same table"
    assert float(str(line["seconds"])) > 0


def test_behind_a_proxy_the_visitors_address_and_the_proxys_id_are_told(
    client: Client, written: io.StringIO, settings
) -> None:
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    told = {"X-Forwarded-For": "198.51.100.9", "X-Request-ID": "0123456789abcdef"}
    client.post("/preferences/theme/", {"theme": "dark"}, headers=told)
    (line,) = lines(written)
    assert (line["client"], line["request"]) == ("198.51.100.9", "0123456789abcdef")


def test_without_a_proxy_nobody_writes_their_own_id_into_the_log(client: Client, written: io.StringIO) -> None:
    client.get("/version", headers={"X-Request-ID": "mine-and-nobody-elses"})
    assert lines(written)
    assert "mine-and-nobody-elses" not in written.getvalue()


@pytest.mark.parametrize("given", ["", "short", "with space in it", "line\nbreak-in-it", "x" * 65])
def test_what_is_no_id_is_not_taken_for_one(given: str) -> None:
    assert new(given) != given


def test_a_key_in_an_address_is_never_written_down(client: Client, written: io.StringIO) -> None:
    client.get(reverse("account_reset_password_from_key", args=["1", "canary-key"]))
    client.get(reverse("notices-off", args=["canary-token"]))
    client.post("/no/such/canary-page/", {"x": "canary-form"})
    client.get("/?token=canary-query")
    assert written.getvalue()
    assert "canary" not in written.getvalue().replace("Not Found: (no such page)", "")


def test_nobody_begins_a_line_of_the_log(client: Client, written: io.StringIO) -> None:
    logging.getLogger().handlers[0].setFormatter(logging.Formatter("%(message)s"))
    client.post("/tables/%0aERROR all is lost%0d%0a/", headers={"User-Agent": "x\nERROR", "Referer": "x\nERROR"})
    assert written.getvalue()
    assert [line for line in written.getvalue().splitlines() if line.startswith("ERROR")] == []


def test_lines_of_the_same_request_have_the_same_id(written: io.StringIO) -> None:
    with following("0123456789abcdef"):
        logging.getLogger("games.x").warning("one")
    logging.getLogger("games.x").warning("two")
    assert [line["request"] for line in lines(written, "games.x")] == ["0123456789abcdef", "-"]
    assert current() == "-"


def test_an_error_is_counted_and_kept_for_the_operator(written: io.StringIO) -> None:
    try:
        raise KeyError("canary")
    except KeyError:
        logging.getLogger("games.x").exception("It broke")
    assert occurrences.errors[-1].what == "It broke (KeyError)"


def test_an_error_that_comes_again_and_again_pushes_no_other_one_out(written: io.StringIO) -> None:
    occurrences.errors.clear()
    logging.getLogger("games.x").error("The cat ate it")
    for number in range(3 * occurrences.KEPT):
        with following(f"0123456789-{number}"):
            logging.getLogger("games.x").error("Nobody answers")
    told = [(kept.what, kept.times, kept.request_id) for kept in occurrences.errors]
    assert told == [("The cat ate it", 1, "-"), ("Nobody answers", 60, "0123456789-59")]


@pytest.mark.parametrize("refusal", [BadRequest(), MultiPartParserError(), PermissionDenied(), SuspiciousOperation()])
def test_a_refusal_is_one_line(written: io.StringIO, refusal: Exception) -> None:
    logging.getLogger("django.request").warning("Refused", exc_info=refusal)
    (line,) = lines(written, "django.request")
    assert "traceback" not in line


class Kept(logging.Handler):
    """An alarm that only remembers."""

    told: ClassVar[list[str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.told.append(record.getMessage())


def test_what_strangers_make_up_is_written_down_and_raises_no_alarm(client: Client, settings) -> None:
    occurrences.errors.clear()
    logging.config.dictConfig(configure("INFO", debug=False, alarms=f"{__name__}.Kept"))
    try:
        assert client.get("/lobby/", headers={"Host": "made-up.example"}).status_code == 400
        logging.getLogger("games.x").error("It broke")
    finally:
        logging.config.dictConfig(settings.LOGGING)
    assert Kept.told == [kept.what for kept in occurrences.errors] == ["It broke"]
    occurrences.errors.clear()


def test_made_up_methods_are_counted_as_one(client: Client, written: io.StringIO) -> None:
    for number in range(3):
        client.generic(f"MADE-UP-{number}", "/preferences/theme/")
    (family,) = metrics.pages.collect()
    assert {sample.labels["method"] for sample in family.samples} <= METHODS | {"other"}
    assert {line["method"] for line in lines(written)} == {"other"}


def test_an_address_that_cannot_be_read_keeps_nobody_from_an_answer(
    client: Client, written: io.StringIO, settings
) -> None:
    settings.TRUSTED_PROXIES = settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    answer = client.post("/preferences/theme/", {"theme": "dark"}, headers={"X-Forwarded-For": "unix:"})
    assert answer.status_code == 302
    (line,) = lines(written)
    assert line["client"] == "-"


def test_a_slow_page_is_kept_for_the_operator(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    occurrences.slow_requests.clear()
    monkeypatch.setattr("config.middleware.SLOW_SECONDS", 0.0)
    client.get("/version")
    (kept,) = occurrences.slow_requests
    assert kept.what == "GET /version"
    occurrences.slow_requests.clear()


def test_a_page_that_answers_as_it_should_is_no_line_at_the_usual_level(client: Client, written: io.StringIO) -> None:
    logging.getLogger("site").setLevel("INFO")
    client.get("/version")
    assert lines(written) == []
