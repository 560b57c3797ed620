"""The demonstration: made once, and each match stands where it has something to show."""

import pytest

from accounts.models import Letter, User
from games.demo.matches import DEMO_NAME, make_demo
from games.engine.state import AUCTION, PARTY, PLACING
from games.models import Match

pytestmark = pytest.mark.django_db


def test_each_match_waits_for_the_demonstrations_player_at_its_moment_and_nobody_is_written_to() -> None:
    assert make_demo()
    running = Match.objects.filter(status=Match.Status.RUNNING).order_by("pk")
    assert [match.read_state().phase for match in running] == [AUCTION, PLACING, PARTY]
    for match in running:
        assert match.seats.get(number=match.turn_seat).user.username == DEMO_NAME
    assert Match.objects.filter(status=Match.Status.FINISHED).count() == 2
    assert not Letter.objects.exists()

    everybody = User.objects.count()
    assert not make_demo()
    assert User.objects.count() == everybody
