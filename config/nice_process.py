"""Work of minutes that nobody waits for: a process beside the worker, nicer than all that people do wait for."""

import subprocess
import sys
from threading import Lock

from django.conf import settings


class NiceProcess:
    """A command of the site that ends when all that is due is done; what is started here runs once at a time.

    Other processes may start it too: whoever works takes a row first, so nothing is done twice.
    """

    def __init__(self, *command: str) -> None:
        self.command = command
        self.lock = Lock()
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, unless the one started here still runs."""
        with self.lock:
            if self.running is None or self.running.poll() is not None:
                command = ["nice", "-n", "15", sys.executable, "manage.py", *self.command]
                self.running = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL)
