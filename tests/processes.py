"""Processes of ours, as a supervisor would start them."""

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from tests.waiting import PATIENCE, wait_until

ROOT = Path(__file__).resolve().parent.parent

# Whom a shell starts in the background ignores Ctrl-C, and so would every process started here.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


class Running:
    """A process that was started, and what it has said so far."""

    def __init__(self, process: "subprocess.Popen[bytes]", log: Path) -> None:
        self.process = process
        self.log = log

    def said(self) -> str:
        """Give everything it wrote."""
        return self.log.read_text()

    def wait_for(self, words: str, seconds: float = PATIENCE) -> str:
        """Wait until it says these words, or has ended without, and give the line with them."""
        wait_until(lambda: words in self.said() or self.process.poll() is not None, repr(words), seconds)
        lines = [line for line in self.said().splitlines() if words in line]
        assert lines, self.said()
        return lines[0]

    def ask_to_stop(self, number: int = signal.SIGTERM) -> None:
        """Ask its whole group, as supervisors do."""
        os.killpg(self.process.pid, number)

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask its whole group to stop and give the exit code."""
        self.ask_to_stop(number)
        return self.process.wait(PATIENCE)


@contextlib.contextmanager
def started(command: str | list[str], log: Path, **environment: str) -> Iterator[Running]:
    """Start a command in a clean environment and a process group of its own; nothing of it survives."""
    with log.open("wb") as output:
        process = subprocess.Popen(
            command,
            shell=isinstance(command, str),
            cwd=ROOT,
            env=clean_environment() | environment,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    try:
        yield Running(process, log)
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(PATIENCE)


def clean_environment() -> dict[str, str]:
    """Keep of the environment only what any process needs, and put our programs first."""
    kept = {name: os.environ[name] for name in ("HOME", "LANG", "TMPDIR") if name in os.environ}
    return {**kept, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}", "PROBLEM_SEARCH": "0"}


def free_port() -> int:
    """Find a port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
