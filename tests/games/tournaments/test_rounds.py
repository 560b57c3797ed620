"""Rounds go on by themselves, each exactly once."""

from collections import Counter
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.models import Block, User
from games.models import Entrant, Maintenance, Match, RoundSeat, RoundTable, Seat, Tournament, TournamentRound
from games.play.services import deadlines
from games.play.services.ai_turns import answer
from games.tournaments.services.closing import close_round
from games.tournaments.services.entering import come_back
from games.tournaments.services.rounds import begin_round, follow_result, run_due, start
from tests.games.conftest import People
from tests.games.matches import finish
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest, matches_of
from tests.races import together

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
    made = tournament(entrants=1)
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


def test_an_ai_plays_at_once_for_whoever_is_not_there_at_a_live_start(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=4)
    long_ago = timezone.now() - timedelta(hours=2)
    User.objects.filter(username__in=["p1", "p2"]).update(seen_at=long_ago)
    Entrant.objects.filter(user__username="p1").update(seen_at=long_ago)  # p2 looks at the tournament's page
    first = begin(made)
    away = Seat.objects.filter(match__tournament_table__round=first, stood_in_since__isnull=False)
    assert [str(seat.user) for seat in away] == ["p1"]
    assert deadlines.come_back(match_id=away[0].match_id, user=people("p1"))


def test_whoever_looks_around_elsewhere_on_the_site_is_there(
    people: People, tournament: Tournaments, client: Client
) -> None:
    made = tournament(entrants=4)
    Entrant.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    User.objects.filter(username__in=["p1", "p2"]).update(seen_at=timezone.now() - timedelta(minutes=20))
    client.force_login(people("p1"))
    client.get("/rules/")
    away = Seat.objects.filter(match__tournament_table__round=begin(made), stood_in_since__isnull=False)
    assert [str(seat.user) for seat in away] == ["p2"]


def test_nobody_is_away_from_a_slow_start(tournament: Tournaments) -> None:
    made = tournament(entrants=4, pace="slow", decision_seconds=86400)
    long_ago = timezone.now() - timedelta(days=2)
    User.objects.update(seen_at=long_ago)
    Entrant.objects.update(seen_at=long_ago)
    assert not Seat.objects.filter(match__tournament_table__round=begin(made), stood_in_since__isnull=False).exists()


def test_alone_with_ais_one_still_has_a_clock(people: People, tournament: Tournaments) -> None:
    """Others wait for the end of the match, though nobody at its table does."""
    made = tournament(entrants=3, seats=2, form="duplicate")
    first = begin(made)
    alone = next(match for match in matches_of(first) if match.seats.exclude(ai_level="").exists())
    seat = alone.seats.get(ai_level="")
    while not alone.asks(seat.number) or alone.ai_due_at is not None:
        answer(match_id=alone.pk, number=alone.number + 1)
        alone.refresh_from_db()
    assert alone.deadline_at is not None


def test_an_odd_one_out_has_a_bye_worth_a_win(tournament: Tournaments) -> None:
    made = tournament(entrants=5, seats=2, rounds=3)
    first = begin(made)
    bye = first.seats.get(table=None)
    assert bye.half_points == 2
    finish_round(first)
    second = latest(made)
    assert second.seats.get(table=None).entrant_id != bye.entrant_id


def test_a_table_set_aside_does_not_hold_up_the_round(tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate", rounds=2)
    first = begin(made)
    finish_round(first, but=1)
    Match.objects.filter(status="running").update(set_aside_at=timezone.now(), paused_at=timezone.now())
    run_due()
    first.refresh_from_db()
    assert first.is_over
    assert {seat.half_points for seat in first.seats.filter(table__number=2)} == {1}


def test_a_result_that_moderators_void_is_counted_again(tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=1)
    first = begin(made)
    match = finish_round(first)[0]
    assert {seat.half_points for seat in first.seats.all()} != {3}
    Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
    follow_result(match_id=match.pk)
    assert {seat.half_points for seat in first.seats.all()} == {3}


def test_nothing_happens_under_maintenance(tournament: Tournaments) -> None:
    made = tournament(entrants=4)
    Tournament.objects.update(starts_at=timezone.now())
    Maintenance.objects.update_or_create(pk=1, defaults={"goes_on": True})
    run_due()
    made.refresh_from_db()
    assert made.is_open


def test_who_keep_each_other_away_sit_apart(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=2)
    Block.objects.create(blocker=people("p1"), blocked=people("p2"))
    for _round in range(2):
        played = begin(made) if made.is_open else latest(made)
        tables = played.seats.filter(entrant__user__username__in=["p1", "p2"]).values_list("table", flat=True)
        assert len(set(tables)) == 2
        finish_round(played)
        run_due()


@pytest.mark.django_db(transaction=True)
def test_two_sweeps_at_once_begin_and_close_everything_once(tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=2)
    Tournament.objects.update(starts_at=timezone.now())
    together([run_due] * 3)
    run_due()
    assert Match.objects.count() == 2
    for match in Match.objects.all():
        finish(match)
    together([run_due] * 3)
    run_due()
    made.refresh_from_db()
    assert made.round_set.count() == 2
    assert RoundTable.objects.count() == 4
    assert Match.objects.count() == 4
