"""The simulated day sees nothing wrong with the site as it is, and every bug that is planted in it."""

from collections.abc import Iterator

import pytest

from tests.day.plants import PLANTS
from tests.day.running import play_day
from tests.lengths import how_many

DAYS = how_many(short=2, long=200)
# Each of them has been seen by all days so far; a few more are tried before a plant counts as unseen.
# Most bugs are seen on the first day; one that needs two workers at the same moment may take some more.
DAYS_TO_SEE = 60


@pytest.fixture(autouse=True)
def own_database(django_db_blocker, settings) -> Iterator[None]:
    """A day has a database in memory; nothing of the tests' own is touched."""
    settings.SWEEP_SECONDS = 900.0
    with django_db_blocker.unblock():
        yield


@pytest.mark.parametrize("number", range(DAYS))
def test_a_day_with_a_bus_that_cannot_be_trusted_goes_well(number: int) -> None:
    assert play_day(f"day/{number}") == []


@pytest.mark.parametrize("words", PLANTS)
def test_a_planted_bug_is_seen(words: str) -> None:
    with PLANTS[words]():
        assert any(play_day(f"plant/{number}", ends_early=True) for number in range(DAYS_TO_SEE))
