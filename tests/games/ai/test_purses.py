"""Purses counted from the public log are the true ones, whatever is played."""

from random import Random

import pytest

from games.ai.purses import count_purses
from games.engine import Setup, acting, deal, load_edition, options, perform, start
from tests.games.engine.tables import EDITIONS


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("edition", EDITIONS)
def test_the_log_gives_every_purse_at_every_moment(edition, seats):
    known, dice = load_edition(edition), Random(f"purses/{edition}/{seats}")
    for _ in range(5):
        state, log = start(Setup(known, known.studios[:seats], 0, deal(known, dice.randbytes(32)))), []
        while acting(state) is not None:
            events = []
            perform(state, dice.choice(options(state)[:6]), events)
            if any(event.to_json()["event"] == "lot_won" for event in events):
                log += [event.to_json() for event in events]
                assert count_purses(known, seats, log) == tuple(state.money)
        assert len(log) > 24
