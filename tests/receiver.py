"""A real web server on this machine for tests: what arrives there was really sent."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import Any

import pytest


@dataclass
class Received:
    """One request as it came."""

    path: str
    headers: dict[str, str]
    body: bytes


@dataclass
class Receiver:
    """Keeps every request; it can be told what to answer."""

    server: ThreadingHTTPServer
    requests: list[Received] = field(default_factory=list)
    status: int = 201
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def address(self) -> tuple[str, int]:
        host, port = self.server.server_address[:2]
        return str(host), int(port)

    @property
    def url(self) -> str:
        return "http://{}:{}/place?key=1".format(*self.address)


def listen(host: str = "127.0.0.1", port: int = 0) -> Receiver:
    """Open a server; whoever did closes it by `close`."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            receiver.requests.append(Received(self.path, dict(self.headers), self.rfile.read(length)))
            self.send_response(receiver.status)
            for name, value in receiver.headers.items():
                self.send_header(name, value)
            self.end_headers()

        def log_message(self, *words: Any) -> None:
            """Say nothing."""

    receiver = Receiver(ThreadingHTTPServer((host, port), Handler))
    Thread(target=receiver.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True).start()
    return receiver


def close(receiver: Receiver) -> None:
    receiver.server.shutdown()
    receiver.server.server_close()


@pytest.fixture
def receiver(settings: Any) -> Iterator[Receiver]:
    """A server on this machine that this test, and nothing else, lets the site speak to."""
    found = listen()
    settings.OUTSIDE_ALLOWED = {found.address}
    yield found
    close(found)
