"""The process that reads rated matches: beside the worker and nicer than it, so that it takes nobody's time."""

import subprocess
import sys
from threading import Lock

from django.conf import settings

from leaderboard.services.inspecting import is_inspection_due

_lock = Lock()
_running: subprocess.Popen[bytes] | None = None


def start_inspector() -> None:
    """Start it where something is due, unless the one started here still runs; it ends when all is done."""
    global _running
    with _lock:
        if _running is not None and _running.poll() is None:
            return
        if is_inspection_due():
            command = ["nice", "-n", "15", sys.executable, "manage.py", "inspect_matches"]
            _running = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL)
