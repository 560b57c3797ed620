"""The process that analyses: beside the worker and nicer than it, so that it takes no turn's and no page's time."""

import subprocess
import sys
from threading import Lock

from django.conf import settings

from games.analysis.services import is_anything_due

_lock = Lock()
_running: subprocess.Popen[bytes] | None = None


def start_runner() -> None:
    """Start it where something is due, unless the one started here still runs; it ends when all is done."""
    global _running
    with _lock:
        if _running is not None and _running.poll() is None:
            return
        if is_anything_due():
            command = ["nice", "-n", "15", sys.executable, "manage.py", "analyse", "--due"]
            _running = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.DEVNULL)
