"""The process that looks for problems: beside the worker and nicer than it, so that it takes nobody's time."""

import subprocess
import sys
from threading import Lock

from django.conf import settings

_lock = Lock()
_running: subprocess.Popen[bytes] | None = None


def start_search() -> None:
    """Start it, unless the one started here still runs; it ends when all that is due was looked for."""
    global _running
    with _lock:
        if _running is not None and _running.poll() is None:
            return
        command = ["nice", "-n", "15", sys.executable, "manage.py", "find_problems"]
        _running = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL)
