"""Make `.venv` from the locked requirements, or do nothing when it is already right.

Runs before anything is installed, so it needs only the standard library of any Python 3.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
LOCK = ROOT / "requirements-dev.lock"
VENV = ROOT / ".venv"


def main(venv: Path = VENV, lock: Path = LOCK) -> None:
    """Install under a lock, so that two terminals do not install into each other."""
    complain_about_this_python()
    with only_one_at_a_time(venv.with_name(venv.name + ".lock")):
        if is_current(venv, lock):
            return
        install(venv, lock)


def complain_about_this_python() -> None:
    """End with one clear line when this Python cannot make the environment."""
    if sys.version_info < OLDEST_PYTHON:
        wanted = ".".join(map(str, OLDEST_PYTHON))
        sys.exit(f"Python {wanted} or newer is needed; {sys.executable} is {sys.version.split()[0]}.")
    try:
        import ensurepip  # noqa: F401  (Debian ships it apart from Python)
        import venv  # noqa: F401
    except ImportError:
        sys.exit("Python's venv is missing: install it (on Debian and Ubuntu: apt install python3-venv).")


@contextlib.contextmanager
def only_one_at_a_time(path: Path) -> Iterator[None]:
    """Wait for another install of this folder to end; the system frees the lock of one that died."""
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_current(venv: Path, lock: Path) -> bool:
    """Tell whether the environment was finished for this lock file and its Python still runs."""
    stamp = venv / "installed"
    return stamp.exists() and stamp.read_text() == fingerprint(lock) and runs(venv / "bin/python")


def runs(python: Path) -> bool:
    """Tell whether this Python still starts."""
    try:
        return subprocess.run([python, "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def install(venv: Path, lock: Path) -> None:
    """Install what is locked; the stamp goes first and comes back last."""
    stamp = venv / "installed"
    # Without a stamp an earlier install was interrupted, and nobody knows what it left: start anew.
    fresh = [] if stamp.exists() and runs(venv / "bin/python") else ["--clear"]
    stamp.unlink(missing_ok=True)
    run([sys.executable, "-m", "venv", *fresh, str(venv)])
    # The lock names everything, so nothing is left to resolve: left to itself, pip may prefer a newer release of what
    # a package wants with an extra (`coverage[toml]`) to the locked one, and then refuse it for lack of a hash.
    pip = [str(venv / "bin/python"), "-m", "pip", "install", "--quiet", "--no-deps", "--require-hashes"]
    run([*pip, "-r", str(lock)])
    draft = stamp.with_suffix(".draft")
    draft.write_text(fingerprint(lock))
    os.replace(draft, stamp)


def run(command: list[str]) -> None:
    """Run a step of the install and end with its failure."""
    if subprocess.run(command, check=False).returncode != 0:
        sys.exit(f"The install stopped at: {' '.join(command)}")


def fingerprint(lock: Path) -> str:
    """Name the lock file's contents and the Python they were installed for."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {python}\n"


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next install starts anew.")
