"""A table of five moguls in the one-process mode: by how much pages become slower while they think."""

import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.request import urlopen

from bench.ai_matches import EDITION, call, look
from tests.processes import free_port, started
from tests.waiting import wait_until

PAGES = ("/", "/lobby/", "/rules/")
FETCHES = 40  # of each page
MOVES = 3  # that the moguls have made before it is measured


def run() -> None:
    """Print the time of a page without and with the moguls, and their ratio."""
    with tempfile.TemporaryDirectory() as name:
        folder, port = Path(name), free_port()
        environment = {
            "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
            "PORT": str(port),
            "DEMO": "false",
            "SWEEP_SECONDS": "1",
        }
        with started([sys.executable, "manage.py", "serve", "--prepare"], folder / "log", **environment) as server:
            server.wait_for(f":{port}")
            quiet = fetch(port)
            call(environment, "-m", "tests.ai_matches", "open", EDITION, "1", *["mogul"] * 5)
            wait_until(lambda: look(environment)["moves"] >= MOVES, "moves of the moguls", 120)
            before = look(environment)["moves"]
            busy = fetch(port)
            after = look(environment)
    print(f"a page without moguls: {quiet * 1e3:.1f} ms; while five think: {busy * 1e3:.1f} ms: x {busy / quiet:.2f}")
    print(f"moves they made meanwhile: {after['moves'] - before}; failures of brains: {after['failures']}")


def fetch(port: int) -> float:
    """Return the median time of a page, in seconds."""
    times = []
    for page in PAGES * FETCHES:
        begun = time.perf_counter()
        with urlopen(f"http://127.0.0.1:{port}{page}") as answer:
            answer.read()
        times.append(time.perf_counter() - begun)
    return statistics.median(times)
