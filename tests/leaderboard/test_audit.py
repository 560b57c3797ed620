"""Ratings that are not what the history says are found, told and put right."""

from io import StringIO

import pytest
from django.core.management import CommandError, call_command

from games.models import Match
from games.services.verification import verify_site
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


def test_verify_finds_ratings_that_differ_and_lets_late_ones_be(people: People) -> None:
    finished(people("ada"), people("grace"))
    assert verify_site() == []
    assert Rating.objects.exists()
    Rating.objects.filter(user=people("ada")).update(value=9)
    assert {broken.invariant for broken in verify_site()} == {"I10"}
