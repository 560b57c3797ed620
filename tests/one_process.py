"""The whole site in one process, as `make run` starts it."""

import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.processes import Running, started
from tests.waiting import PATIENCE

SERVE = [sys.executable, "manage.py", "serve", "--prepare"]


def serve(folder: Path, **environment: str) -> AbstractContextManager[Running]:
    defaults = {"DEMO": "no", "PORT": "0", "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}", "SWEEP_SECONDS": "0.1"}
    return started(SERVE, folder / "log", **defaults | environment)


def address(running: Running) -> str:
    return next(word for word in running.wait_for("is open at").split() if word.startswith("http"))


def open_socket(site: str, path: str, origin: str | None = None, **options: Any) -> ClientConnection:
    host = urlsplit(site).netloc
    return connect(f"ws://{host}{path}", origin=Origin(origin or f"http://{host}"), open_timeout=PATIENCE, **options)


def open_lobby(site: str, origin: str | None = None) -> ClientConnection:
    return open_socket(site, "/ws/lobby/", origin)
