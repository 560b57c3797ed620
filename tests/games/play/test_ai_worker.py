"""AI matches through real services and a worker in a process of its own, against PostgreSQL and Valkey.

They are matches of a small edition, so that they are soon over. `make bench ARGS=ai_matches` plays 200 of a usual one.
"""

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, LiteralString

import psycopg
import pytest
from honcho.environ import parse_procfile

from tests.games.engine.small_edition import small_edition
from tests.lengths import how_many
from tests.processes import ROOT, clean_environment, started
from tests.servers import migrated_database
from tests.waiting import wait_until

MATCHES = how_many(short=3, long=12)
ENDED_WITHIN = how_many(short=240, long=960)  # seconds; usually ten or forty


@pytest.fixture
def environment(postgres_url: str, valkey_url: str, tmp_path: Path) -> Iterator[dict[str, str]]:
    """A database of its own on the shared server, and an edition in which matches are short."""
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "small.json").write_text(json.dumps(small_edition()))
    with migrated_database(postgres_url, "machines") as url:
        yield {
            "DATABASE_URL": url,
            "REDIS_URL": f"{valkey_url.rstrip('/0')}/5",
            "EDITIONS_DIR": str(tmp_path / "editions"),
            "SECRET_KEY": "a key that is long enough for the length of a test only",
            "SWEEP_SECONDS": "1",
            "THINKING_SECONDS": "5",
            "WORKERS": "2",
        }


def run(environment: dict[str, str], *command: str) -> str:
    done = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env=clean_environment() | environment,
        capture_output=True,
        text=True,
        timeout=ENDED_WITHIN,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def look(environment: dict[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run(environment, "-m", "tests.ai_matches", "look"))
    return found


def test_matches_of_ais_end_and_are_sound_though_the_worker_is_killed(
    environment: dict[str, str], tmp_path: Path, project: Path
) -> None:
    commands = parse_procfile((project / "Procfile").read_text()).processes
    with ExitStack() as stack:
        database = stack.enter_context(psycopg.connect(environment["DATABASE_URL"], autocommit=True))

        def count(what: LiteralString) -> int:
            row = database.execute("SELECT count(*) FROM " + what).fetchone()
            return int(row[0]) if row else 0

        worker = stack.enter_context(started(commands["worker"], tmp_path / "worker", **environment))
        stack.enter_context(started(commands["beat"], tmp_path / "beat", **environment))
        worker.wait_for("ready")
        run(environment, "-m", "tests.ai_matches", "open", "small", str(MATCHES - 1), "trainee", "director")
        run(environment, "-m", "tests.ai_matches", "open", "small", "1", "producer", "assistant")
        wait_until(lambda: count("games_playedmove") > 30, "thirty moves")
        worker.stop(signal.SIGKILL)
        again = stack.enter_context(started(commands["worker"], tmp_path / "again", **environment))
        running = "games_match WHERE status = 'running'"
        wait_until(lambda: not count(running), "the end of all matches", ENDED_WITHIN)
        found = look(environment)
        again.stop()
        assert (found["over"], found["failures"]) == (MATCHES, 0)
        assert f"{MATCHES} checked, 0 broken" in run(environment, "manage.py", "verify", "--all")
