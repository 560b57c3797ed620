"""What is due, how old it is, and what is late."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone

from accounts.models import Letter
from games.models import Match, MatchAnalysis, Tournament, TournamentRound
from games.operations.queues import (
    AI_ANSWERS,
    ANALYSES,
    CLOCKS,
    MAILS,
    ORDERS,
    TOURNAMENTS,
    all_backlogs,
    backlog_of,
)
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db


def ago(seconds: float) -> timezone.datetime:
    return timezone.now() - timedelta(seconds=seconds)


def test_an_empty_site_has_nothing_due() -> None:
    found = backlog_of(MAILS)
    assert (found.within_hour, found.next_at, found.oldest, found.late) == (0, None, None, 0)


def test_a_letter_is_late_after_two_minutes_and_one_of_tomorrow_is_not_due(people: People) -> None:
    ada = people("ada")
    Letter.objects.create(user=ada, kind="x", event="1", due_at=ago(130))
    Letter.objects.create(user=ada, kind="x", event="2", due_at=ago(5))
    Letter.objects.create(user=ada, kind="x", event="3", due_at=ago(-86_400))
    found = backlog_of(MAILS)
    assert (found.within_hour, found.late) == (2, 1)
    assert 130 <= (found.oldest or 0) < 140


@pytest.mark.parametrize(("held_since", "late"), [(ago(300), 1), (None, 0)])
def test_a_letter_that_was_tried_in_vain_is_late_only_where_the_mail_server_is_why(
    people: People, held_since: datetime | None, late: int
) -> None:
    tried = {"attempts": 2, "written_at": ago(600), "due_at": ago(-60), "held_since": held_since}
    Letter.objects.create(user=people("ada"), kind="x", event="1", **tried)
    assert backlog_of(MAILS).late == late


def test_a_turn_of_an_ai_and_an_answer_for_a_person_are_different_queues(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(ai_due_at=ago(60))
    assert (backlog_of(AI_ANSWERS).late, backlog_of(ORDERS).late) == (0, 1)
    match.seats.filter(number=match.turn_seat).update(stood_in_since=timezone.now())
    assert (backlog_of(AI_ANSWERS).late, backlog_of(ORDERS).late) == (1, 0)


def test_a_deadline_at_a_slow_table_is_late_only_after_the_grace(people: People, table: Tables, settings) -> None:
    settings.GRACE_MINUTES = 60
    match = begin(people, table, "grace", pace=Match.Pace.SLOW, decision_seconds=86_400)
    Match.objects.filter(pk=match.pk).update(deadline_at=ago(1_800), ai_due_at=None)
    assert backlog_of(CLOCKS).late == 0
    Match.objects.filter(pk=match.pk).update(deadline_at=ago(3_700))
    assert backlog_of(CLOCKS).late == 1


def test_a_paused_match_is_never_late(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(ai_due_at=ago(600), deadline_at=ago(600), paused_at=ago(700))
    assert (backlog_of(ORDERS).late, backlog_of(CLOCKS).late) == (0, 0)


def test_a_tournament_is_due_when_it_starts_and_when_its_next_round_begins(people: People) -> None:
    ada, said = people("ada"), {"form": Tournament.Form.SWISS, "edition_id": "dream-factory-2009"}
    Tournament.objects.create(name="to start", host=ada, starts_at=ago(300), **said)
    going = Tournament.objects.create(
        name="going on", host=ada, starts_at=ago(9_000), status=Tournament.Status.RUNNING, **said
    )
    assert backlog_of(TOURNAMENTS).late == 1
    TournamentRound.objects.create(tournament=going, number=1, starts_at=ago(-60))
    found = backlog_of(TOURNAMENTS)
    assert (found.within_hour, found.late) == (2, 1)


def test_an_analysis_that_nobody_makes_is_late(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    MatchAnalysis.objects.create(match=match, asked_at=ago(900))
    assert (backlog_of(ANALYSES).within_hour, backlog_of(ANALYSES).late) == (1, 1)


def test_every_queue_is_asked_those_of_other_apps_too() -> None:
    names = [backlog.queue.name for backlog in all_backlogs()]
    assert names == ["mails", "ai", "clocks", "orders", "offers", "tournaments", "analyses", "inspections"]
