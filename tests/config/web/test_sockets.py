"""What sockets read is limited, what they send is not, and nobody takes all of them."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection

from config.web.sockets import FRAMES
from tests.one_process import address, open_lobby, open_socket, serve
from tests.processes import ROOT, Running, clean_environment
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.xdist_group("web")
LARGEST_READ = 64 * 1024
# One more than is read: who still sends when the connection is dropped may not be told why.
FLOOD = FRAMES + 1


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("server")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    with serve(folder) as running:
        address(running)
        yield running


@pytest.fixture(scope="module")
def crowded(server: Running, folder: Path) -> Iterator[Running]:
    """Another server of the same database, with little room."""
    limits = {"SOCKETS_PER_ADDRESS": "5", "SOCKETS_PER_SESSION": "2", "SOCKETS_PER_TABLE": "1", "TRUSTED_PROXIES": "1"}
    inner = folder / "crowded"
    inner.mkdir()
    with serve(inner, DATABASE_URL=f"sqlite:///{folder / 'db.sqlite3'}", **limits) as running:
        address(running)
        yield running


@pytest.fixture(scope="module")
def match_id(server: Running, folder: Path) -> int:
    """Five AIs have played to the end: no table has more to show."""
    command = [sys.executable, "-m", "tests.ai_matches", "play", "dream-factory-2009", *["director"] * 5]
    environment = clean_environment() | {"DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}"}
    done = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=2 * PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return int(done.stdout)


def close_code(socket: ClientConnection) -> int:
    """Read to the end; how it ended."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=PATIENCE)
    assert socket.close_code is not None
    return socket.close_code


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_the_largest_table_is_sent_whole(server: Running, match_id: int, language: str) -> None:
    with open_socket(address(server), f"/ws/tables/{match_id}/?language={language}", max_size=None) as socket:
        socket.send(json.dumps({"number": 0, "version": 0}))
        table = next(text for text in iter(lambda: socket.recv(timeout=PATIENCE), "") if 'id="table-version"' in text)
        assert len(table.encode()) > LARGEST_READ
        assert table.count("<div") == table.count("</div>")
        assert socket.ping().wait(PATIENCE)
    assert "Traceback" not in server.said()


def test_a_socket_that_fails_is_closed_with_a_code_in_one_line(match_id: int, folder: Path, tmp_path: Path) -> None:
    """Its page comes back, and nothing else is written about it."""
    copy = tmp_path / "db.sqlite3"
    with closing(sqlite3.connect(folder / "db.sqlite3")) as whole, closing(sqlite3.connect(copy)) as part:
        whole.backup(part)
    with serve(tmp_path, SWEEP_SECONDS="600") as running:
        with open_socket(address(running), f"/ws/tables/{match_id}/?language=en", max_size=None) as socket:
            with closing(sqlite3.connect(copy)) as database:
                database.execute("ALTER TABLE games_match RENAME TO gone")
            socket.send(json.dumps({"number": 0, "version": 0}))
            assert close_code(socket) == 1011
        line = running.wait_for("was closed with 1011")
        assert "no such table" in line
        assert "Exception inside application" not in running.said()


@pytest.mark.parametrize(
    "path", ["/ws/", "/ws/nothing/", "/ws/tables/x/", "/ws/tables/", "/", "/ws/tables/99999999999999999999/", "/ws/%00"]
)
def test_an_address_that_leads_nowhere_is_refused_without_a_traceback(server: Running, path: str) -> None:
    with pytest.raises(InvalidStatus) as refused, open_socket(address(server), path):
        pass
    assert refused.value.response.status_code == 403
    assert "Traceback" not in server.said()


@pytest.mark.parametrize(("name", "said"), [("Sec-WebSocket-Protocol", b"\xff"), ("X-Forwarded-For", b"unix:")])
def test_headers_that_cannot_be_read_break_nothing(crowded: Running, name: str, said: bytes) -> None:
    asking = HTTPConnection(urlsplit(address(crowded)).netloc, timeout=PATIENCE)
    asking.putrequest("GET", "/ws/lobby/")
    for header in ("Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Key: {'A' * 22}=="):
        asking.putheader(*header.split(": "))
    asking.putheader("Sec-WebSocket-Version", "13")
    asking.putheader("Origin", address(crowded))
    asking.putheader(name, said)
    asking.endheaders()
    with closing(asking):
        assert asking.getresponse().status == 101
    assert "Traceback" not in crowded.said()


@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/rankings/"])
def test_a_socket_that_is_flooded_is_closed(server: Running, path: str) -> None:
    with open_socket(address(server), path) as socket:
        with suppress(ConnectionClosed):
            for _ in range(FLOOD):
                socket.send("x")
        assert close_code(socket) == 4429
    assert "Traceback" not in server.said()


def test_a_flood_of_pings_is_closed_too(server: Running) -> None:
    with open_lobby(address(server)) as lobby:
        with suppress(ConnectionClosed):
            for _ in range(FLOOD):
                lobby.ping()
        assert close_code(lobby) == 4429


def test_a_message_in_endless_pieces_is_closed_too(server: Running) -> None:
    with open_lobby(address(server)) as lobby:
        with suppress(ConnectionClosed):
            lobby.send("" for _ in range(FLOOD))
        assert close_code(lobby) == 4429


def open_from(server: Running, household: str, path: str = "/ws/lobby/", cookie: str = "") -> ClientConnection:
    """A socket that a proxy of ours passes on for somebody."""
    headers = {"X-Forwarded-For": household, "Cookie": cookie}
    return open_socket(address(server), path, additional_headers=headers)


def has_room(server: Running, household: str) -> bool:
    with open_from(server, household) as socket:
        try:
            return socket.ping().wait(PATIENCE)
        except ConnectionClosed:
            return False


def test_one_address_has_so_many_sockets_and_room_again_once_one_has_gone(crowded: Running) -> None:
    with ExitStack() as stack:
        households = [f"2001:db8::{number}" for number in range(6)]  # one network
        sockets = [stack.enter_context(open_from(crowded, household)) for household in households]
        assert close_code(sockets[-1]) == 4429
        assert sockets[0].ping().wait(PATIENCE)
        assert stack.enter_context(open_from(crowded, "2001:db8:1::1")).ping().wait(PATIENCE)
        sockets[0].close()
        wait_until(lambda: has_room(crowded, households[0]), "room for another")
    assert "Traceback" not in crowded.said()


def test_one_browser_has_so_many_sockets(crowded: Running) -> None:
    cookie = "sessionid=abcdefghijklmnopqrstuvwxyz012345"
    with ExitStack() as stack:
        sockets = [stack.enter_context(open_from(crowded, f"203.0.113.{i}", cookie=cookie)) for i in range(3)]
        assert close_code(sockets[-1]) == 4429
        assert sockets[1].ping().wait(PATIENCE)


def test_one_table_has_so_many_onlookers(crowded: Running, match_id: int) -> None:
    path = f"/ws/tables/{match_id}/?language=en"
    with open_from(crowded, "198.51.100.1", path) as first, open_from(crowded, "198.51.100.2", path) as second:
        assert close_code(second) == 4429
        assert first.ping().wait(PATIENCE)
