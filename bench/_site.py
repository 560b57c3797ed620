"""A database of its own for a benchmark, in a folder that is thrown away."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def own_database() -> Iterator[None]:
    """Set Django up on an empty, migrated SQLite file; several benchmarks of one run do not meet."""
    with tempfile.TemporaryDirectory() as folder:
        path = str(Path(folder) / "bench.sqlite3")
        os.environ["DATABASE_URL"] = f"sqlite:///{path}"
        os.environ["AI_PAUSE_SECONDS"] = "3600,3600"
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
        import django

        django.setup()
        from django.core.cache import cache
        from django.core.management import call_command
        from django.db import connection

        connection.close()
        connection.settings_dict["NAME"] = path
        cache.clear()
        call_command("migrate", verbosity=0)
        yield
        connection.close()
