"""People leave while something is asked at their table, or paused: the others are not kept by them."""

import pytest
from django.utils import timezone

from games.models import Match
from games.play.services.agreements import propose
from games.play.services.conceding import concede
from games.play.services.maintenance import begin_maintenance, end_maintenance
from games.play.services.offers import offer_seats
from games.tasks import sweep
from tests.games.matches import begin
from tests.games.play.test_agreements import END, PAUSE, agree, kinds, match

__all__ = ["match"]
pytestmark = pytest.mark.django_db


def test_what_all_others_agreed_on_is_done_when_the_last_one_leaves(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=END)
    agree(match, people("grace"))
    concede(match_id=match.pk, user=people("hedy"))
    match.refresh_from_db()
    assert match.status == Match.Status.DISSOLVED
    assert kinds(match)[-2:] == ["conceded", "called_off"]


def test_what_all_others_agreed_on_is_done_when_the_last_ones_seat_is_offered(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    agree(match, people("grace"))
    now = timezone.now()
    match.seats.filter(user=people("hedy")).update(stood_in_since=now, offer_at=now)
    assert offer_seats() == 1
    match.refresh_from_db()
    assert match.paused_by == Match.PausedBy.PLAYERS


def test_whoever_is_left_alone_in_a_rated_match_does_not_end_it_by_their_own_question(people, table):
    match = begin(people, table, "grace", rated=True)
    propose(match_id=match.pk, user=people("ada"), kind=END)
    concede(match_id=match.pk, user=people("grace"))
    agree(match, people("ada"))
    assert match.status == Match.Status.RUNNING


def test_a_pause_ends_when_the_last_of_those_who_agreed_on_it_has_left(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    for name in ("grace", "hedy"):
        agree(match, people(name))
    for name in ("ada", "grace", "hedy"):
        assert match.paused_at is not None
        concede(match_id=match.pk, user=people(name))
        match.refresh_from_db()
    assert (match.paused_at, match.paused_by) == (None, "")
    assert match.ai_due_at is not None


def test_a_pause_whose_last_person_leaves_during_maintenance_ends_after_it(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    for name in ("grace", "hedy"):
        agree(match, people(name))
    begin_maintenance(actor=None, why="w")
    for name in ("ada", "grace", "hedy"):
        concede(match_id=match.pk, user=people(name))
    sweep()
    match.refresh_from_db()
    assert match.paused_by == Match.PausedBy.PLAYERS
    end_maintenance(actor=None, why="w")
    sweep()
    match.refresh_from_db()
    assert (match.paused_at, match.paused_by) == (None, "")
    assert match.ai_due_at is not None or match.number


def test_a_pause_goes_on_in_sweeps_while_one_of_its_people_is_there(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    for name in ("grace", "hedy"):
        agree(match, people(name))
    for name in ("ada", "grace"):
        concede(match_id=match.pk, user=people(name))
    sweep()
    match.refresh_from_db()
    assert match.paused_by == Match.PausedBy.PLAYERS
