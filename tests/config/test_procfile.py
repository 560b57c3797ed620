"""Many processes: web, worker and beat started by the Procfile, against PostgreSQL and Valkey."""

import json
import socket
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import psycopg
import pytest
from celery import Celery
from honcho.environ import parse_procfile
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.processes import Running, free_port, started
from tests.waiting import PATIENCE, wait_until

Processes = dict[str, Running]
WAITING = """
    SELECT 1 FROM pg_locks JOIN pg_database ON pg_database.oid = pg_locks.database
    WHERE datname = current_database() AND relation = 'games_match'::regclass AND NOT granted
"""
HEARTBEAT = "SELECT beat_at FROM games_heartbeat"


@pytest.fixture(scope="module")
def port() -> int:
    return free_port()


@pytest.fixture(scope="module")
def processes(
    postgres_url: str, valkey_url: str, port: int, project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Processes]:
    logs = tmp_path_factory.mktemp("logs")
    environment = {
        "DATABASE_URL": postgres_url,
        "REDIS_URL": valkey_url,
        "SECRET_KEY": "a key that is long enough for the length of a test only",
        "HOST": "127.0.0.1",
        "PORT": str(port),
        "SWEEP_SECONDS": "1",
        "WORKERS": "1",
        "STATIC_ROOT": str(logs / "static"),
    }
    commands = parse_procfile((project / "Procfile").read_text()).processes
    with ExitStack() as stack:
        release = stack.enter_context(started(commands.pop("release"), logs / "release", **environment))
        assert release.process.wait(PATIENCE) == 0, release.said()
        yield {
            name: stack.enter_context(started(command, logs / name, **environment))
            for name, command in commands.items()
        }


def test_the_procfile_names_web_worker_and_beat(processes: Processes) -> None:
    assert set(processes) == {"web", "worker", "beat"}


def test_beat_rings_and_the_worker_sweeps_without_a_word(processes: Processes, postgres_url: str) -> None:
    with psycopg.connect(postgres_url, autocommit=True) as database:
        beats: set[object] = set()
        wait_until(lambda: beats.update(database.execute(HEARTBEAT)) or len(beats) > 2, "a third sweep")
    for name in ("worker", "beat"):
        assert "games.tasks.sweep" not in "".join(processes[name].said().partition("ready.")[2:]), name
        assert "Sending due task" not in processes[name].said(), name


def readiness(port: int, headers: dict[str, str] | None = None) -> tuple[int, dict[str, Any]]:
    """How the site is; 503 until the first sweep, which may still be to come."""
    asked = Request(f"http://127.0.0.1:{port}/readyz", headers=headers or {})
    try:
        with urlopen(asked, timeout=PATIENCE) as answer:
            return answer.status, json.load(answer)
    except HTTPError as early:
        return early.code, json.load(early)


def test_the_web_process_reaches_postgresql_and_valkey(processes: Processes, port: int) -> None:
    processes["web"].wait_for("Listening on TCP address")
    _status, found = readiness(port)
    assert (found["database"]["ok"], found["redis"]["figure"]) == (True, "reachable")


def test_the_web_process_refuses_what_is_too_long(processes: Processes, port: int) -> None:
    processes["web"].wait_for("Listening on TCP address")
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as connection:
        connection.sendall(b"POST /healthz HTTP/1.1\r\nHost: localhost\r\nContent-Length: 120000000\r\n\r\n")
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_no_cookie_makes_postgresql_stumble(processes: Processes, port: int) -> None:
    processes["web"].wait_for("Listening on TCP address")
    odd = {"Cookie": f'sessionid="{"a" * 20}\\000{"a" * 11}"'}
    status, found = readiness(port, odd)
    assert (status in {200, 503}, found["database"]["ok"]) == (True, True)
    way, origin = f"ws://127.0.0.1:{port}/ws/lobby/", Origin(f"http://127.0.0.1:{port}")
    with connect(way, origin=origin, additional_headers=odd, open_timeout=PATIENCE):
        assert "Traceback" not in processes["web"].said()


def test_a_message_of_the_worker_reaches_a_browser_of_the_web_process(
    processes: Processes, port: int, valkey_url: str
) -> None:
    processes["web"].wait_for("Listening on TCP address")
    processes["worker"].wait_for("ready")
    origin = Origin(f"http://127.0.0.1:{port}")
    with connect(f"ws://127.0.0.1:{port}/ws/lobby/", origin=origin, open_timeout=PATIENCE) as lobby:
        client = Celery(broker=valkey_url, set_as_current=False)
        client.send_task("games.tasks.announce_lobby", ignore_result=True)
        assert json.loads(lobby.recv(timeout=PATIENCE)) == {"type": "lobby.changed"}
        client.close()


def test_a_task_is_told_of_with_the_id_of_the_request_that_asked_for_it(processes: Processes, valkey_url: str) -> None:
    processes["worker"].wait_for("ready")
    client = Celery(broker=valkey_url, set_as_current=False)
    asked = {"X-Request-ID": "0123456789abcdef"}
    client.send_task("games.tasks.answer_for_ai", args=["no", "match"], headers=asked, ignore_result=True)
    assert "ERROR" in processes["worker"].wait_for("[0123456789abcdef]")
    client.close()


def test_every_process_tells_of_itself(processes: Processes, postgres_url: str) -> None:
    processes["web"].wait_for("Listening on TCP address")
    with psycopg.connect(postgres_url, autocommit=True) as database:
        rows = "SELECT kind FROM games_process WHERE stopped_at IS NULL"
        wait_until(lambda: {kind for (kind,) in database.execute(rows)} >= {"web", "worker", "beat"}, "three kinds")


def test_a_worker_that_is_asked_to_stop_finishes_what_it_does(processes: Processes, postgres_url: str) -> None:
    worker = processes["worker"]
    with psycopg.connect(postgres_url) as database:
        database.execute("LOCK TABLE games_match")
        wait_until(lambda: database.execute(WAITING).fetchone(), "a sweep that waits for the matches")
        worker.ask_to_stop()
        worker.wait_for("Warm shutdown")  # before the sweep can go on
        before = set(database.execute(HEARTBEAT))
    assert worker.process.wait(PATIENCE) == 0
    with psycopg.connect(postgres_url) as database:
        assert set(database.execute(HEARTBEAT)) != before
    assert "Traceback" not in worker.said().partition("Warm shutdown")[2]


def test_web_and_beat_stop_when_asked(processes: Processes) -> None:
    for name in ("web", "beat"):
        assert processes[name].stop() == 0, name
        assert "Traceback" not in processes[name].said(), name
