"""The database's settings: a file beside the code by default, PostgreSQL by DATABASE_URL."""

import contextlib
from pathlib import Path
from typing import Any

from environ import Env

from config.environment import WrongSetting

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


def configure(env: Env, folder: Path) -> dict[str, Any]:
    """Give the database's settings with what play needs of each kind of server."""
    database = read_url(env)
    if not database:
        folder.mkdir(exist_ok=True)
        make_private(folder, 0o700)
        database = {"ENGINE": SQLITE, "NAME": folder / "db.sqlite3"}
    if database["ENGINE"] == SQLITE and database["NAME"] != ":memory:":
        keep_from_others(Path(database["NAME"]))
    if database["ENGINE"] == SQLITE:
        database["CONN_MAX_AGE"] = None  # threads stay, and opening the file anew costs more than most queries
    options = {SQLITE: sqlite_options(), POSTGRESQL: postgresql_options(env)}.get(database["ENGINE"], {})
    return {**database, "OPTIONS": {**options, **database.get("OPTIONS", {})}}


def read_url(env: Env) -> dict[str, Any]:
    """Give what DATABASE_URL says, nothing without one; it holds a password and is not repeated."""
    url = env.str("DATABASE_URL", default="")
    if not url:
        return {}
    try:
        database = dict(env.db_url_config(url)) if "://" in url else {}
    except ValueError:
        database = {}
    if database.get("ENGINE") not in (SQLITE, POSTGRESQL) or not database["NAME"]:
        raise WrongSetting(
            "DATABASE_URL", "must be an address such as postgresql://user:password@localhost/dreamfactory."
        )
    return {**database, "PASSWORD": env.str("DATABASE_PASSWORD", default=database.get("PASSWORD", ""))}


def keep_from_others(file: Path) -> None:
    """Let nobody else on the machine read the database; SQLite gives its side files the same permissions."""
    with contextlib.suppress(OSError):  # whoever may not make the file is told so when it is opened
        file.touch(mode=0o600, exist_ok=True)
    for name in (file.name, f"{file.name}-wal", f"{file.name}-shm"):
        make_private(file.with_name(name), 0o600)


def make_private(path: Path, mode: int) -> None:
    """Take everybody else's permissions away, where it is ours to do so."""
    with contextlib.suppress(OSError):
        if path.stat().st_mode & 0o077:
            path.chmod(mode)


def sqlite_options() -> dict[str, Any]:
    """Let readers and one writer work at once, and writers wait for each other instead of failing."""
    return {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
    }


def postgresql_options(env: Env) -> dict[str, Any]:
    """Share connections between threads: under ASGI, connections kept open exhaust the server.

    A worker of Celery has few threads and does without (0): Celery would make and close a pool with every task, and
    close it under the threads that think.
    """
    size = env.int("DATABASE_POOL", default=10)
    return {"pool": {"min_size": 1, "max_size": size, "timeout": 10}} if size else {}
