"""AI seats: due work in a row, answered through `play_move`, once."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import forced, legal_moves
from games.models import Match
from games.play.services.ai_turns import answer, answer_in_time, run_due_turns
from games.play.services.moves import play_move
from games.tasks import answer_for_ai, sweep
from tests.games.conftest import Tables


@pytest.fixture
def match(table: Tables) -> Match:
    """Ada against a trainee; ada begins."""
    return table(size=2, ai_levels=("trainee",), host_begins=True)


def ada_plays(match: Match) -> None:
    """Ada does the first legal thing until the trainee is asked."""
    match.refresh_from_db()
    while match.turn_seat == 0:
        move = legal_moves(match.read_state())[0]
        play_move(match_id=match.pk, seat=0, move=move, number=match.number + 1)
        match.refresh_from_db()


@pytest.mark.django_db
def test_at_a_fast_table_nobody_pauses(table, settings):
    settings.AI_PAUSE_SECONDS = [60, 60]
    match = table(size=2, ai_levels=("trainee",), host_begins=True, fast_ai=True)
    ada_plays(match)
    assert match.ai_due_at <= timezone.now()


@pytest.mark.django_db
def test_an_ai_is_due_after_a_humanlike_pause(match, settings):
    settings.AI_PAUSE_SECONDS = [0.7, 2.0]
    ada_plays(match)
    assert match.ai_due_at is not None
    assert timedelta(0) < match.ai_due_at - timezone.now() < timedelta(seconds=2)


@pytest.mark.django_db
def test_nobody_is_due_while_a_person_is_asked(match):
    match.refresh_from_db()
    assert match.turn_seat == 0
    assert match.ai_due_at is None
    assert not answer(match_id=match.pk, number=match.number + 1)


@pytest.mark.django_db
def test_it_answers_by_its_task_and_the_entry_says_so(match, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada_plays(match)
    number = match.number + 1
    answer_for_ai()
    entry = match.moves.get(number=number)
    assert (entry.seat, entry.by_ai) == (1, True)


@pytest.mark.django_db
def test_a_task_that_names_its_turn_answers_that_one_and_looks_for_no_other(
    match, settings, django_assert_max_num_queries
):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada_plays(match)
    number = match.number + 1
    answer_for_ai(match.pk, number)
    assert match.moves.get(number=number).by_ai
    before = match.moves.count()
    answer_for_ai(match.pk, number)
    assert match.moves.filter(number=number).count() == 1
    assert match.moves.count() <= before + 1, "rung again, it does what is due by now"
    ada_plays(match)
    with django_assert_max_num_queries(10):  # with the two of a savepoint
        answer_for_ai(match.pk, match.number + 1)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "change",
    [
        {"pace": Match.Pace.SLOW},
        {"paused_at": timezone.now()},
        {"ai_due_at": None},
        {"ai_due_at": timezone.now() + timedelta(hours=1)},
        {"set_aside_at": timezone.now()},
    ],
)
def test_a_turn_that_was_rung_for_waits_where_others_are_more_urgent_or_nothing_is_due(match, settings, change):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada_plays(match)
    Match.objects.filter(pk=match.pk).update(**change)
    assert not answer_in_time(match_id=match.pk, number=match.number + 1)
    assert match.moves.count() == match.number


@pytest.mark.django_db
def test_a_turn_that_is_thought_about_for_long_is_left_to_the_thinkers(match, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada_plays(match)
    match.seats.filter(number=1).update(ai_level="mogul")
    assert not forced(match.read_state())
    assert not answer_in_time(match_id=match.pk, number=match.number + 1)


@pytest.mark.django_db
def test_rung_twice_it_plays_once(match):
    ada_plays(match)
    number = match.number + 1
    assert answer(match_id=match.pk, number=number)
    assert not answer(match_id=match.pk, number=number)
    assert match.moves.filter(number=number).count() == 1


@pytest.mark.django_db
def test_a_sweep_answers_where_the_bell_was_lost_but_not_before_time(match, settings):
    settings.AI_PAUSE_SECONDS = [60, 60]
    ada_plays(match)
    number = match.number
    run_due_turns()
    assert not match.moves.filter(number=number + 1).exists()
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now())
    sweep()
    match.refresh_from_db()
    assert match.number == number + 1


@pytest.mark.django_db
def test_a_match_that_cannot_be_read_keeps_nobody_else_waiting(match, table, caplog, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada_plays(match)
    broken = table(size=2, ai_levels=("trainee",), host_begins=True)
    ada_plays(broken)
    Match.objects.filter(pk=broken.pk).update(state={"rules": 99}, ai_due_at=timezone.now() - timedelta(hours=1))
    number = match.number
    run_due_turns()
    assert match.moves.filter(number=number + 1).exists()
    assert f"Match {broken.pk} cannot be played on" in caplog.text


@pytest.mark.django_db
def test_a_whole_match_against_ais_ends(match, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        ada_plays(match)
        answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
