"""The ledger: a small file beside an SQLite database that knows how far its matches had come.

Whoever copies the database's file alone, while the site runs, leaves behind what still lies in the log beside it. That
copy is whole in itself, only older; nothing inside of it can tell. Laid in the place of the original it is found out;
elsewhere all that can be told is that nobody knows.
"""

import json
import logging
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.db import connection

from games.models import Sample
from games.play.verification import site_check

logger = logging.getLogger(__name__)


class EntryLedger(NamedTuple):
    """Which database it is about, by when it was made, and how many entries were ever stored in it."""

    database: str
    entries: int


def ledger_file() -> Path | None:
    """Return where the ledger lies; other databases have no file that could be copied by mistake."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor != "sqlite" or "memory" in name:
        return None
    return Path(f"{name}-ledger.json")


def keep_ledger() -> None:
    """Write down how far the database has come, if that is further than what is known: called by every sweep."""
    file = ledger_file()
    if file is None:
        return
    now, known = _look(), read_ledger(file)
    if known is None or known.database != now.database:
        if now.entries:
            logger.warning("%s begins with %s entries: whether more were stored, nobody knows", file.name, now.entries)
        write_ledger(file, now)
    elif known.entries < now.entries:
        write_ledger(file, now)


def begin_ledger_anew() -> None:
    """Accept the database as it is, though it is an older one: somebody restored a backup on purpose."""
    file = ledger_file()
    if file is not None:
        write_ledger(file, _look())


@site_check("I1")
def the_database_has_its_tail() -> Iterator[str]:
    """Check that no entry is missing at the end that was stored before.

    Every sweep keeps the ledger: where one was made, and there is none, this is a copy of a file that lies elsewhere.
    """
    file = ledger_file()
    if file is None:
        return
    known, now = read_ledger(file), _look()
    if known is None or known.database != now.database:
        if now.entries and Sample.objects.exists():
            yield f"nobody can tell whether the database has its tail: its ledger is not beside it ({file.name})"
    elif known.entries > now.entries:
        missing = known.entries - now.entries
        yield f"the database lacks its tail: {known.entries} entries were stored, and the last {missing} are not there"


def read_ledger(file: Path) -> EntryLedger | None:
    """Return what is known; nothing where there is no ledger, or none that can be read."""
    try:
        return EntryLedger(**json.loads(file.read_text()))
    except (OSError, ValueError, TypeError):
        return None


def write_ledger(file: Path, ledger: EntryLedger) -> None:
    """Write it whole or not at all, and for nobody else to read."""
    unfinished = file.with_name(f"{file.name}.{os.getpid()}")
    unfinished.touch(mode=0o600)
    unfinished.write_text(json.dumps(ledger._asdict()))
    unfinished.replace(file)


def _look() -> EntryLedger:
    """Ask SQLite, which never gives a number twice, how many it has given."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT min(applied) FROM django_migrations")
        (made,) = cursor.fetchone()
        cursor.execute("SELECT coalesce(max(seq), 0) FROM sqlite_sequence WHERE name = 'games_playedmove'")
        (entries,) = cursor.fetchone()
    return EntryLedger(str(made), entries)
