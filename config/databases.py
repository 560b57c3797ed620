"""The database's settings: a file beside the code by default, PostgreSQL by DATABASE_URL."""

from pathlib import Path
from typing import Any

from environ import Env

SQLITE = "django.db.backends.sqlite3"
POSTGRESQL = "django.db.backends.postgresql"


def configure(env: Env, folder: Path) -> dict[str, Any]:
    """Give the database's settings with what play needs of each kind of server."""
    if "DATABASE_URL" in env.ENVIRON:
        database = dict(env.db_url("DATABASE_URL"))
    else:
        folder.mkdir(exist_ok=True)
        database = {"ENGINE": SQLITE, "NAME": folder / "db.sqlite3"}
    options = {SQLITE: sqlite_options(), POSTGRESQL: postgresql_options(env)}.get(database["ENGINE"], {})
    return {**database, "OPTIONS": {**options, **database.get("OPTIONS", {})}}


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
