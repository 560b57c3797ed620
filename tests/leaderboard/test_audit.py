"""Ratings that are not what the history says are found, told and put right."""

from datetime import timedelta
from io import StringIO

import pytest
import time_machine
from django.core.management import CommandError, call_command
from django.utils import timezone

from games.models import Match
from games.play.verification import verify_site
from leaderboard.models import Rating, RatingChange, Tally
from leaderboard.services.audit import audit, recompute
from leaderboard.services.counting import count_results
from tests.games.conftest import People
from tests.leaderboard.results import finished, standing

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("spoil", ["tally", "ghost", "missing"])
def test_the_audit_finds_every_kind_of_wrong(people: People, spoil: str) -> None:
    match = finished(people("ada"), people("grace"))
    count_results()
    if spoil == "tally":
        Tally.objects.update(is_rated=False)
    elif spoil == "ghost":
        Match.objects.filter(pk=match.pk).update(rated=False)
    else:
        Rating.objects.filter(ladder="2-overall").delete()
    assert audit()


def test_the_command_tells_and_puts_right_what_differs(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_results()
    before = standing()
    call_command("recompute_ratings", "--check")
    said = StringIO()
    call_command("recompute_ratings", stdout=said)
    assert "1 matches count; 0 differences" in said.getvalue()
    Rating.objects.filter(user=people("ada"), ladder="2-overall").update(value=9)
    RatingChange.objects.filter(user=people("grace"), ladder="2-overall").update(after=9)
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check", stdout=said)
    assert f"match {match.pk}: 2-overall" in said.getvalue()
    call_command("recompute_ratings", stdout=said)
    assert standing() == before
    assert recompute() == (1, [])


def test_a_match_that_is_not_counted_yet_is_told_and_nothing_else(people: People) -> None:
    """Its AI levels have no strength written down yet, and what is counted after it is right as it stands."""
    late = finished(people("ada"), people("grace"), "director")
    finished(people("ada"), people("grace"), "director", finished_at=late.finished_at + timedelta(minutes=1))
    count_results()
    first = finished(people("ada"), people("hedy"), "trainee", finished_at=late.finished_at - timedelta(minutes=1))
    said = StringIO()
    with pytest.raises(CommandError):
        call_command("recompute_ratings", "--check", stdout=said)
    assert said.getvalue().splitlines() == [f"match {first.pk}: it is not counted"]


def test_verify_finds_ratings_that_differ_and_lets_late_ones_be(people: People) -> None:
    now = timezone.now()
    counted, voided = (finished(people("ada"), people("grace"), finished_at=now) for _ in range(2))
    count_results()
    finished(people("ada"), people("hedy"), finished_at=now)
    Match.objects.filter(pk=voided.pk).update(voided_at=now)
    assert verify_site() == []
    with time_machine.travel(now + timedelta(hours=3)):
        found = [broken.words.partition(": ")[2] for broken in verify_site()]
        assert sorted(found) == ["it is not counted", "it moved ratings and does not count"]
    Rating.objects.filter(user=people("ada")).update(value=9)
    assert {broken.invariant for broken in verify_site()} == {"I10"}
    assert Tally.objects.filter(match=counted).get().is_rated


def test_ratings_moved_by_a_match_that_is_not_in_the_books_are_found(people: People) -> None:
    match = finished(people("ada"), people("grace"), finished_at=timezone.now())
    count_results()
    Tally.objects.update(is_rated=False)
    assert f"match {match.pk}: it moved ratings and is not counted" in [broken.words for broken in verify_site()]
