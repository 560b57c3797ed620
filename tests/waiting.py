"""Waiting for something to become true, with an end to patience."""

import time
from collections.abc import Callable

PATIENCE = 90.0  # seconds: a server that starts on a slow machine, beside other tests, takes more than thirty


def wait_until(condition: Callable[[], object], what: str = "it", seconds: float = PATIENCE) -> None:
    """Look until the condition holds, or fail by saying what never happened."""
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, f"{what} never happened"
        time.sleep(0.01)
