"""Starting processes one after the other, and stopping them the other way round."""

import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

PATIENCE: Final = 60.0
STOP_SECONDS: Final = 20.0
LOOKED_EVERY: Final = 0.1


class Failed(Exception):
    """A process that did not start or did not stay; the message says where to read why."""


class Processes:
    """Everything that was started, each with a log of its own; the last one is stopped first."""

    def __init__(self, logs: Path) -> None:
        self.logs = logs
        self.running: dict[str, subprocess.Popen[bytes]] = {}

    def start(
        self, name: str, command: list[str], environment: Mapping[str, str] | None = None, *, user: str | None = None
    ) -> None:
        """Start one in a session of its own: Ctrl-C reaches us alone, and we stop the others in their order."""
        with (self.logs / f"{name}.log").open("ab") as log:
            self.running[name] = subprocess.Popen(
                command,
                env=None if environment is None else {**os.environ, **environment},
                user=user,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )

    def wait_until(self, is_there: Callable[[], bool], name: str) -> None:
        """Wait for what a process that was just started is there for."""
        ends_at = time.monotonic() + PATIENCE
        while not is_there():
            self.expect_all_run()
            if time.monotonic() > ends_at:
                raise Failed(f"{name} does not answer: see {self.logs / name}.log")
            time.sleep(LOOKED_EVERY)

    def expect_all_run(self) -> None:
        """Say which process has ended by itself."""
        for name, process in self.running.items():
            if process.poll() is not None:
                raise Failed(f"{name} has ended ({process.returncode}): see {self.logs / name}.log")

    def stop(self) -> None:
        """Ask each to stop and wait for it; who does not hear is killed."""
        for name, process in reversed(self.running.items()):
            with contextlib.suppress(ProcessLookupError):
                # PostgreSQL waits for its clients on SIGTERM, and not on SIGINT.
                process.send_signal(signal.SIGINT if name == "postgresql" else signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()
        self.running.clear()
