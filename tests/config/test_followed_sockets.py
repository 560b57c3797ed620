"""A socket has an id that everything done because of it is told with."""

import logging
from typing import Any

import pytest

from config.following import current
from config.web.followed import FollowSockets


async def connect(application: Any, **headers: str) -> list[dict[str, Any]]:
    sent: list[dict[str, Any]] = []

    async def send(message: dict[str, Any]) -> None:
        sent.append(message)

    named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    scope = {"type": "websocket", "path": "/ws/tables/3/", "headers": named, "client": ("192.0.2.7", 1)}
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
