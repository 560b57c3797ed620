"""The queue of AI turns: live tables first, nobody for ever last, no turn begun twice."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Match, Presence
from games.play.selectors.ai_turns import PATIENCE, due_turns
from games.play.services.ai_turns import _take_next
from tests.games.conftest import Tables

pytestmark = pytest.mark.django_db
SLOW = Match.Pace.SLOW


@pytest.fixture
def due(table: Tables, settings):
    """A match in which an AI has been due for so many seconds."""
    settings.TABLES = 100

    def make(seconds: float, level: str = "director", **said: object) -> Match:
        match = table(size=2, ai_levels=(level,), **said)
        Match.objects.filter(pk=match.pk).update(
            turn_seat=1, ai_due_at=timezone.now() - timedelta(seconds=seconds), number=5
        )
        return match

    return make


def order(*, is_quick: bool = True) -> list[int]:
    return [turn.match_id for turn in due_turns(is_quick=is_quick, at_most=50)]


def test_who_waits_longest_comes_first(due):
    young, old = due(1), due(3)
    assert order() == [old.pk, young.pk]


def test_live_tables_and_those_that_somebody_looks_at_go_first(due):
    slow, looked_at, live = due(9, pace=SLOW), due(3, pace=SLOW), due(1)
    Presence.objects.create(match=looked_at, connection="page")
    assert order() == [looked_at.pk, live.pk, slow.pk]


def test_but_nobody_waits_for_ever(due):
    slow, live = due(PATIENCE.total_seconds() + 2, pace=SLOW), due(1)
    assert order() == [slow.pk, live.pk]


def test_quick_brains_and_those_that_take_their_time_queue_apart(due):
    quick, slow = due(1), due(1, "mogul")
    assert (order(is_quick=True), order(is_quick=False)) == ([quick.pk], [slow.pk])


def test_who_stands_in_for_a_person_is_quick(due, people):
    match = due(1, "mogul")
    match.seats.filter(number=1).update(ai_level="", user=people("grace"), stood_in_since=timezone.now())
    assert order(is_quick=True) == [match.pk]


def test_what_is_not_due_paused_put_away_or_over_is_not_in_the_queue(due):
    due(-60)
    for field in ("paused_at", "set_aside_at"):
        Match.objects.filter(pk=due(1).pk).update(**{field: timezone.now()})
    Match.objects.filter(pk=due(1).pk).update(status=Match.Status.FINISHED)
    assert order() == []


def test_a_turn_that_is_taken_is_due_again_soon_should_nobody_answer(due, settings):
    first, second = due(3), due(1)
    assert [_take_next(is_quick=True).match_id for _ in range(2)] == [first.pk, second.pk]
    assert _take_next(is_quick=True) is None
    first.refresh_from_db()
    assert timezone.now() < first.ai_due_at < timezone.now() + timedelta(seconds=settings.THINKING_SECONDS + 1)


def test_a_turn_that_somebody_else_just_took_is_passed_over(due, monkeypatch):
    first, second = due(3), due(1)
    seen = due_turns(is_quick=True, at_most=10)
    monkeypatch.setattr("games.play.services.ai_turns.due_turns", lambda **_: seen)
    assert [_take_next(is_quick=True).match_id for _ in range(2)] == [first.pk, second.pk]
    assert _take_next(is_quick=True) is None
