"""Starting and stopping the pulse of whatever process this is."""

import atexit
from collections.abc import Iterator
from contextlib import contextmanager

from config.version import version
from games.operations.pulse import Pulse


def start_pulse(kind: str, port: int = 0) -> Pulse:
    """Have this process tell of itself, and say goodbye when it ends."""
    pulse = Pulse(kind, version=version(), port=port)
    pulse.start()
    atexit.register(pulse.stop)
    return pulse


@contextmanager
def beating(kind: str, port: int = 0) -> Iterator[None]:
    """Tell of this process as long as it serves."""
    pulse = start_pulse(kind, port)
    try:
        yield
    finally:
        pulse.stop()
