"""What is remembered of a match, and what a person's page makes of it."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from accounts.leaving.takeout import take_out
from accounts.models import User
from accounts.signals import guest_joined
from games.engine import points
from games.engine.scoring import places, scores
from games.models import Match, PlayedMove, TableEvent
from leaderboard.models import Appearance, Tally
from leaderboard.selectors.records import record_of
from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember, remember_results
from leaderboard.tasks import count_result
from leaderboard.times import TIMES, add_up, count_times, quartiles
from leaderboard.trophies import TROPHIES
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish
from tests.leaderboard.results import finished

pytestmark = pytest.mark.django_db


@pytest.fixture
def played(people: People, table: Tables) -> Match:
    """A match that was really played, by ada, grace and hedy, with ten seconds for each answer."""
    match = finish(begin(people, table, "grace", "hedy"))
    state = match.read_state()
    for seat, place, score in zip(match.seats.order_by("number"), places(state), scores(state), strict=True):
        seat.place, seat.score = place, score
        seat.save()
    start = datetime(2026, 7, 1, tzinfo=UTC)
    Match.objects.filter(pk=match.pk).update(started_at=start)
    for move in PlayedMove.objects.filter(match=match):
        PlayedMove.objects.filter(pk=move.pk).update(played_at=start + timedelta(seconds=10 * move.number))
    return match


def test_what_somebody_made_is_remembered(people: People, played: Match) -> None:
    remember(match_id=played.pk)
    state = played.read_state()
    for appearance in Appearance.objects.filter(match=played):
        made = [movie for movie in state.movies if movie.seat == appearance.seat]
        assert len(appearance.movies) == len(made)
        assert appearance.money == points(state, appearance.seat).money
        assert appearance.answers == count_times([10.0] * played.moves.filter(seat=appearance.seat).count())
        others = [score for seat, score in enumerate(scores(state)) if seat != appearance.seat]
        assert appearance.lead == appearance.score - max(others)
    turns = Appearance.objects.filter(match=played).order_by("turn").values_list("seat", flat=True)
    first = state.setup.first
    assert list(turns) == [first, (first + 1) % 3, (first + 2) % 3]


def test_a_person_page_tells_it(people: People, played: Match, client: Client) -> None:
    count_result(played.pk)
    page = client.get("/people/ada/").content.decode()
    for words in ("Playing record", "Reliability", "Trophies", "three out of four within 10 s", "Premiere", "grace"):
        assert words in page


def test_what_an_ai_answered_for_somebody_and_pauses_are_not_their_time(played: Match) -> None:
    moves = list(played.moves.order_by("number"))
    PlayedMove.objects.filter(pk=moves[3].pk).update(by_ai=True)
    PlayedMove.objects.filter(match=played, number__gt=7).update(played_at=moves[6].played_at + timedelta(hours=5))
    resumed = moves[6].played_at + timedelta(hours=5, seconds=-3)
    TableEvent.objects.create(match=played, after_number=7, kind=TableEvent.Kind.RESUMED, at=resumed)
    remember(match_id=played.pk)
    total = add_up(Appearance.objects.values_list("answers", flat=True))
    assert sum(total) == len(moves) - 1
    assert sum(total[TIMES.index(12) :]) == 0
    assert total[TIMES.index(3)] == 1


def test_what_was_forced_is_nobodys_answer_and_the_next_one_is_timed_from_it(played: Match) -> None:
    moves = list(played.moves.order_by("number"))
    PlayedMove.objects.filter(pk=moves[3].pk).update(forced=True, played_at=moves[3].played_at + timedelta(seconds=7))
    remember(match_id=played.pk)
    total = add_up(Appearance.objects.values_list("answers", flat=True))
    assert sum(total) == len(moves) - 1
    assert total[TIMES.index(3)] == 1


def test_remembering_again_changes_nothing_and_a_match_that_is_taken_out_is_forgotten(played: Match) -> None:
    for _ in range(2):
        assert remember_results(thorough=True) in (0, 1)
    assert Appearance.objects.count() == 3
    Match.objects.filter(pk=played.pk).update(voided_at=timezone.now())
    remember_results()
    assert not Appearance.objects.exists()
    Match.objects.filter(pk=played.pk).update(voided_at=None)
    remember_results(thorough=True)
    assert Appearance.objects.count() == 3


def test_a_match_whose_state_cannot_be_read_keeps_its_result(played: Match, caplog: Any) -> None:
    Match.objects.filter(pk=played.pk).update(state={"rules": 99})
    remember(match_id=played.pk)
    assert Appearance.objects.filter(match=played, movies=[]).count() == 3
    assert Tally.objects.get().is_remembered
    assert "without its movies" in caplog.text


def test_one_that_cannot_be_told_keeps_nobody_waiting(people: People, caplog: Any) -> None:
    broken, later = (finished(people("ada"), people("grace")) for _ in range(2))
    Match.objects.filter(pk=broken.pk).update(state=["damaged"])
    remember_results(thorough=True)
    assert set(Appearance.objects.values_list("match", flat=True)) == {later.pk}
    assert f"Match {broken.pk} is not remembered" in caplog.text


def test_a_record_by_edition_seats_turn_and_rival(people: People) -> None:
    ada, grace, hedy = people("ada"), people("grace"), people("hedy")
    finished(ada, grace)
    finished(grace, ada)
    finished(ada, grace, hedy, edition_id="traumfabrik-2000")
    finished(hedy, ada, quit_by=[ada])
    remember_results(thorough=True)
    record = record_of(ada)
    assert record is not None
    assert (record.played, record.won, record.share, record.given_up, record.reliability) == (4, 2, 50, 1, 75)
    assert [(group.name, group.played, group.won) for group in record.by_seats] == [("2", 3, 1), ("3", 1, 1)]
    assert [(group.played, group.won) for group in record.by_edition] == [(3, 1), (1, 1)]
    assert [(rival.user, rival.played, rival.ahead, rival.behind) for rival in record.rivals] == [
        (grace, 3, 2, 1),
        (hedy, 2, 1, 1),
    ]
    assert (record.streak, record.best_streak) == (0, 1)
    assert record_of(people("nobody")) is None


def test_streaks_are_of_matches_in_a_row(people: People) -> None:
    ada, grace = people("ada"), people("grace")
    for winner, loser in [(ada, grace)] * 3 + [(grace, ada)] + [(ada, grace)] * 2:
        finished(winner, loser)
    remember_results(thorough=True)
    record = record_of(ada)
    assert record is not None
    assert (record.streak, record.best_streak) == (2, 3)


@pytest.mark.parametrize(
    ("key", "said"),
    [
        ("premiere", {}),
        ("first-night", {"place": 1, "people": 2}),
        ("full-house", {"place": 1, "seats": 5}),
        ("blockbuster", {"best_marker": 20}),
        ("all-rounder", {"genres": 3}),
        ("gala", {"awards": 5}),
        ("photo-finish", {"place": 1, "lead": 1}),
        ("runaway-hit", {"place": 1, "lead": 25}),
        ("shoestring", {"place": 1, "money": 0}),
    ],
)
def test_a_trophy_is_won_by_what_it_says(people: People, key: str, said: dict[str, int]) -> None:
    finished(people("grace"), people("ada"))
    remember_results(thorough=True)
    plain = {"place": 2, "lead": -9, "money": 4, "people": 1, "seats": 4, "has_quit": False}
    Appearance.objects.filter(user=people("ada")).update(**{**plain, **said})
    assert won(people("ada")) == {"premiere", key}
    Appearance.objects.filter(user=people("ada")).update(has_quit=True, best_marker=0, genres=0, awards=0)
    assert won(people("ada")) == set()


def won(user: User) -> set[str]:
    record = record_of(user)
    assert record is not None
    assert {shelved.trophy.key for shelved in record.trophies} == {trophy.key for trophy in TROPHIES}
    return {shelved.trophy.key for shelved in record.trophies if shelved.is_won}


def test_quartiles_come_from_counts() -> None:
    assert count_times([0.2, 1, 1.5, 11, 10**9]) == [2, 1, 0, 0, 0, 0, 0, 0, 1, *[0] * (len(TIMES) - 10), 1]
    assert quartiles(count_times(range(1, 101))) == (25, 50, 75)
    assert quartiles([]) is None
    assert quartiles(count_times([3])) == (3, 3, 3)


def test_a_guest_who_logs_in_keeps_the_record(people: People) -> None:
    guest = User.objects.create_user("Guest 4711", is_guest=True)
    match = finished(guest, people("grace"), rated=False)
    both = finished(guest, people("ada"), rated=False)
    remember_results(thorough=True)
    guest_joined.send(sender=User, guest=guest, user=people("ada"))
    assert set(Appearance.objects.filter(user=people("ada")).values_list("match", flat=True)) == {match.pk, both.pk}


def test_ones_data_can_be_taken_out(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_result(match.pk)
    taken = take_out(user=people("ada"))["leaderboard"]
    assert {row["value"] for row in taken["ratings"]} == {1_520_000}
    assert [row["match"] for row in taken["matches"]] == [match.pk]
    assert len(taken["changes"]) == 3


def test_a_page_asks_as_much_for_one_match_as_for_many(people: People, django_assert_max_num_queries: Any) -> None:
    ada = people("ada")
    for number in range(12):
        finished(ada, people(f"rival-{number}"), people("grace"))
    count_results(thorough=True)
    remember_results(thorough=True)
    with django_assert_max_num_queries(5):
        assert record_of(ada) is not None
