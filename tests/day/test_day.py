"""The simulated day sees nothing wrong with the site as it is, and every bug that is planted in it."""

import re
import subprocess
import sys
from collections.abc import Iterator

import pytest

from tests.day.plants import PLANTS
from tests.day.running import play_day
from tests.lengths import how_many
from tests.processes import ROOT, clean_environment

DAYS = how_many(short=2, long=200)
# Days are the same whenever they are played, and the first one sees every plant; a change of the site may shuffle what
# happens on it, so a few more are tried before a plant counts as unseen.
DAYS_TO_SEE = 4


@pytest.fixture(autouse=True)
def own_database(django_db_blocker, settings) -> Iterator[None]:
    """A day has a database in memory; nothing of the tests' own is touched."""
    settings.SWEEP_SECONDS = 900.0
    with django_db_blocker.unblock():
        yield


@pytest.mark.parametrize("number", range(DAYS))
def test_a_day_with_a_bus_that_cannot_be_trusted_goes_well(number: int) -> None:
    assert play_day(f"day/{number}") == []


def test_a_seed_gives_the_same_day_in_any_process() -> None:
    """Two processes that hash differently live the same morning to the last moment, move and mail."""
    command = [sys.executable, "-m", "tests.day", "--seed", "7", "--diary", "3"]
    running = [
        subprocess.Popen(command, cwd=ROOT, env=clean_environment() | {"PYTHONHASHSEED": seed}, stdout=subprocess.PIPE)
        for seed in ("1", "2")
    ]
    first, second = (process.communicate()[0].decode().splitlines() for process in running)
    assert len(first) > 50
    assert first == second


@pytest.mark.parametrize("words", PLANTS)
def test_a_planted_bug_is_seen_for_what_it_is(words: str) -> None:
    plant, seen = PLANTS[words]
    with plant():
        days = (play_day(f"plant/{number}", until=seen) for number in range(DAYS_TO_SEE))
        assert any(re.search(seen, problem) for day in days for problem in day)
