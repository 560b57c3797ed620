"""What strangers may send: limited in length and time before anybody parses it."""

import http.client
import socket
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from twisted.internet.task import Clock
from twisted.internet.testing import StringTransport

import config.web.server  # noqa: F401 - it chooses Twisted's reactor
from config.web.requests import SLOWEST, SiteFactory
from tests.one_process import address, open_lobby, serve
from tests.processes import Running
from tests.waiting import PATIENCE

pytestmark = pytest.mark.xdist_group("web")
PART = b'--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'
FORM = "multipart/form-data; boundary=b"
COOKIE = {"Cookie": f"csrftoken={'a' * 32}"}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder = tmp_path_factory.mktemp("server")
    key = "a key that is long enough for the length of a test only"
    with serve(folder, SECRET_KEY=key, STATIC_ROOT=str(folder / "static")) as running:
        yield running


def connect(running: Running) -> socket.socket:
    site = urlsplit(address(running))
    return socket.create_connection((site.hostname, site.port), timeout=PATIENCE)


def post(running: Running, body: bytes, content_type: str, path: str = "/readyz") -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(urlsplit(address(running)).netloc, timeout=PATIENCE)
    try:
        connection.request("POST", path, body, {"Content-Type": content_type, **COOKIE})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def read_all(connection: socket.socket) -> bytes:
    return b"".join(iter(lambda: connection.recv(65536), b""))


def test_a_body_that_says_it_is_too_long_is_refused_before_it_comes(server: Running) -> None:
    with connect(server) as connection:
        connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 120000000\r\n\r\n")
        answer = read_all(connection)
    assert answer.startswith(b"HTTP/1.1 413 ")
    assert b"This is too long for this site." in answer


def test_a_body_in_pieces_is_refused_when_it_has_become_too_long(server: Running) -> None:
    piece = b"8000\r\n" + b"x" * 0x8000 + b"\r\n"
    with connect(server) as connection:
        connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in range(settings.LARGEST_BODY // 0x8000 + 4):
            connection.sendall(piece)
        assert read_all(connection).startswith(b"HTTP/1.1 413 ")


def test_whoever_sends_all_of_it_first_still_reads_the_refusal(server: Running) -> None:
    status, _ = post(server, PART * 40_000, FORM)
    assert status == 413


def test_a_body_within_the_limit_reaches_the_page(server: Running) -> None:
    status, _ = post(server, b"a=" + b"x" * 900_000, "application/x-www-form-urlencoded")
    assert status == 403  # by Django, for the invented token


def test_a_form_is_not_parsed_by_the_server_itself(server: Running) -> None:
    """Twisted would answer this one with an empty 400, after having parsed it where everybody waits."""
    status, text = post(server, PART, "multipart/form-data")
    assert (status, text) == (400, b"This is not a form that a browser sends.\n")


@pytest.mark.parametrize("part", [PART, b"--b\r\n\r\n\r\n"], ids=["fields", "parts without a name"])
def test_a_form_of_too_many_parts_is_refused_without_a_traceback(server: Running, part: bytes) -> None:
    assert post(server, part * 15_000, FORM)[0] == 400
    assert "Traceback" not in server.said()


def test_too_many_fields_are_refused_without_a_traceback(server: Running) -> None:
    assert post(server, b"a=1&" * 1000, "application/x-www-form-urlencoded")[0] == 400
    assert "Traceback" not in server.said()


@pytest.mark.parametrize("kind", [FORM, "application/x-www-form-urlencoded"])
@pytest.mark.parametrize(
    "charset", ["utf-16", "utf-7", "utf_8_sig", "rot13", "zip", "hex", "idna", "undefined", "nonsense", "latin-1"]
)
def test_a_form_in_an_odd_encoding_is_refused_without_a_traceback(server: Running, kind: str, charset: str) -> None:
    for path in ("/account/login/", "/readyz", "/admin/login/"):
        assert post(server, PART + b"--b--\r\n", f"{kind}; charset={charset}", path)[0] == 400
    assert "Traceback" not in server.said()


def test_where_the_site_is_mounted_is_not_for_strangers_to_say(server: Running) -> None:
    connection = http.client.HTTPConnection(urlsplit(address(server)).netloc, timeout=PATIENCE)
    connection.request("GET", "/", headers={"Daphne-Root-Path": "//elsewhere.example"})
    assert b"elsewhere.example" not in connection.getresponse().read()
    connection.close()


def test_half_sent_requests_and_idle_connections_are_closed_and_sockets_are_not(server: Running) -> None:
    folder = server.log.parent / "hasty"
    folder.mkdir()
    with serve(folder, REQUEST_SECONDS="0.5", IDLE_SECONDS="0.5") as hasty, open_lobby(address(hasty)) as lobby:
        half = [connect(hasty) for _ in range(300)]
        for connection in half[1:]:  # the first one says nothing at all
            connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\n\r\nfive!")
        idle = connect(hasty)
        idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert [read_all(connection) for connection in half] == [b""] * 300
        assert read_all(idle).startswith(b"HTTP/1.1 200 ")
        assert lobby.ping().wait(PATIENCE)
        for connection in (*half, idle):
            connection.close()


class Slow:
    """A connection whose time we make."""

    def __init__(self) -> None:
        self.clock = Clock()
        factory = SiteFactory(StillServer())
        factory.reactor = self.clock
        self.transport = StringTransport()
        self.transport.abortConnection = self.transport.loseConnection
        self.channel = factory.buildProtocol(None)
        self.channel.makeConnection(self.transport)

    def send(self, data: bytes, seconds: float) -> bool:
        """Send something and let time pass; tell whether the connection still stands."""
        self.channel.dataReceived(data)
        self.clock.advance(seconds)
        return not self.transport.disconnecting


class StillServer:
    """A server that is never asked anything."""

    def protocol_connected(self, protocol: object) -> None: ...


def test_whoever_trickles_is_cut_off_and_whoever_is_merely_slow_is_not() -> None:
    head = b"POST / HTTP/1.1\r\nContent-Length: 90000\r\n\r\n"
    phone, trickler = Slow(), Slow()
    assert phone.send(head, 1)
    assert trickler.send(head, 1)
    minute = 60
    assert all(phone.send(b"x" * SLOWEST, 1) for _ in range(minute))
    lasted = next(second for second in range(minute) if not trickler.send(b"x", 1))
    assert lasted == pytest.approx(settings.REQUEST_SECONDS, abs=2)


def test_headers_that_never_end_are_cut_off() -> None:
    trickler = Slow()
    trickler.send(b"GET / HTTP/1.1\r\n", 1)
    assert not all(trickler.send(b"X-A: 1\r\n", 1) for _ in range(30))
