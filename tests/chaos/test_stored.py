"""What is due is answered when the match goes on, not when somebody says that they think about it."""

from datetime import timedelta
from random import Random

import pytest
from django.utils import timezone

from games.models import Match
from games.play.services.ai_turns import _take_next, answer
from tests.chaos.stored import read_due, read_unmoved
from tests.chaos.tables import open_for_machines

pytestmark = pytest.mark.django_db


@pytest.fixture
def match() -> Match:
    match = Match.objects.get(pk=open_for_machines(1, Random(1), is_near_its_end=True))
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now() - timedelta(seconds=1))
    return match


def test_a_turn_that_is_begun_again_and_again_is_not_answered(match: Match) -> None:
    due = read_due()
    assert due == {match.pk: match.number}
    assert _take_next(is_quick=True) is not None
    assert read_unmoved(due) == [match.pk]
    answer(match_id=match.pk, number=match.number + 1)
    assert read_unmoved(due) == []


def test_a_turn_that_somebody_has_just_begun_is_due(match: Match) -> None:
    assert _take_next(is_quick=True) is not None
    assert read_due() == {match.pk: match.number}


def test_what_has_ended_waits_for_nobody(match: Match) -> None:
    due = read_due()
    Match.objects.filter(pk=match.pk).update(status=Match.Status.FINISHED)
    assert read_unmoved(due) == []
