"""A database that is away: pages say so, with when to try again, and the log says it in one line."""

import logging

import pytest
from django.db import InterfaceError, InternalError, OperationalError
from django.test import Client

from config.logs import ShortRefusals

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "error",
    [
        OperationalError("disk full"),
        InterfaceError("connection already closed"),
        InternalError("cannot execute UPDATE in a read-only transaction"),
    ],
)
def test_a_page_without_a_database_says_that_it_will_be_back(monkeypatch, error) -> None:
    answer = ask_while(monkeypatch, error)
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "5")
    assert b"Back after a short break" in answer.content


@pytest.mark.parametrize("error", [RuntimeError("no"), InternalError("current transaction is aborted")])
def test_any_other_error_is_an_accident(monkeypatch, error) -> None:
    answer = ask_while(monkeypatch, error)
    assert answer.status_code == 500
    assert b"The camera jammed" in answer.content


def ask_while(monkeypatch, error: Exception):
    def fail(*given, **named):
        raise error

    monkeypatch.setattr("games.lobby.views.lobby.render", fail)
    return Client(raise_request_exception=False).get("/lobby/")


def test_the_log_says_in_one_line_what_the_database_said() -> None:
    try:
        raise OperationalError("could not extend file\nHINT: Check free disk space.")
    except OperationalError as error:
        record = logging.LogRecord("x", logging.ERROR, "", 0, "Match %s", (7,), (type(error), error, None))
    assert ShortRefusals().filter(record)
    assert (record.getMessage(), record.exc_info) == ("Match 7 (OperationalError: could not extend file)", None)
