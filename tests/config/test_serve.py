"""One process: `manage.py serve`, as `make run` starts it."""

import json
import signal
import socket
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

import config.web.server  # noqa: F401 - it chooses Twisted's reactor
from config.web.draining import DRAIN_SECONDS
from tests.one_process import address, open_lobby, serve
from tests.processes import Running
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.xdist_group("serve")  # most of them ask one server
Place = tuple[str, int]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with serve(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
def prepared(server: Running, tmp_path: Path) -> Path:
    """A folder with a database that was migrated before."""
    address(server)
    with (
        closing(sqlite3.connect(server.log.with_name("db.sqlite3"))) as source,
        closing(sqlite3.connect(tmp_path / "db.sqlite3")) as copy,
    ):
        source.backup(copy)
    return tmp_path


def place(running: Running) -> Place:
    """Where it listens, as one connects to it."""
    site = urlsplit(address(running))
    return site.hostname or "", site.port or 0


def test_it_prints_its_address_and_answers_there(server: Running) -> None:
    with urlopen(f"{address(server)}healthz", timeout=PATIENCE) as answer:
        assert json.load(answer) == {"alive": True}


def test_whoever_asks_whether_it_is_alive_need_not_know_its_name(server: Running) -> None:
    asked = Request(f"{address(server)}healthz", headers={"Host": "elsewhere.example"})
    with urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.status == 200


def test_a_browser_of_the_site_may_open_a_socket(server: Running) -> None:
    with open_lobby(address(server)) as lobby:
        assert lobby.ping().wait(PATIENCE)


def test_a_browser_of_another_site_may_not(server: Running) -> None:
    with pytest.raises(InvalidStatus), open_lobby(address(server), origin="http://elsewhere.example"):
        pass


def test_a_huge_frame_closes_the_socket(server: Running) -> None:
    with open_lobby(address(server)) as lobby:
        lobby.send("x" * 100_000)
        with pytest.raises(ConnectionClosed):
            lobby.recv(timeout=PATIENCE)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_cleanly_and_soon_though_a_socket_is_open(prepared: Path, number: signal.Signals) -> None:
    with serve(prepared) as running, open_lobby(address(running)):
        start = time.monotonic()
        assert running.stop(number) == 0
        assert time.monotonic() - start < DRAIN_SECONDS, "the socket is not waited for"
        assert "Traceback" not in running.said()


def test_a_taken_port_is_told_in_one_line(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, serve(tmp_path, PORT=str(taken.getsockname()[1])) as running:
        assert running.process.wait(PATIENCE) == 1
        assert running.said().count("\n") == 1
        assert "Address already in use" in running.said()


@pytest.mark.parametrize(
    "environment", [{"DEBUG": "false"}, {"HOST": "0.0.0.0"}, {"ALLOWED_HOSTS": "127.0.0.1,play.example"}]
)
def test_without_a_secret_key_it_refuses_to_serve_others(tmp_path: Path, environment: dict[str, str]) -> None:
    with serve(tmp_path, **environment) as running:
        assert running.process.wait(PATIENCE) == 1
        assert running.said().count("\n") == 1
        assert "SECRET_KEY" in running.said()


def test_outside_development_it_serves_collected_files_and_says_nothing_private(prepared: Path) -> None:
    with serve(
        prepared,
        SECRET_KEY="a key that is long enough for the length of a test only",
        STATIC_ROOT=str(prepared / "static"),
    ) as running:
        with urlopen(f"{address(running)}static/staticfiles.json", timeout=PATIENCE) as answer:
            assert json.load(answer)["version"]
        assert "createsuperuser" not in running.said()


def test_a_socket_is_told_that_the_server_restarts_and_the_server_ends_at_once(prepared: Path) -> None:
    with serve(prepared) as running:
        with open_lobby(address(running)) as lobby:
            running.ask_to_stop()
            with pytest.raises(ConnectionClosed):
                lobby.recv(timeout=PATIENCE)
            assert lobby.close_code == 1012
        assert running.process.wait(PATIENCE) == 0


@contextmanager
def a_page_held(folder: Path, site: Place) -> Iterator[tuple[HTTPConnection, Callable[[], object]]]:
    """Ask for a page that wants to write, which it may when the second is called."""
    with (
        closing(sqlite3.connect(folder / "db.sqlite3", isolation_level=None)) as database,
        open_connection(site) as asked,
    ):
        database.execute("BEGIN IMMEDIATE")
        asked.request("GET", "/readyz")
        yield asked, lambda: database.execute("ROLLBACK")


@contextmanager
def open_connection(site: Place) -> Iterator[HTTPConnection]:
    """A connection that was let in and has been used."""
    with closing(HTTPConnection(*site, timeout=PATIENCE)) as connection:
        connection.request("GET", "/healthz")
        connection.getresponse().read()
        yield connection


def test_a_page_that_is_being_made_when_the_server_is_asked_to_stop_is_answered(prepared: Path) -> None:
    with serve(prepared, SWEEP_SECONDS="60") as running, a_page_held(prepared, place(running)) as (asked, let_go):
        running.ask_to_stop()
        running.wait_for("Stopping")
        let_go()
        assert "ready" in json.load(asked.getresponse())
        assert running.process.wait(PATIENCE) == 0


def test_while_a_page_is_finished_nobody_else_can_connect(prepared: Path) -> None:
    with serve(prepared, SWEEP_SECONDS="60") as running, a_page_held(prepared, place(running)) as (asked, let_go):
        running.ask_to_stop()
        running.wait_for("Stopping")
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(place(running), timeout=PATIENCE)
        let_go()
        assert "ready" in json.load(asked.getresponse())


def test_while_a_page_is_finished_whoever_is_connected_gets_one_more(prepared: Path) -> None:
    """A proxy keeps connections, and sends the next move over one of them."""
    with (
        serve(prepared, SWEEP_SECONDS="60") as running,
        a_page_held(prepared, place(running)) as (asked, let_go),
        open_connection(place(running)) as kept,
    ):
        running.ask_to_stop()
        running.wait_for("Stopping")
        kept.request("GET", "/healthz")
        assert kept.getresponse().headers["Connection"] == "close"
        let_go()
        assert "ready" in json.load(asked.getresponse())


def test_whoever_is_connected_and_not_let_in_yet_when_the_server_is_asked_to_stop_is_answered(prepared: Path) -> None:
    with serve(prepared) as running, ExitStack() as visitors:
        site = place(running)
        with open_connection(site):
            pass  # after one that came alone, Twisted expects no more than one at a time
        running.process.send_signal(signal.SIGSTOP)
        waiting = [visitors.enter_context(closing(HTTPConnection(*site, timeout=PATIENCE))) for _ in range(30)]
        for visitor in waiting:
            visitor.request("GET", "/healthz")
        running.ask_to_stop()
        running.process.send_signal(signal.SIGCONT)
        assert [visitor.getresponse().status for visitor in waiting] == [200] * len(waiting)
        assert running.process.wait(PATIENCE) == 0


def test_a_new_site_with_its_demonstration_begins_without_a_warning(tmp_path: Path) -> None:
    with serve(tmp_path, DEMO="yes") as running:
        running.wait_for("is open at")
        ledger = tmp_path / "db.sqlite3-ledger.json"
        wait_until(lambda: json.loads(ledger.read_text())["entries"] > 0, "a sweep after the demonstration")
        assert "WARNING" not in running.said()
