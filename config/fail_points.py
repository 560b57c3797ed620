"""Places where a test lets a process die: between two steps of which one is done and the other is not.

They are switched by FAIL_POINTS, the name of a folder, which only a site that serves this machine alone honours.
"""

import os
import signal
from pathlib import Path
from typing import Final

from django.conf import settings

# An AI has thought, and its move is not played; a move is committed, and nobody was answered, or told.
THINK_APPLY: Final = "think-apply"
COMMIT_ANSWER: Final = "commit-answer"
COMMIT_PUSH: Final = "commit-push"


def reach(point: str) -> None:
    """Die here by SIGKILL if somebody laid a file of this name into the folder; whoever dies takes it along."""
    if not settings.FAIL_POINTS:
        return
    try:
        Path(settings.FAIL_POINTS, point).unlink()
    except FileNotFoundError:
        return
    os.kill(os.getpid(), signal.SIGKILL)
