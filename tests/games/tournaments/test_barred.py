"""Who may not play just now is paired by no tournament, and comes back by themselves."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from accounts.models import Sanction, User
from accounts.sanctions.services.sanctions import impose, lift
from games.models import Entrant, Tournament
from games.play.refusals import BarredFromRated
from games.tournaments.services.entering import come_back
from games.tournaments.services.rounds import run_due
from tests.games.conftest import People
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest

pytestmark = pytest.mark.django_db


def barred(user: User, kind: str) -> Sanction:
    root = User.objects.create_superuser("root", "root@example.org", "a long sentence")
    return impose(actor=root, user=user, kind=kind, reason="cheating", message="cheating")


def plays(made: Tournament, name: str) -> bool:
    return latest(made).seats.filter(entrant__user__username=name).exists()


def test_who_is_banned_is_replaced_by_an_ai(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=3)
    first = begin(made)
    barred(people("p1"), "ban")
    finish_round(first)
    assert not plays(made, "p1")


@pytest.mark.parametrize("kind", ["ban", "unrated"])
def test_who_is_barred_before_the_beginning_is_not_paired(people: People, tournament: Tournaments, kind: str) -> None:
    made = tournament(entrants=5, rated=True)
    barred(people("p1"), kind)
    begin(made)
    assert (plays(made, "p1"), plays(made, "p2")) == (False, True)


def test_with_too_few_who_may_play_it_is_called_off(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=2, rated=True)
    barred(people("p1"), "unrated")
    Tournament.objects.update(starts_at=timezone.now() - timedelta(minutes=1), rounds=1)
    run_due()
    made.refresh_from_db()
    assert made.status == Tournament.Status.CALLED_OFF


def test_a_round_that_is_paired_already_is_paired_anew_without_them(
    people: People, tournament: Tournaments, django_capture_on_commit_callbacks: Callable[..., Any]
) -> None:
    made = tournament(entrants=5, rated=True, pause_seconds=600)
    finish_round(begin(made))
    assert plays(made, "p1")
    with django_capture_on_commit_callbacks(execute=True):
        sanction = barred(people("p1"), "unrated")
    assert not plays(made, "p1")
    with pytest.raises(BarredFromRated):
        come_back(tournament_id=made.pk, user=people("p1"))
    lift(actor=sanction.made_by, sanction_id=sanction.pk, why="w")
    come_back(tournament_id=made.pk, user=people("p1"))
    assert plays(made, "p1")


def test_no_rated_play_keeps_nobody_from_a_casual_one(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=5)
    barred(people("p1"), "unrated")
    begin(made)
    assert plays(made, "p1")
    assert not Entrant.objects.filter(is_away=True).exists()
