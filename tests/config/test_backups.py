"""A backup is made while the site runs, lacks nothing, and comes back whole."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import psycopg
import pytest

from tests.post_office import PostOffice, post_office
from tests.processes import ROOT, clean_environment
from tests.servers import client_programs, migrated_database, serve_postgres, wheel

__all__ = ["post_office"]
pytestmark = pytest.mark.xdist_group("servers")  # one of them needs PostgreSQL; the others share what is migrated
LATE_MATCH = "UPDATE games_match SET title = 'the latest of all' WHERE id = (SELECT max(id) FROM games_match)"
ASLEEP = "DELETE FROM games_heartbeat"
ONE_MORE = """
    INSERT INTO games_playedmove (match_id, number, seat, entry, events, key, by_ai, forced, by_order, played_at)
    SELECT match_id, number + 1, seat, entry, events, '', by_ai, forced, by_order, played_at
    FROM games_playedmove ORDER BY id DESC LIMIT 1
"""
# As an upgrade makes one: what leans on a table of the backup.
NEWER_TABLE = "CREATE TABLE games_of_a_later_version (match_id bigint REFERENCES games_match (id))"
SWEEP = ("shell", "-c", "from games.tasks import sweep; sweep()")


def manage(url: str, *arguments: str, **settings: str) -> "subprocess.CompletedProcess[str]":
    """Run one of our commands on a database of the test's own."""
    known = clean_environment()
    path = f"{client_programs()}{os.pathsep}{known['PATH']}"
    environment = {**known, "DATABASE_URL": url, "PATH": path, **settings}
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An SQLite database with nobody in it, to be copied while nobody has it open."""
    file = tmp_path_factory.mktemp("migrated") / "db.sqlite3"
    run(f"sqlite:///{file}", "migrate")
    return file


@pytest.fixture
def small(migrated: Path, tmp_path: Path) -> str:
    shutil.copy(migrated, tmp_path)
    return f"sqlite:///{tmp_path}/db.sqlite3"


@pytest.fixture(scope="module")
def demonstrated(migrated: Path) -> Path:
    """An SQLite database with the demonstration in it, to be copied in the same way."""
    file = Path(shutil.copy(migrated, migrated.with_name("demonstrated.sqlite3")))
    run(f"sqlite:///{file}", "demo")
    return file


@pytest.fixture
def played(demonstrated: Path, tmp_path: Path) -> str:
    return f"sqlite:///{shutil.copy(demonstrated, tmp_path / 'db.sqlite3')}"


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest) -> Iterator[str]:
    """A database with the demonstration in it."""
    if request.param == "sqlite":
        yield request.getfixturevalue("played")
        return
    with migrated_database(request.getfixturevalue("postgres_url"), "rehearsal") as url:
        run(url, "demo")
        yield url


def run(url: str, *arguments: str) -> str:
    done = manage(url, *arguments)
    assert done.returncode == 0, done.stderr + done.stdout
    return done.stdout.strip()


def tell(url: str, *orders: str) -> None:
    """Change the database, as a running site does."""
    if url.startswith("sqlite"):
        with closing(sqlite3.connect(url.removeprefix("sqlite:///"))) as connection, connection:
            for order in orders:
                connection.execute(order)
        return
    with psycopg.connect(url) as connection:
        for order in orders:
            connection.execute(order)


def test_a_rehearsal_of_backup_and_restore(url: str, tmp_path: Path) -> None:
    tell(url, LATE_MATCH, ASLEEP)
    archive = run(url, "backup", str(tmp_path / "backups"))
    tell(url, ONE_MORE)
    run(url, *SWEEP)  # so that the ledger knows of more than the backup has, which is restored on purpose
    tell(url, "DELETE FROM games_playedmove", ASLEEP, NEWER_TABLE)
    assert manage(url, "verify", "--all").returncode == 1
    refused = manage(url, "restore", archive)
    assert (refused.returncode, "--replace" in refused.stderr) == (1, True)
    assert "0 broken" in run(url, "restore", archive, "--replace")
    assert figures_of(run(url, "backup", str(tmp_path / "again"))) == figures_of(archive)
    tell(url, NEWER_TABLE)  # which could not be made were it still there


def figures_of(archive: str) -> dict[str, int]:
    with ZipFile(archive) as pack:
        figures: dict[str, int] = json.loads(pack.read("manifest.json"))["figures"]
    assert figures["entries"] == figures["entries by the matches"] > 0
    return figures


def test_client_programs_may_be_newer_than_the_server(old_postgres_url: str, tmp_path: Path) -> None:
    newest = max(wheel().glob("pginstall*/bin"))
    path = {"PATH": f"{newest}{os.pathsep}{os.environ['PATH']}"}
    run(old_postgres_url, "migrate")
    made = manage(old_postgres_url, "backup", str(tmp_path), **path)
    assert made.returncode == 0, made.stderr
    restored = manage(old_postgres_url, "restore", made.stdout.strip(), **path)
    assert restored.returncode == 0, restored.stderr


@pytest.fixture
def old_postgres_url() -> Iterator[str]:
    """A server of the oldest version that the wheel holds, which is older than 17."""
    yield from serve_postgres(min(wheel().glob("pginstall*/bin")))


def test_what_still_lies_in_the_log_beside_the_file_is_in_the_backup(small: str, tmp_path: Path) -> None:
    """A plain copy of the file lacks it, as long as anybody holds the database open."""
    with closing(sqlite3.connect(small.removeprefix("sqlite:///"))) as held:
        held.execute("PRAGMA wal_autocheckpoint=0")
        held.execute("INSERT INTO games_heartbeat (beat_at) VALUES ('2001-02-03 04:05:06')")
        held.commit()
        archive = run(small, "backup", str(tmp_path / "backups"))
    with ZipFile(archive) as pack:
        content = pack.extract("db.sqlite3", tmp_path / "out")
    with closing(sqlite3.connect(content)) as copy:
        assert copy.execute("SELECT beat_at FROM games_heartbeat").fetchall() == [("2001-02-03 04:05:06",)]


def test_a_damaged_backup_and_one_that_lacks_its_tail_are_refused(small: str, tmp_path: Path) -> None:
    archive = Path(run(small, "backup", str(tmp_path / "backups")))
    with ZipFile(archive) as pack:
        manifest, content = json.loads(pack.read("manifest.json")), pack.read("db.sqlite3")
    rewrite(archive, manifest, content[:-4096])
    assert "is damaged" in manage(small, "restore", str(archive)).stderr
    manifest["figures"]["newest entry"] += 1
    rewrite(archive, manifest, content)
    assert "where the backup was made of" in manage(small, "restore", str(archive)).stderr
    archive.write_text("no archive at all")
    assert "is no backup" in manage(small, "restore", str(archive)).stderr


def rewrite(archive: Path, manifest: dict[str, object], content: bytes) -> None:
    with ZipFile(archive, "w") as pack:
        pack.writestr("manifest.json", json.dumps(manifest))
        pack.writestr("db.sqlite3", content)


def test_nothing_is_restored_under_a_running_site(small: str, tmp_path: Path) -> None:
    archive = run(small, "backup", str(tmp_path / "backups"))
    tell(small, "INSERT INTO games_heartbeat (beat_at) VALUES (datetime('now'))")
    refused = manage(small, "restore", archive)
    assert (refused.returncode, "is running" in refused.stderr) == (1, True)


def test_a_plain_copy_that_lacks_its_tail_is_noticed_where_it_is_put(played: str, tmp_path: Path) -> None:
    """The file alone, copied while the site runs, is whole in itself and only older: the ledger knows more."""
    original, copy = Path(played.removeprefix("sqlite:///")), tmp_path / "copy.sqlite3"
    tell(played, "PRAGMA wal_checkpoint(TRUNCATE)")
    with closing(sqlite3.connect(original)) as held:
        held.execute("PRAGMA wal_autocheckpoint=0")
        held.execute(ONE_MORE)
        held.commit()
        shutil.copy(original, copy)  # which lacks it
        run(played, *SWEEP)
    for side in ("", "-wal", "-shm"):
        original.with_name(f"{original.name}{side}").unlink(missing_ok=True)
    shutil.copy(copy, original)
    told = manage(played, "verify", "--all")
    assert told.returncode == 1
    assert "site: I1: the database lacks its tail" in told.stdout
    assert "0 broken" in told.stdout, "every match is whole in itself"
    run(played, *SWEEP)
    assert "lacks its tail" in manage(played, "verify", "--all").stdout, "and a sweep does not hide it"


def test_a_copy_without_its_ledger_is_called_one_of_which_nobody_can_tell(played: str, tmp_path: Path) -> None:
    assert manage(played, "verify", "--all").returncode == 0, "nobody has swept, so there is no ledger yet"
    begun = manage(played, *SWEEP)
    assert "nobody knows" in begun.stderr
    assert "nobody knows" not in manage(played, *SWEEP).stderr
    assert manage(played, "verify", "--all").returncode == 0
    copy = shutil.copy(played.removeprefix("sqlite:///"), tmp_path / "copy.sqlite3")
    told = manage(f"sqlite:///{copy}", "verify", "--all")
    assert (told.returncode, "nobody can tell whether the database has its tail" in told.stdout) == (1, True)


def test_the_latest_backup_is_remembered_for_the_operator(small: str, tmp_path: Path) -> None:
    archive = Path(run(small, "backup", str(tmp_path / "backups")))
    with closing(sqlite3.connect(small.removeprefix("sqlite:///"))) as database:
        assert database.execute("SELECT name, bytes FROM games_backup").fetchall() == [
            (archive.name, archive.stat().st_size)
        ]


def test_the_newest_backups_stay_and_nothing_else_is_touched(small: str, tmp_path: Path) -> None:
    names = ["dreamfactory-20200101T000000Z.zip", "dreamfactory-20200102T000000Z.zip", "of-somebody-else.zip"]
    for name in names:
        (tmp_path / name).touch()
    archive = Path(run(small, "backup", str(tmp_path), "--keep", "2"))
    assert {file.name for file in tmp_path.glob("*.zip")} == {*names[1:], archive.name}
    refused = manage(small, "backup", str(tmp_path), "--keep", "0")
    assert (refused.returncode, "at least 1" in refused.stderr) == (1, True)


def test_administrators_are_told_that_no_backup_was_made(
    small: str, tmp_path: Path, post_office: PostOffice, settings: Any
) -> None:
    """The command is done long before a slow mail server."""
    post_office.seconds = 2.0
    mails = {"ALARM_MAILS": "ops@example.org", "EMAIL_URL": f"smtp://127.0.0.1:{settings.EMAIL_PORT}"}
    (tmp_path / "backups").touch()  # where a folder should be
    told = manage(small, "backup", str(tmp_path / "backups"), **mails)
    assert (told.returncode, "No backup was made" in told.stderr) == (1, True)
    (mail,) = post_office.mails
    assert (mail["To"], "No backup was made" in mail["Subject"]) == ("ops@example.org", True)


def test_an_older_backup_that_cannot_be_removed_is_told_and_the_new_one_is_there(small: str, tmp_path: Path) -> None:
    stuck = tmp_path / "dreamfactory-20200101T000000Z.zip"
    stuck.mkdir()  # what is no file cannot be removed like one
    told = manage(small, "backup", str(tmp_path), "--keep", "1")
    assert told.returncode == 1
    assert "It was made, but an older one could not be removed" in told.stderr
    assert "No backup was made" not in told.stderr
    assert Path(told.stdout.strip()).is_file()
