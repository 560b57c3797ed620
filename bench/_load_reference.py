"""What our load is measured against: boardgame.io on files, where Node is to be had, otherwise a bare echo."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bench._load_site import cpu_seconds, free_port

NAME = "boardgame.io on files"
HERE = Path(__file__).resolve().parent / "reference"


@dataclass(frozen=True, slots=True)
class Reference:
    """What the reference needed: processor milliseconds for a move seen by four, and when pushes came."""

    name: str
    moves: int
    cpu_ms: float
    p50_ms: float
    p95_ms: float
    errors: int


# So many tables with so many moves a second, for so many seconds.
Measure = Callable[[int, float, float], Reference]


def install(folder: Path) -> Path | None:
    """Install boardgame.io into a folder that is thrown away; None where there is no Node or no registry."""
    if shutil.which("node") is None or shutil.which("npm") is None:
        return None
    for name in HERE.iterdir():
        shutil.copy(name, folder)
    done = subprocess.run(
        ["npm", "install", "--silent", "--no-fund", "--no-audit"], cwd=folder, capture_output=True, check=False
    )
    return folder if done.returncode == 0 else None


def find_reference(folder: Path) -> Measure:
    """Return how the reference is measured here; REFERENCE=echo spares what would have to be installed."""
    from bench._load_echo import measure_echo

    installed = None if os.environ.get("REFERENCE") == "echo" else install(folder)
    return measure_echo if installed is None else partial(measure, installed)


def measure(folder: Path, tables: int, pace: float, seconds: float) -> Reference:
    """Let four people at each of so many tables move so often a second."""
    port = free_port()
    storage = folder / f"files-{port}"
    server = subprocess.Popen(["node", "server.cjs", str(port), str(storage)], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        wait_for_port(port)
        people = subprocess.Popen(
            ["node", "people.cjs", str(port), str(tables), str(pace), str(seconds)],
            cwd=folder,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert people.stdout is not None
        people.stdout.readline()  # everybody sits
        before = cpu_seconds([server.pid])
        seen = json.loads(people.stdout.readline())
        spent = cpu_seconds([server.pid]) - before
        people.wait(30)
    finally:
        server.terminate()
        server.wait(30)
    pushes = sorted(seen["pushes"])
    at = lambda share: pushes[min(len(pushes) - 1, int(len(pushes) * share))]  # noqa: E731
    return Reference(NAME, seen["moves"], spent / max(1, seen["moves"]) * 1e3, at(0.5), at(0.95), len(seen["errors"]))


def wait_for_port(port: int) -> None:
    """Wait until somebody listens there."""
    until = time.monotonic() + 30
    while time.monotonic() < until:
        with socket.socket() as caller:
            if caller.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.1)
    raise TimeoutError("the reference does not answer")
