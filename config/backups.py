"""Backups: one file with the whole database as it stood at one moment, and with figures that tell whether all is in it.

A plain copy of an SQLite file lacks what still lies in the write-ahead log beside it, and looks whole all the same. So
the database itself makes the copy, and a manifest counts what must be found in it again.
"""

import hashlib
import json
import os
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any, Final
from zipfile import ZIP_DEFLATED, BadZipFile, ZipFile

from django.db import connection, transaction
from django.utils import timezone
from psycopg.conninfo import make_conninfo

from games.models import Backup

MANIFEST: Final = "manifest.json"
CONTENT: Final = {"sqlite": "db.sqlite3", "postgresql": "db.dump"}
# What a copy that lacks its tail has fewer of.
FIGURES: Final = {
    "people": "SELECT count(*) FROM accounts_user",
    "matches": "SELECT count(*) FROM games_match",
    "entries by the matches": "SELECT coalesce(sum(number), 0) FROM games_match",
    "entries": "SELECT count(*) FROM games_playedmove",
    "newest entry": "SELECT coalesce(max(id), 0) FROM games_playedmove",
    "counted results": "SELECT count(*) FROM leaderboard_tally",
    "changes of ratings": "SELECT count(*) FROM leaderboard_ratingchange",
}
# Where PostgreSQL is, and how it is reached; programs older than ours know these too.
PLACE: Final = ("service", "host", "port", "user", "dbname", "sslmode", "sslrootcert", "sslcert", "sslkey")
# Whatever is there goes, also tables that came after the backup: it is brought back just when an upgrade went wrong.
EMPTYING: Final = """
    DO $$
    DECLARE ours text;
    BEGIN
        FOR ours IN
            SELECT format('TABLE IF EXISTS %s', oid::regclass) FROM pg_class
            WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
            UNION ALL
            SELECT format('FUNCTION IF EXISTS %s', oid::regprocedure) FROM pg_proc
            WHERE pronamespace = current_schema()::regnamespace AND prokind = 'f'
            AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')
        LOOP
            EXECUTE format('DROP %s CASCADE', ours);
        END LOOP;
    END $$;
"""
# What pg_restore begins with from 17 on, whatever the server: before that, servers refuse what they do not know.
NEW_IN_17: Final = b"\nSET transaction_timeout = 0;"
HEAD: Final = 4096  # bytes; such settings stand before anything else

Figures = dict[str, int]


class BackupRefused(Exception):
    """A backup that cannot be made or used; the message says why."""


def make_backup(folder: Path) -> Path:
    """Write a backup of the database into a folder, whatever happens at the tables meanwhile."""
    folder.mkdir(parents=True, exist_ok=True)
    made_at = timezone.now()
    archive = folder / f"dreamfactory-{made_at:%Y%m%dT%H%M%SZ}.zip"
    with tempfile.TemporaryDirectory(dir=folder) as scratch:
        content = Path(scratch) / CONTENT[connection.vendor]
        figures = {"sqlite": _copy_sqlite, "postgresql": _dump_postgresql}[connection.vendor](content)
        manifest = {"made_at": made_at.isoformat(), "sha256": _hash(content), "figures": figures}
        unfinished = Path(scratch) / archive.name
        with ZipFile(unfinished, "w", ZIP_DEFLATED) as pack:
            pack.write(content, content.name)
            pack.writestr(MANIFEST, json.dumps(manifest, indent=2))
        unfinished.chmod(0o600)
        unfinished.rename(archive)  # whoever sees a backup under its name sees all of it
    Backup.objects.create(made_at=made_at, name=archive.name, bytes=archive.stat().st_size)
    return archive


def forget_older_backups(folder: Path, keep: int) -> None:
    """Leave the newest backups of a folder, by their names, and remove all that are older."""
    for old in sorted(folder.glob("dreamfactory-*.zip"))[:-keep]:
        old.unlink()


