"""Make `.venv` from the locked requirements, or do nothing when it is already right.

`install.py run` installs what running needs, `install.py dev` what developing needs besides. It runs before anything
is installed, so it needs only the standard library of any Python 3.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

OLDEST_PYTHON = (3, 11)
ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
RUN = ROOT / "requirements.lock"
DEV = ROOT / "requirements-dev.lock"
# The lock that each set is installed from, and what it holds besides: who can develop can run.
SETS = {"run": (RUN,), "dev": (DEV, RUN)}
# The lock names everything, so nothing is left to resolve: left to itself, pip may prefer a newer release of what
# a package wants with an extra (`coverage[toml]`) to the locked one, and then refuse it for lack of a hash.
AS_LOCKED = ("--quiet", "--no-deps", "--require-hashes", "-r")


def main(name: str, venv: Path = VENV) -> None:
    """Install a set under a lock, so that two terminals do not install into each other."""
    complain_about_this_python()
    locks = SETS[name]
    with only_one_at_a_time(venv.with_name(venv.name + ".lock")):
        if not is_current(venv, locks[0]):
            install(venv, locks)


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
    """Tell whether the environment was finished with all of this lock file and its Python still runs."""
    stamp = venv / "installed"
    return stamp.exists() and fingerprint(lock) in stamp.read_text() and runs(venv / "bin/python")


def runs(python: Path) -> bool:
    """Tell whether this Python still starts."""
    try:
        return subprocess.run([python, "-c", ""], check=False).returncode == 0
    except OSError:
        return False


def install(venv: Path, locks: tuple[Path, ...]) -> None:
    """Install the first lock file; the stamp goes first and comes back last, with all that is there now."""
    stamp = venv / "installed"
    # Without a stamp an earlier install was interrupted, and nobody knows what it left: start anew.
    fresh = [] if stamp.exists() and runs(venv / "bin/python") else ["--clear"]
    stamp.unlink(missing_ok=True)
    run([sys.executable, "-m", "venv", "--without-pip", *fresh, str(venv)])
    if not install_with_uv(venv, locks[0]) and not install_with_pip(venv, locks[0]):
        sys.exit(f"The install of {locks[0].name} stopped.")
    draft = stamp.with_suffix(".draft")
    draft.write_text("".join(map(fingerprint, locks)))
    os.replace(draft, stamp)


def install_with_uv(venv: Path, lock: Path) -> bool:
    """Install with uv, which takes a fraction of pip's time; tell whether there is one that could."""
    uv = find_uv(venv) or bring_uv(venv)
    return uv is not None and succeeds([uv, "pip", "install", "--python", str(venv), *AS_LOCKED, str(lock)])


def find_uv(venv: Path) -> str | None:
    """Find the uv of this environment or of this machine."""
    return shutil.which("uv", path=os.pathsep.join([str(venv / "bin"), os.environ.get("PATH", os.defpath)]))


def bring_uv(venv: Path) -> str | None:
    """Let pip install uv alone, as it is locked for development; there are machines for which none is made."""
    only_uv = venv / "uv.lock"
    only_uv.write_text("".join(re.findall(r"^uv==(?:.*\\\n)*.*\n", DEV.read_text(), re.MULTILINE)))
    return find_uv(venv) if install_with_pip(venv, only_uv, "--only-binary=:all:") else None


def install_with_pip(venv: Path, lock: Path, *options: str) -> bool:
    """Install with pip, which Python brings along; what is started is compiled when it is."""
    run([sys.executable, "-m", "venv", str(venv)])
    pip = [str(venv / "bin/python"), "-m", "pip", "install", "--no-compile"]
    return succeeds([*pip, *options, *AS_LOCKED, str(lock)])


def run(command: list[str]) -> None:
    """Run a step of the install and end with its failure."""
    if not succeeds(command):
        sys.exit(f"The install stopped at: {' '.join(command)}")


def succeeds(command: list[str]) -> bool:
    """Run a step that may fail."""
    return subprocess.run(command, check=False).returncode == 0


def fingerprint(lock: Path) -> str:
    """Name the lock file's contents and the Python they were installed for."""
    python = ".".join(map(str, sys.version_info[:2]))
    return f"{hashlib.sha256(lock.read_bytes()).hexdigest()} {python}\n"


if __name__ == "__main__":
    try:
        main(sys.argv[1])
    except KeyboardInterrupt:
        sys.exit("Interrupted; the next install starts anew.")
