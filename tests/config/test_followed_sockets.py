"""A socket has an id that everything done because of it is told with."""

import asyncio
import logging
from typing import Any

import pytest
from django.db import InterfaceError, OperationalError
from redis.exceptions import ConnectionError as RedisAway

from config.following import current
from config.logs import Followed
from config.web.followed import FollowSockets


async def connect(application: Any, path: str = "/ws/tables/3/", **headers: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "websocket", "path": path, "headers": named, "client": ("192.0.2.7", 1)}
    await FollowSockets(application)(scope, None, send)
    return sent


def closing(code: int, seen: list[str]) -> Any:
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        seen.append(current())
        await send({"type": "websocket.close", "code": code})

    return application


async def test_a_refused_socket_is_a_line_with_its_address_and_code(caplog: pytest.LogCaptureFixture) -> None:
    seen: list[str] = []
    with caplog.at_level(logging.INFO, "site.sockets"):
        assert await connect(closing(4429, seen)) == [{"type": "websocket.close", "code": 4429}]
    (record,) = caplog.records
    assert record.facts["code"] == 4429
    assert record.facts["client"].startswith("192.0.2.7")
    assert seen != ["-"]
    assert current() == "-"


async def test_a_socket_that_ends_as_sockets_do_is_no_line(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "site.sockets"):
        await connect(closing(1000, []))
    assert caplog.records == []


async def test_the_id_of_a_trusted_proxy_is_kept(settings) -> None:
    settings.TRUSTED_PROXIES = 1
    seen: list[str] = []
    await connect(closing(1000, seen), x_request_id="0123456789abcdef")
    assert seen == ["0123456789abcdef"]


CLOSED = {"type": "websocket.close", "code": 1011}


def failing(problem: BaseException, *before: dict[str, Any]) -> Any:
    async def application(scope: dict[str, Any], receive: Any, send: Any) -> None:
        for message in before:
            await send(message)
        raise problem

    return application


async def test_a_socket_that_fails_is_told_with_its_path_and_id_and_closed(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(followed := Followed())
    accepted = {"type": "websocket.accept"}
    with caplog.at_level(logging.INFO, "site.sockets"):
        assert await connect(failing(KeyError("lost"), accepted)) == [accepted, CLOSED]
    caplog.handler.removeFilter(followed)
    failed, closed = caplog.records
    assert (failed.levelname, failed.getMessage()) == ("ERROR", "The socket /ws/tables/3/ failed")
    assert failed.exc_info[0] is KeyError
    assert failed.request_id == closed.request_id != "-"
    assert "192.0.2.7" not in failed.getMessage(), "errors are mailed"
    assert (closed.levelname, closed.facts["code"]) == ("INFO", 1011)
    assert closed.facts["client"].startswith("192.0.2.7")


@pytest.mark.parametrize(
    "problem",
    [RedisAway("gone"), TimeoutError("gone"), OperationalError("gone\nfor good"), InterfaceError("gone")],
    ids=lambda problem: type(problem).__name__,
)
async def test_a_socket_that_fails_because_a_server_is_away_is_one_line(
    caplog: pytest.LogCaptureFixture, problem: Exception
) -> None:
    with caplog.at_level(logging.INFO, "site.sockets"):
        assert await connect(failing(problem)) == [CLOSED]
    (record,) = caplog.records
    assert (record.levelname, record.exc_info) == ("WARNING", None)
    assert record.getMessage().endswith(f"Redis or the database is away ({type(problem).__name__}: gone)")


async def test_one_that_fails_when_it_is_closed_already_is_not_closed_again() -> None:
    over = {"type": "websocket.close", "code": 4401}
    assert await connect(failing(KeyError("lost"), over)) == [over]


async def test_one_that_is_cut_off_has_not_failed(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "site.sockets"), pytest.raises(asyncio.CancelledError):
        await connect(failing(asyncio.CancelledError()))
    assert caplog.records == []


async def test_nobody_begins_a_line_of_the_log_by_a_socket(caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.INFO, "site.sockets"):
        await connect(closing(4429, []), path="/ws/\nERROR")
    assert "\n" not in caplog.messages[0]