def restore_backup(archive: Path) -> Figures:
    """Put what a backup holds in the place of all that the database has; return what is in it now."""
    with tempfile.TemporaryDirectory() as scratch:
        content, figures = _unpack(archive, Path(scratch))
        {"sqlite": _restore_sqlite, "postgresql": _restore_postgresql}[connection.vendor](content)
    found = _count(_ask_database)
    if found != figures:
        raise BackupRefused(f"It was restored, but holds {found}, where the backup was made of {figures}.")
    return found


def _unpack(archive: Path, folder: Path) -> tuple[Path, Figures]:
    name = CONTENT[connection.vendor]
    try:
        with ZipFile(archive) as pack:
            manifest = json.loads(pack.read(MANIFEST))
            content = Path(pack.extract(name, folder))
    except (OSError, BadZipFile, KeyError, ValueError) as problem:
        raise BackupRefused(f"{archive} is no backup of a {connection.vendor} database: {problem}") from problem
    if _hash(content) != manifest["sha256"]:
        raise BackupRefused(f"{archive} is damaged: it does not hold what was put into it.")
    return content, manifest["figures"]


def _copy_sqlite(content: Path) -> Figures:
    connection.ensure_connection()
    with closing(sqlite3.connect(content)) as copy:
        connection.connection.backup(copy)
        # One file is all there is of a backup: nothing of it may lie in a log beside it.
        copy.execute("PRAGMA journal_mode=DELETE")
        return _count(lambda question: copy.execute(question).fetchone()[0])


def _restore_sqlite(content: Path) -> None:
    connection.ensure_connection()
    with closing(sqlite3.connect(content)) as copy:
        if copy.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise BackupRefused("The database in it is damaged.")
        copy.backup(connection.connection)


def _dump_postgresql(content: Path) -> Figures:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
        # The dump sees the very moment that is counted here.
        cursor.execute("SELECT pg_export_snapshot()")
        (snapshot,) = cursor.fetchone()
        _run("pg_dump", "--format=custom", f"--snapshot={snapshot}", f"--file={content}")
        return _count(_ask_database)


def _restore_postgresql(content: Path) -> None:
    """Empty the database and fill it in one transaction, so that what was there stays where anything fails."""
    emptying, filling = content.with_name("emptying.sql"), content.with_name("filling.sql")
    emptying.write_text(EMPTYING)
    _run("pg_restore", "--no-owner", f"--file={filling}", str(content), on_database=False)
    _spare_old_server(filling)
    whole = ("--no-psqlrc", "--quiet", "--set=ON_ERROR_STOP=1", "--single-transaction")
    _run("psql", *whole, f"--file={emptying}", f"--file={filling}")


def _spare_old_server(filling: Path) -> None:
    """Make a comment of what only newer servers know: Debian's client programs may be newer than the server."""
    if connection.pg_version >= 170000:  # type: ignore[attr-defined]
        return
    with filling.open("r+b") as script:
        found = script.read(HEAD).find(NEW_IN_17)
        if found >= 0:
            script.seek(found + 1)
            script.write(b"--")


def _run(program: str, *arguments: str, on_database: bool = True) -> None:
    """Run one of PostgreSQL's programs on our database; the password does not show among the processes."""
    found = connection.get_connection_params()
    database = f"--dbname={make_conninfo(**{name: found[name] for name in PLACE if name in found})}"
    environment = {**os.environ, "PGPASSWORD": found.get("password", "")}
    command = [program, *([database] if on_database else []), *arguments]
    try:
        subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    except FileNotFoundError as problem:
        raise BackupRefused(f"{program} is not installed; it comes with PostgreSQL's client programs.") from problem
    except subprocess.CalledProcessError as problem:
        raise BackupRefused(f"{program} failed: {problem.stderr.strip()}") from problem


def _ask_database(question: str) -> Any:
    with connection.cursor() as cursor:
        cursor.execute(question)
        return cursor.fetchone()[0]


def _count(ask: Callable[[str], Any]) -> Figures:
    return {name: int(ask(question)) for name, question in FIGURES.items()}


def _hash(file: Path) -> str:
    with file.open("rb") as content:
        return hashlib.file_digest(content, "sha256").hexdigest()
