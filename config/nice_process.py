"""Work of minutes that nobody waits for: a process beside the worker, nicer than all that people do wait for.

`python -m config.nice_process COMMAND` is that process: a command of the site that ends with whoever started it.
"""

import os
import subprocess
import sys
from threading import Lock, Thread

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
            if self.is_running():
                return
            command = ["nice", "-n", "15", sys.executable, "-m", "config.nice_process", *self.command]
            self.running = subprocess.Popen(command, cwd=settings.BASE_DIR, stdin=subprocess.PIPE)

    def is_running(self) -> bool:
        """Tell whether the one started here still runs; one that has ended is let go."""
        if self.running is None or self.running.poll() is None:
            return self.running is not None
        assert self.running.stdin is not None
        self.running.stdin.close()
        self.running = None
        return False


def end_with_owner() -> None:
    """End once the input does, however its owner went: an orphan would write into a database that others put away.

    No signal does it: the worker's processes ignore the one that asks to stop, and so does whatever they start. What is
    cut short lies due in the database.
    """
    os.read(0, 1)  # nobody ever writes there; not sys.stdin, which could not be closed at the end
    os._exit(1)


def main() -> None:
    """Do the command, and watch the owner meanwhile."""
    Thread(target=end_with_owner, daemon=True).start()
    import manage  # loads Django, which takes a second: an owner may go within it

    manage.main()


if __name__ == "__main__":
    main()
