"""The site under load: tables of people in a database of its own, and the real server in a process of its own."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from games.engine import State

ROOT = Path(__file__).resolve().parent.parent
TICKS = os.sysconf("SC_CLK_TCK")
PATIENCE_SECONDS = 60
# Names of a usual length; a number makes each the only one of its kind.
NAMES = ("Ada", "Grace", "Hedy", "Katherine", "Mary")
_guests = count(1)
AI_PAUSE = 1.35  # always the middle of the usual pauses, so that what comes later is known


@dataclass(slots=True)
class LoadTable:
    """A table of people: what its clients know of it, as browsers and by the rules."""

    pk: int
    cookies: list[str]  # one for each seat
    state: State
    number: int = 0
    version: int = 0
    sockets: dict[str, Any] = field(default_factory=dict)  # by cookie


def as_in_production(folder: Path) -> None:
    """Have the site, in whatever process, set up as it would be deployed."""
    os.environ |= {
        "SECRET_KEY": "only to be loaded, and never to be deployed: 0123456789",
        "STATIC_ROOT": str(folder / "static"),
        "LOG_LEVEL": "WARNING",
        "DJANGO_SETTINGS_MODULE": "config.settings",
    }


@contextmanager
def site(
    folder: Path, *, database: str = "", redis: str = "", processes: int = 1
) -> Iterator[tuple[list[int], list[int]]]:
    """Start the server as in production; the answer is its ports and its processes."""
    ports = [free_port() for _ in range(processes)]
    url = database or f"sqlite:///{folder / 'load.sqlite3'}"
    as_in_production(folder)
    os.environ |= {
        "DATABASE_URL": url,
        "REDIS_URL": redis,
        "SITE_URL": f"http://127.0.0.1:{ports[0]}",
        # All of them come from one address here.
        "SOCKETS_PER_ADDRESS": "100000",
        "SOCKETS_PER_TABLE": "100000",
        "AI_PAUSE_SECONDS": f"{AI_PAUSE},{AI_PAUSE}",
        "FORCED_PAUSE_SECONDS": "600,600",  # whoever has one answer only gives it: the site does not come first
        "DJANGO_ALLOW_ASYNC_UNSAFE": "1",  # whoever looks on reads the database between two messages
    }
    prepare(folder, is_file=not database)
    started = [start(port, redis) for port in ports]
    try:
        for port in ports:
            wait_for(port)
        yield ports, [process.pid for process in started]
    finally:
        for process in started:
            process.send_signal(signal.SIGINT)
        for process in started:
            process.wait(PATIENCE_SECONDS)


def prepare(folder: Path, *, is_file: bool) -> None:
    """Migrate and collect; what was done before in this run is only copied."""
    empty, file = folder / "empty.sqlite3", folder / "load.sqlite3"
    if is_file and empty.exists():
        shutil.copy(empty, file)
    else:
        manage("migrate", "--verbosity=0")
    if is_file and not empty.exists():
        shutil.copy(file, empty)
    if not (folder / "static").exists():
        manage("collectstatic", "--noinput", "--verbosity=0")


def manage(*arguments: str) -> None:
    """Run a command of the site and end with its failure."""
    subprocess.run([sys.executable, "manage.py", *arguments], cwd=ROOT, check=True)


def start(port: int, redis: str) -> subprocess.Popen[bytes]:
    """Start one process: everything in one, or with Redis the web server alone."""
    command = [sys.executable, "manage.py", "serve"]
    if redis:
        command = [sys.executable, "manage.py", "web"]
    return subprocess.Popen(command, cwd=ROOT, env=os.environ | {"PORT": str(port)}, stdout=subprocess.DEVNULL)


def wait_for(port: int) -> None:
    """Wait until the server answers."""
    until = time.monotonic() + PATIENCE_SECONDS
    while time.monotonic() < until:
        try:
            urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz", timeout=5)
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError(f"no answer on port {port}")


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


def cpu_seconds(pids: list[int]) -> float:
    """Add up the processor time of processes and their children."""
    spent = 0
    for pid in family(pids):
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it has ended
        spent += int(fields[11]) + int(fields[12])
    return spent / TICKS


def family(pids: list[int]) -> list[int]:
    """Name processes with all their descendants."""
    found, queue = list(pids), list(pids)
    while queue:
        pid = queue.pop()
        for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
            children = [int(child) for child in tasks.read_text().split()]
            found += children
            queue += children
    return found


def open_tables(count: int, *, seats: int = 4, levels: tuple[str, ...] = (), fast: bool = False) -> list[LoadTable]:
    """Seat people at so many tables and begin; the other seats are AIs of these levels."""
    import django

    django.setup()
    from django.db import connection

    connection.close()
    made = [_open(number, seats, levels, fast) for number in range(count)]
    connection.close()
    return made


def _open(number: int, seats: int, levels: tuple[str, ...], fast: bool) -> LoadTable:
    from django.db import transaction

    from accounts.models import User
    from games.models import Match, Seat
    from games.play.services.moves import begin_match

    people = seats - len(levels)
    stamp = f"{time.time_ns()}"
    with transaction.atomic():
        users = [
            User.objects.create(username=f"{NAMES[seat]}{next(_guests)}", email=f"{stamp}{seat}@example.org")
            for seat in range(people)
        ]
        match = Match.objects.create(
            edition_id=("dream-factory-2009", "traumfabrik-2000")[number % 2],
            size=seats,
            host=users[0],
            host_begins=True,
            pace="live",
            fast_ai=fast,
        )
        Seat.objects.bulk_create(
            Seat(
                match=match,
                number=seat,
                user=users[seat] if seat < people else None,
                ai_level="" if seat < people else levels[seat - people],
            )
            for seat in range(seats)
        )
        begin_match(match=match)
        cookies = [_log_in(user) for user in users]
    return LoadTable(match.pk, cookies, match.read_state(), match.number, match.version)


def _log_in(user: Any) -> str:
    """Open a session as logging in does."""
    from django.conf import settings
    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
    from django.contrib.sessions.backends.db import SessionStore

    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return str(session.session_key)
