"""Rounds go on by themselves, each exactly once."""

from collections import Counter

import pytest

from games.models import Entrant, Match, RoundSeat, RoundTable, Seat, Tournament, TournamentRound
from games.tournaments.services.closing import close_round
from games.tournaments.services.rounds import begin_round, follow_result, run_due, start
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest, matches_of

pytestmark = pytest.mark.django_db


def test_a_tournament_is_played_from_its_first_round_to_its_last(tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=2)
    first = begin(made)
    assert (made.status, first.number, first.status) == ("running", 1, "running")
    assert [match.status for match in matches_of(first)] == ["running", "running"]
    finish_round(first)
    second = latest(made)
    assert second.number == 2
    run_due()
    finish_round(latest(made))
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert made.round_set.filter(status=TournamentRound.Status.OVER).count() == 2


def test_everybody_sits_at_one_table_of_a_round(tournament: Tournaments) -> None:
    first = begin(tournament(entrants=13))
    people = Counter(seat.user_id for seat in Seat.objects.filter(match__tournament_table__round=first) if seat.user_id)
    assert len(people) == 13
    assert set(people.values()) == {1}
    assert [match.seats.exclude(ai_level="").count() for match in matches_of(first)] == [0, 1, 1, 1]


def test_what_is_asked_for_twice_is_done_once(tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=3)
    first = begin(made)
    for _time in range(3):
        start(tournament_id=made.pk)
        begin_round(round_id=first.pk)
        run_due()
    assert Match.objects.count() == 2
    matches = finish_round(first)
    before = list(RoundSeat.objects.filter(round=first).order_by("pk").values())
    for match in matches:
        follow_result(match_id=match.pk)
    close_round(round_id=first.pk)
    assert list(RoundSeat.objects.filter(round=first).order_by("pk").values()) == before
    assert made.round_set.count() == 2
    assert RoundTable.objects.count() == 4


def test_a_round_waits_for_its_last_table(tournament: Tournaments) -> None:
    made = tournament(entrants=8)
    first = begin(made)
    finish_round(first, but=1)
    assert latest(made) == first
    finish_round(first)
    assert latest(made).number == 2


def test_a_tournament_with_too_few_is_called_off(tournament: Tournaments) -> None:
    made = tournament(entrants=1, starts_at=None) if False else tournament(entrants=1)
    Tournament.objects.update(starts_at=made.created_at)
    run_due()
    made.refresh_from_db()
    assert made.status == Tournament.Status.CALLED_OFF


def test_points_follow_from_the_places_at_a_table(tournament: Tournaments) -> None:
    first = begin(tournament(entrants=4))
    finish_round(first)
    for seat in RoundSeat.objects.filter(round=first).select_related("table__match"):
        own = Seat.objects.get(match=seat.table.match, number=seat.number)
        others = Seat.objects.filter(match=seat.table.match).exclude(pk=own.pk)
        beaten, tied = others.filter(place__gt=own.place).count(), others.filter(place=own.place).count()
        assert (seat.score, seat.place, seat.half_points) == (own.score, own.place, 2 * beaten + tied)


def test_whoever_vanished_is_not_paired_again_before_they_are_back(tournament: Tournaments) -> None:
    from games.tournaments.services.entering import come_back

    made = tournament(entrants=8, rounds=4, pause_seconds=600)
    first = begin(made)
    gone = Seat.objects.filter(match__tournament_table__round=first).exclude(user=None)[0]
    Seat.objects.filter(pk=gone.pk).update(stood_in_since=made.created_at)
    finish_round(first)
    second = latest(made)
    assert Entrant.objects.get(user=gone.user_id).is_away
    assert not second.seats.filter(entrant__user=gone.user_id).exists()
    assert second.seats.exclude(entrant=None).count() == 7
    come_back(tournament_id=made.pk, user=gone.user)
    assert latest(made).seats.exclude(entrant=None).count() == 8
