"""Many look, stop and are brought together in the same moment: everybody is seated once. Also on PostgreSQL."""

from contextlib import suppress
from typing import Any

import pytest

from accounts.models import User
from games.lobby.seek.services import call_off_unready, pair_up, start_seek, stop_seek
from games.models import Match, Seat, Seek
from games.play.refusals import ActionRefused
from tests.games.conftest import People
from tests.races import together
from tests.servers import repeat_on_postgresql

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 12


def look(user: User, *sizes: int) -> None:
    start_seek(user=user, sizes=list(sizes), decision_seconds=90)


def everybody_sits_once() -> None:
    """Nobody at two tables, nobody paired without a seat, no table with a hole."""
    seated = list(Seat.objects.exclude(user=None).values_list("user", flat=True))
    assert len(seated) == len(set(seated))
    paired = Seek.objects.filter(status=Seek.Status.PAIRED).exclude(match__status=Match.Status.DISSOLVED)
    assert set(paired.values_list("user", flat=True)) == set(seated)
    assert not Seat.objects.filter(user=None).exists()


def test_a_crowd_that_looks_at_once_is_paired_to_the_last(people: People) -> None:
    crowd = [people(f"person-{number}") for number in range(CROWD)]
    together(lambda user=user: look(user, 2) for user in crowd)
    pair_up()  # what the sweep does
    everybody_sits_once()
    assert Match.objects.count() == CROWD // 2


def test_several_who_pair_at_once_seat_everybody_once(people: People, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as alone:
        alone.setattr("games.lobby.seek.services.pair_up", list)
        for number in range(CROWD):
            look(people(f"person-{number}"), 3, 4)
    together([pair_up] * 4)
    everybody_sits_once()
    assert Match.objects.count() == CROWD // 4


def test_who_stops_while_being_paired_is_stopped_or_paired_but_not_both(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    look(ada, 2)
    together([lambda: look(grace, 2), lambda: stop_seek(user=ada), pair_up])
    pair_up()
    stages = set(Seek.objects.values_list("status", flat=True))
    assert stages in ({Seek.Status.PAIRED}, {Seek.Status.STOPPED, Seek.Status.WAITING})
    everybody_sits_once()


def test_a_double_click_looks_once(people: People) -> None:
    ada = people("ada")
    together([lambda: look(ada, 2)] * 4)
    assert Seek.objects.filter(status=Seek.Status.WAITING).count() == 1


def test_a_table_is_called_off_once(people: People, settings: Any) -> None:
    for name in ("ada", "grace"):
        look(people(name), 2)
    settings.SEEK_READY_SECONDS = -1
    with suppress(ActionRefused):
        together([call_off_unready] * 3)
    assert Match.objects.filter(status=Match.Status.DISSOLVED).count() == 1
    assert Seek.objects.filter(status=Seek.Status.MISSED).count() == 2


def test_the_same_races_on_postgresql(postgres_url: str) -> None:
    repeat_on_postgresql(postgres_url, __file__)
