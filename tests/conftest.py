"""What all tests share."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from unittest.mock import patch

import pytest
from asgiref.testing import ApplicationCommunicator
from channels.layers import channel_layers
from channels.testing import WebsocketCommunicator
from django.conf import settings as site
from django.core.cache import cache
from django.core.management.commands import flush
from django.core.management.sql import emit_post_migrate_signal
from django.db import connections, transaction
from django.db.backends.sqlite3.base import DatabaseOperations
from hypothesis import settings
from kombu.transport.memory import Channel

from accounts.staff import announcements
from accounts.staff.append_only import guards, lifting
from config.breaker import redis_breaker
from games.engine import setup
from games.moderation.services import filters
from games.operations.ledger import ledger_file
from games.play.selectors import maintenance
from games.render_cache import part_cache, table_cache
from tests.lengths import LONG
from tests.servers import postgres_url, valkey_url
from tests.waiting import PATIENCE

__all__ = ["postgres_url", "valkey_url"]

# Everybody tries what CI tries: no example has to be quick, and what fails by its example fails again. The long form
# draws new ones each time.
settings.register_profile("everywhere", settings.get_profile("ci"), derandomize=not LONG)
settings.load_profile("everywhere")

# A socket answers as soon as the machine lets it: the second that the library waits is too short for a busy one.
for wait in (ApplicationCommunicator.wait, ApplicationCommunicator.receive_output):
    wait.__defaults__ = (PATIENCE,)
for wait in (WebsocketCommunicator.connect, WebsocketCommunicator.receive_from):
    wait.__defaults__ = (PATIENCE,)
WebsocketCommunicator.disconnect.__defaults__ = (1000, PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the tests that share a server in one worker, and those in a browser last: its loop stays in their thread."""
    items.sort(key=lambda item: "tests/browser/" in item.nodeid)
    for item in items:
        if {"postgres_url", "valkey_url"} & set(getattr(item, "fixturenames", ())):
            item.add_marker(pytest.mark.xdist_group("servers"))


@pytest.fixture(scope="session")
def django_db_modify_db_settings(
    tmp_path_factory: pytest.TempPathFactory, django_db_modify_db_settings_parallel_suffix: None
) -> None:
    """Give every run a database file of its own: threads share it as in play, and two runs do not meet."""
    database = site.DATABASES["default"]
    if database["ENGINE"] == "django.db.backends.sqlite3":
        database.setdefault("TEST", {})["NAME"] = str(tmp_path_factory.mktemp("database") / "test.sqlite3")


@pytest.fixture(autouse=True)
def deal_the_same_again(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Give every test deals of its own, and the same ones each time: what fails by its deal fails again."""
    monkeypatch.setattr(setup, "secrets", SimpleNamespace(token_bytes=Random(request.node.nodeid).randbytes))


@pytest.fixture(autouse=True)
def forget_the_ledger() -> Iterator[None]:
    """Let no test find a ledger of what another has rolled back."""
    yield
    file = ledger_file()
    if file is not None and file.name.startswith("test"):  # before the first test with a database it is the site's own
        with suppress(FileNotFoundError):
            os.remove(file)


@pytest.fixture(scope="session", autouse=True)
def empty_the_trace_too() -> Iterator[None]:
    """Let SQLite empty all tables after a test, the trace among them, which otherwise nobody can."""
    flush = DatabaseOperations.sql_flush

    def open_flush_close(self, style, tables, **kwargs):
        trace = "accounts_staffact"
        around = (lifting, guards) if trace in tables else ()
        first, last = [list(statements(self.connection, trace)) for statements in around] or ([], [])
        return [*first, *flush(self, style, tables, **kwargs), *last]

    with patch.object(DatabaseOperations, "sql_flush", open_flush_close):
        yield


@pytest.fixture(scope="session", autouse=True)
def put_back_what_migrations_leave() -> Iterator[None]:
    """Put roles and permissions back as they were after SQLite was emptied: making them anew takes 80 ms each time."""
    left: list[tuple[str, list[tuple[Any, ...]]]] = []

    def put_back(verbosity: int, interactive: bool, db: str, **options: Any) -> None:
        if left:
            _insert(db, left)
            return
        emit_post_migrate_signal(verbosity, interactive, db, **options)
        if connections[db].vendor == "sqlite":
            left.extend(_all_rows(db))

    with patch.object(flush, "emit_post_migrate_signal", put_back):
        yield


def _all_rows(db: str) -> Iterator[tuple[str, list[tuple[Any, ...]]]]:
    with connections[db].cursor() as cursor:
        for table in connections[db].introspection.django_table_names(only_existing=True, include_views=False):
            if rows := cursor.execute(f"SELECT * FROM {table}").fetchall():
                yield table, rows


def _insert(db: str, left: list[tuple[str, list[tuple[Any, ...]]]]) -> None:
    with transaction.atomic(db), connections[db].cursor() as cursor:
        for table, rows in left:
            # A server that runs beside the tests may have been quicker to put back what it needs.
            cursor.executemany(f"INSERT OR IGNORE INTO {table} VALUES ({', '.join(['%s'] * len(rows[0]))})", rows)


@pytest.fixture(autouse=True)
def empty_cache_and_bus() -> None:
    """Let no test see what another one cached, drew or sent: a database that was rolled back counts anew."""
    cache.clear()
    channel_layers.backends.clear()
    Channel.queues.clear()  # tasks nobody took, too: one that has expired would use up another's turn
    table_cache.clear()
    part_cache.clear()
    redis_breaker.close()


@pytest.fixture(autouse=True)
def what_all_pages_share_is_asked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let counted queries be the same on a slow machine: what is kept for seconds is kept for the test."""
    for module in (announcements, maintenance, filters):
        monkeypatch.setattr(module, "KEPT_SECONDS", 60 * 60)


@pytest.fixture(autouse=True)
def late_is_late(settings: Any) -> None:
    """Give nobody time after their deadline, but where a test is about that."""
    settings.GRACE_MINUTES = 0


@pytest.fixture(autouse=True)
def nobody_looks_for_problems(settings: Any) -> None:
    """Start no process beside the tests, but where a test is about that."""
    settings.PROBLEM_SEARCH = False


@pytest.fixture(scope="session")
def project() -> Path:
    """The folder of the project."""
    return Path(site.BASE_DIR)
