"""A whole tournament between AI accounts, killed twice in the middle: everything comes exactly once."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.engine.small_edition import small_edition
from tests.lengths import LONG
from tests.processes import ROOT, clean_environment

# Entrants, rounds and seats, and after how many matches the process is killed each time. AIs fill two of the seats.
ENTRANTS, ROUNDS, SEATS = (62, 6, 4) if LONG else (13, 2, 3)
KILLED_AFTER = (20, 45) if LONG else (2, 3)
EDITION = "dream-factory-2009" if LONG else "small"  # whose matches are soon over


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "editions").mkdir()
    (tmp_path / "editions" / "small.json").write_text(json.dumps(small_edition()))
    places = {"DATABASE_URL": f"sqlite:///{tmp_path / 'trial.sqlite3'}", "EDITIONS_DIR": str(tmp_path / "editions")}
    return clean_environment() | places | {"DEMO": "false"}


def trial(environment: dict[str, str], killed_after: int | None = None) -> list[str]:
    """Run it, to its end or until so many matches are over; then it dies without a word."""
    asked = ["--entrants", str(ENTRANTS), "--rounds", str(ROUNDS), "--seats", str(SEATS), "--edition", EDITION]
    command = [sys.executable, "-u", "manage.py", "tournament_trial", *asked]
    told: list[str] = []
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        for line in process.stdout:
            told.append(line.strip())
            if len(told) == killed_after:
                process.kill()
    return told


def test_a_tournament_survives_two_restarts_in_the_middle(environment: dict[str, str]) -> None:
    migrate = [sys.executable, "manage.py", "migrate", "--verbosity", "0"]
    subprocess.run(migrate, cwd=ROOT, env=environment, check=True)
    first, second, last = (trial(environment, stop) for stop in (*KILLED_AFTER, None))
    report = json.loads(last[-1])
    tables = -(-ENTRANTS // SEATS)
    assert report == {
        "status": "finished",
        "rounds": ["over"] * ROUNDS,
        "matches": tables * ROUNDS,
        "tables": tables * ROUNDS,
        "finished": tables * ROUNDS,
        "sealed": 0,
        "seats_a_round": [ENTRANTS],
        "met_again": 0,
        "deals_a_round": [1],
        "wrong_points": 0,
    }
    # No match was played twice, whatever the stops cut off; one may have ended without a line of its own.
    over = [line for line in (*first, *second, *last) if line.startswith("over")]
    assert len(over) == len(set(over)) <= tables * ROUNDS
