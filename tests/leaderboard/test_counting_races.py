"""Twenty workers count a match once. The same file runs on SQLite and, by its last test, on PostgreSQL."""

from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial

import pytest
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection
from django.utils import timezone

from games.models import Match
from games.play.verification import verify_site
from leaderboard.models import Appearance, Rating, RatingChange
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from leaderboard.services.seasons import close_seasons
from leaderboard.tasks import count_result
from tests.games.conftest import People
from tests.leaderboard.results import BEGIN, finished
from tests.races import together
from tests.servers import repeat_on_postgresql

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 20


def test_twenty_workers_count_one_match_once(people: People) -> None:
    match = finished(people("ada"), people("grace"), people("hedy"))
    together([partial(count_result, match.pk)] * WORKERS)
    assert RatingChange.objects.filter(match=match).count() == 9
    assert Appearance.objects.filter(match=match).count() == 3
    assert set(Rating.objects.values_list("matches", flat=True)) == {1}
    assert audit() == []


def test_twenty_matches_that_end_at_once_count_as_if_one_after_the_other(people: People) -> None:
    crowd = [people(f"person-{number}") for number in range(4)]
    matches = [
        finished(*crowd[number % 3 : number % 3 + 2], finished_at=BEGIN + timedelta(seconds=number))
        for number in range(WORKERS)
    ]
    together([partial(count_result, match.pk) for match in reversed(matches)])
    assert audit() == []
    assert RatingChange.objects.filter(ladder="2-overall").count() == 2 * WORKERS


def test_taking_out_while_others_count_ends_as_it_should(people: People) -> None:
    crowd = [people(f"person-{number}") for number in range(4)]
    matches = [finished(*crowd) for _ in range(6)]
    count_results()

    def take_out(match: Match) -> None:
        Match.objects.filter(pk=match.pk).update(voided_at=timezone.now())
        count_result(match.pk)

    late = finished(*crowd)
    together([partial(take_out, match) for match in matches[:3]] + [partial(count_result, late.pk), close_seasons])
    assert audit() == []
    assert set(Rating.objects.values_list("matches", flat=True)) == {4}


READ_ONLY = {"postgresql": "SET default_transaction_read_only = {}", "sqlite": "PRAGMA query_only = {}"}


@pytest.fixture
def read_only(people: People) -> Iterator[Callable[[], None]]:
    """Makes the database refuse whatever would write, until the end of the test."""

    def switch(state: str) -> None:
        with connection.cursor() as cursor:
            cursor.execute(READ_ONLY[connection.vendor].format(state))

    yield partial(switch, "on")
    switch("off")


def test_verifying_and_checking_write_nothing(people: People, read_only: Callable[[], None]) -> None:
    finished(people("ada"), people("grace"), "director", finished_at=timezone.now())
    read_only()
    assert verify_site() == []
    with pytest.raises(CommandError, match="differ"):
        call_command("recompute_ratings", "--check")
    with pytest.raises(DatabaseError):
        count_results()


def test_the_outcome_is_the_same_on_postgresql(postgres_url: str) -> None:
    order = "test_whatever_the_order_in_which_ends_are_noticed_the_digits_are_the_same"
    repeat_on_postgresql(postgres_url, __file__, f"tests/leaderboard/test_counting.py::{order}")
