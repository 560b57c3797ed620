"""Errors reach somebody: by mail, or at a Sentry; neither learns what anybody sent."""

import gzip
import json
import logging
import threading
from collections.abc import Iterator

import pytest
import sentry_sdk
from django.core import mail
from django.test import Client, RequestFactory

from config.alarms import MOST_MAILS, MailAdministrators, tell_sentry
from config.cache import SturdyRedisCache
from config.following import following
from tests.receiver import Receiver, close, listen
from tests.waiting import wait_until

# Sentry is sent lines of code as well, and these do not hold it.
CANARY = "".join(("can", "ary"))


@pytest.fixture
def alarms(settings) -> Iterator[logging.Logger]:
    settings.ALARM_MAILS = ["ops@example.org"]
    handler, logger = MailAdministrators(), logging.getLogger("games.alarm")
    logger.addHandler(handler)
    yield logger
    logger.removeHandler(handler)


def break_down(logger: logging.Logger, words: str) -> None:
    secret = "-".join(("canary", "value"))  # which the line of code itself does not hold
    try:
        raise ValueError(secret)
    except ValueError:
        request = RequestFactory().post("/account/login/?token=canary-query", {"password": "canary-password"})
        logger.exception(words, extra={"request": request})


def test_administrators_are_told_of_an_error_and_of_no_secret(alarms: logging.Logger) -> None:
    with following("0123456789abcdef"):
        break_down(alarms, "The match cannot be played on")
    wait_until(lambda: mail.outbox, "a mail")
    (told,) = mail.outbox
    assert told.to == ["ops@example.org"]
    assert "The match cannot be played on" in told.subject
    assert "break_down" in told.body
    assert "0123456789abcdef" in told.body
    assert "canary-password" not in told.body
    assert "canary-query" not in told.body
    assert "canary-value" not in told.body


def test_the_same_error_is_told_once_and_a_flood_a_few_times(alarms: logging.Logger) -> None:
    for _ in range(3):
        alarms.error("The same again")
    wait_until(lambda: mail.outbox, "a mail")
    for number in range(20):
        alarms.error(f"Another one: {number}")
    wait_until(lambda: len(mail.outbox) == MOST_MAILS, "a few mails")


@pytest.fixture
def another_process(alarms: logging.Logger) -> Iterator[None]:
    """Somebody with a memory of their own hears the same."""
    handler = MailAdministrators()
    alarms.addHandler(handler)
    yield
    alarms.removeHandler(handler)


def is_quiet() -> bool:
    return all(thread.name != "alarm" for thread in threading.enumerate())


@pytest.mark.usefixtures("another_process")
def test_of_several_processes_with_the_same_error_one_tells(alarms: logging.Logger) -> None:
    alarms.error("The database is away")
    wait_until(is_quiet, "an end of the threads that mail")
    assert len(mail.outbox) == 1


def test_while_the_cache_is_away_a_process_tells_all_the_same(
    alarms: logging.Logger, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each for itself: what it remembers then, no other one knows."""
    monkeypatch.setattr("config.alarms.cache", SturdyRedisCache("redis://127.0.0.1:1", {}))
    for _ in range(3):
        alarms.error("The database is away")
    wait_until(is_quiet, "an end of the threads that mail")
    assert len(mail.outbox) == 1


@pytest.fixture
def sentry() -> Iterator[Receiver]:
    """A server that takes what Sentry's client sends."""
    receiver = listen()
    tell_sentry("http://key@{}:{}/1".format(*receiver.address), "1.2.3")
    yield receiver
    sentry_sdk.init()  # without an address it is silent again
    close(receiver)


def events(receiver: Receiver) -> list[dict[str, object]]:
    found = []
    for request in receiver.requests:
        body = gzip.decompress(request.body) if request.body[:2] == b"\x1f\x8b" else request.body
        found += [json.loads(line) for line in body.splitlines() if b'"event_id"' in line and b'"level"' in line]
    return found


@pytest.mark.django_db
def test_sentry_is_told_where_it_broke_and_for_which_request_and_no_secret(
    sentry: Receiver, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def break_page(*args: object, **kwargs: object) -> None:
        local = f"{CANARY} value"
        raise ValueError(local)

    monkeypatch.setattr("config.about.views.render", break_page)
    client.cookies["sessionid"] = f"{CANARY}-cookie"
    client.raise_request_exception = False
    answer = client.get(f"/privacy/?token={CANARY}-query", headers={"Authorization": f"{CANARY}-header"})
    assert answer.status_code == 500
    sentry_sdk.flush(5)
    (event,) = events(sentry)
    whole = json.dumps(event)
    assert "break_page" in whole
    assert event["release"] == "1.2.3"
    assert event["tags"] == {"request_id": answer.headers["X-Request-ID"]}
    assert CANARY not in whole


def test_sentry_is_not_told_of_what_strangers_make_up(sentry: Receiver) -> None:
    logging.getLogger("django.security.DisallowedHost").error("Invalid HTTP_HOST header: 'made-up.example'.")
    logging.getLogger("games.x").error("It broke")
    sentry_sdk.flush(5)
    (event,) = events(sentry)
    assert event["logger"] == "games.x"
