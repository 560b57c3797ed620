"""Behind the proxy everybody at one table meets in one process, so that a move is read and drawn once for all."""

import socket
import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from config.cluster.proxy import configuration, server_command
from tests.deploy.test_deploy import found
from tests.processes import ROOT, free_port, started
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(not found("nginx"), reason="nginx is not installed on this machine")


class SaysItsPort(BaseHTTPRequestHandler):
    """A web process of which nobody wants more than to know which one it is."""

    def do_GET(self) -> None:
        """Answer with the port."""
        said = str(self.server.server_address[1]).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(said)))
        self.end_headers()
        self.wfile.write(said)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def webs() -> Iterator[list[ThreadingHTTPServer]]:
    """Two of them."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), SaysItsPort) for _ in range(2)]
    for server in servers:
        threading.Thread(target=server.serve_forever, daemon=True).start()
    yield servers
    for server in servers:  # a second time does no harm
        server.shutdown()
        server.server_close()


@pytest.fixture
def proxy(webs: list[ThreadingHTTPServer], tmp_path: Path) -> Iterator[str]:
    """nginx in front of them, by the operators' configuration."""
    port, backends = free_port(), [int(web.server_address[1]) for web in webs]
    source = (ROOT / "deploy/nginx.conf").read_text()
    (tmp_path / "nginx.conf").write_text(configuration(source, folder=tmp_path, port=port, backends=backends))
    with started(server_command(found("nginx"), tmp_path), tmp_path / "log"):
        wait_until(lambda: listens(port), "an answer of nginx")
        yield f"http://127.0.0.1:{port}"


def listens(port: int) -> bool:
    """Tell whether somebody does."""
    with socket.socket() as asking:
        return asking.connect_ex(("127.0.0.1", port)) == 0


def who_answers(proxy: str, path: str) -> str:
    """Ask for a page."""
    with urllib.request.urlopen(f"{proxy}{path}", timeout=PATIENCE) as answer:
        return str(answer.read().decode())


def test_all_of_one_table_is_answered_by_one_process(proxy: str) -> None:
    for table in range(1, 9):
        paths = [f"/ws/tables/{table}/?language=de", f"/tables/{table}/", f"/tables/{table}/chat/", f"/tables/{table}/"]
        assert len({who_answers(proxy, path) for path in paths}) == 1


def test_tables_and_other_pages_are_shared_out(proxy: str) -> None:
    assert len({who_answers(proxy, f"/ws/tables/{table}/") for table in range(1, 33)}) == 2
    assert len({who_answers(proxy, "/lobby/") for _ in range(32)}) == 2


def test_where_one_process_is_gone_another_takes_its_tables(proxy: str, webs: list[ThreadingHTTPServer]) -> None:
    webs[0].shutdown()
    webs[0].server_close()
    left = str(webs[1].server_address[1])
    assert {who_answers(proxy, f"/ws/tables/{table}/") for table in range(1, 9)} == {left}


def test_processes_that_are_restarted_one_after_the_other_leave_no_gap(
    proxy: str, webs: list[ThreadingHTTPServer]
) -> None:
    for stopping, staying in ((webs[0], webs[1]), (webs[1], webs[0])):
        place = stopping.server_address
        stopping.shutdown()
        stopping.server_close()
        left = str(staying.server_address[1])
        assert {who_answers(proxy, f"/tables/{table}/") for table in range(1, 9)} == {left}
        again = ThreadingHTTPServer(place, SaysItsPort)  # type: ignore[arg-type]
        webs[webs.index(stopping)] = again
        threading.Thread(target=again.serve_forever, daemon=True).start()
