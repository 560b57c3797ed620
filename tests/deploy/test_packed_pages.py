"""The proxy packs no page: the site does, and knows which ones packing would betray (BREACH)."""

import threading
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from config.cluster.proxy import configuration, server_command
from tests.deploy.test_deploy import found
from tests.deploy.test_meeting_places import listens
from tests.processes import ROOT, free_port, started
from tests.waiting import wait_until

pytestmark = pytest.mark.skipif(not found("nginx"), reason="nginx is not installed on this machine")
PAGE = b"<p>A page of some length</p>" * 200


class Pages(BaseHTTPRequestHandler):
    """A web process that leaves its page as it is."""

    def do_GET(self) -> None:
        """Answer with the page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(PAGE)))
        self.end_headers()
        self.wfile.write(PAGE)

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def web() -> Iterator[int]:
    """Its port."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Pages)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield int(server.server_address[1])
    server.shutdown()
    server.server_close()


def test_a_page_goes_out_as_the_site_made_it_where_the_machine_packs_by_itself(web: int, tmp_path: Path) -> None:
    port = free_port()
    made = configuration((ROOT / "deploy/nginx.conf").read_text(), folder=tmp_path, port=port, backends=[web])
    assert "http {" in made
    (tmp_path / "nginx.conf").write_text(made.replace("http {", "http { gzip on;"))  # as Debian has it
    with started(server_command(found("nginx"), tmp_path), tmp_path / "log"):
        wait_until(lambda: listens(port), "an answer of nginx")
        asked = urllib.request.Request(f"http://127.0.0.1:{port}/lobby/", headers={"Accept-Encoding": "gzip"})
        with urllib.request.urlopen(asked, timeout=10) as answer:
            assert answer.headers["Content-Encoding"] is None
            assert answer.read() == PAGE
