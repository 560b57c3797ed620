"""Leagues: divisions, promotion and relegation, and whoever joins later."""

import pytest

from games.models import Entrant, LeaguePlace, RoundTable, Tournament
from games.tournaments.selectors.results import divisions_of, standings_of
from games.tournaments.services.entering import come_back, enter
from games.tournaments.services.planning import promote, split
from games.tournaments.services.rounds import run_due
from tests.games.conftest import People
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest

pytestmark = pytest.mark.django_db
LEAGUE = {"form": "league", "pace": "slow", "decision_seconds": 86400, "seats": 2, "division_size": 4}


def play_on(made: Tournament) -> None:
    """Play the latest round to its end, whatever comes next."""
    run_due()
    finish_round(latest(made))


def test_the_best_change_places_with_the_last_above() -> None:
    assert promote([[1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12]], 1) == [[1, 2, 3, 5], [4, 6, 7, 9], [8, 10, 11, 12]]
    assert promote([[1, 2, 3, 4], [5, 6]], 2) == [[1, 2, 3, 5], [4, 6]]
    assert promote([[1, 2]], 2) == [[1, 2]]


def test_a_last_division_that_is_too_small_joins_the_one_above() -> None:
    assert split([1, 2, 3, 4, 5], 4) == [[1, 2, 3, 4, 5]]
    assert split([1, 2, 3, 4, 5, 6], 4) == [[1, 2, 3, 4], [5, 6]]


def test_people_meet_within_their_division_and_move_after_a_season(tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=3, seasons=2, movers=1, **LEAGUE)
    first = begin(made)
    divisions = divisions_of(made, 1)
    assert {number: len(people) for number, people in divisions.items()} == {1: 4, 2: 4}
    for table in first.tables.all():
        assert {seat.entrant_id for seat in table.seats.all()} <= set(divisions[table.division])
    for _round in range(3):
        play_on(made)
    upper, lower = (standings_of(made, 1, division) for division in (1, 2))
    moved = divisions_of(made, 2)
    assert upper[-1].entrant in moved[2]
    assert lower[0].entrant in moved[1]
    assert {len(people) for people in moved.values()} == {4}
    # In a division of four everybody met everybody in three rounds, and nobody twice.
    tables = RoundTable.objects.filter(round__tournament=made, round__season=1)
    met = [frozenset(seat.entrant_id for seat in table.seats.all()) for table in tables]
    assert len(met) == len(set(met)) == 12
    for _round in range(3):
        play_on(made)
    made.refresh_from_db()
    assert made.status == Tournament.Status.FINISHED
    assert LeaguePlace.objects.filter(entrant__tournament=made).count() == 16


def test_whoever_joins_a_league_in_play_comes_with_the_next_season(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=1, seasons=2, movers=1, **LEAGUE)
    begin(made)
    newcomer = enter(tournament_id=made.pk, user=people("newcomer"))
    assert not latest(made).seats.filter(entrant=newcomer).exists()
    play_on(made)
    assert latest(made).seats.filter(entrant=newcomer).exists()


def test_who_was_away_when_a_season_began_plays_on_once_they_are_back(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=2, seasons=2, movers=1, **LEAGUE)
    begin(made)
    play_on(made)
    Entrant.objects.filter(user=people("p1")).update(is_away=True)
    play_on(made)
    back = Entrant.objects.get(user=people("p1"))
    assert not back.league_places.filter(season=2).exists()
    come_back(tournament_id=made.pk, user=people("p1"))
    come_back(tournament_id=made.pk, user=people("p1"))
    assert back.league_places.get(season=2).division == back.league_places.get(season=1).division
    assert latest(made).seats.filter(entrant=back).exists()


def test_a_season_begins_without_points(tournament: Tournaments) -> None:
    made = tournament(entrants=4, rounds=1, seasons=2, movers=1, **LEAGUE)
    begin(made)
    play_on(made)
    assert {row.half_points for row in standings_of(made, 2, 1)} == {0}
    assert sum(row.half_points for row in standings_of(made, 1, 1)) == 4
    assert Entrant.objects.count() == 4
