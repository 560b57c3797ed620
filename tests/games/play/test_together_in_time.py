"""Auctions held together: whoever is silent, whoever comes back, and whose time it is."""

from datetime import timedelta

import pytest

from games.engine.state import PLACING
from games.models import Match
from games.play.services.deadlines import come_back, pass_deadlines
from tests.games.matches import begin_quietly
from tests.games.play.test_together import NAMES, NOON, asked, clock, match, open_bids, say

__all__ = ["clock", "match"]
pytestmark = pytest.mark.django_db


def test_whoever_is_silent_is_stood_in_for_all_at_once(match, people, clock):
    say(match, 1, 4)
    clock.shift(timedelta(days=1, seconds=1))
    assert pass_deadlines() == 1
    match.refresh_from_db()
    assert [seat.stood_in_since is not None for seat in match.seats.order_by("number")] == [True, False, True]
    assert (match.awaited, asked(people)) == (0, [])
    open_bids(match, clock)
    assert match.read_state().sales or match.read_state().phase == PLACING


def test_where_the_table_says_so_whoever_is_silent_passes(people, table, clock):
    match = begin_quietly(
        people, table, *NAMES[1:], host_begins=True, auctions=Match.Auctions.TOGETHER, silence_passes=True
    )
    say(match, 1, 4)
    clock.shift(timedelta(days=1, seconds=1))
    assert pass_deadlines() == 1
    match.refresh_from_db()
    assert not match.seats.filter(stood_in_since__isnull=False).exists()
    assert open_bids(match, clock) == [[0, "pass"], [1, "bid", 0], [2, "pass"]]


def test_a_match_that_cannot_be_read_keeps_no_deadline_behind_it_waiting(match, people, table, clock, caplog):
    broken = begin_quietly(
        people, table, *NAMES[1:], host_begins=True, auctions=Match.Auctions.TOGETHER, silence_passes=True
    )
    Match.objects.filter(pk=broken.pk).update(state={"rules": 99}, deadline_at=NOON)
    clock.shift(timedelta(days=1, seconds=1))
    assert pass_deadlines() == 1
    assert match.seats.filter(stood_in_since__isnull=False).count() == 3
    assert f"Match {broken.pk} cannot be played on" in caplog.text


def test_whoever_comes_back_is_asked_with_the_others_and_with_their_time(match, people, clock):
    match.seats.filter(number=2).update(stood_in_since=NOON)
    say(match, 0, 1)
    assert match.awaited == 0b010
    deadline = match.deadline_at
    clock.shift(timedelta(hours=3))
    come_back(match_id=match.pk, user=people("hedy"))
    match.refresh_from_db()
    assert (match.awaited, match.deadline_at) == (0b110, deadline)


def test_whoever_comes_back_when_all_were_stood_in_for_is_asked_anew(match, people, clock):
    """Nobody is there, so the AI takes its time: nothing has been bid yet, and nobody else waits for an answer."""
    clock.shift(timedelta(days=1, seconds=1))
    assert pass_deadlines() == 1
    clock.shift(timedelta(minutes=10))
    came = NOON + timedelta(days=1, minutes=10, seconds=1)
    come_back(match_id=match.pk, user=people("grace"))
    match.refresh_from_db()
    assert (match.awaited, match.ai_due_at) == (0b010, None)
    assert (match.asked_at, match.deadline_at) == (came, came + timedelta(days=1))
    clock.shift(timedelta(hours=1))
    come_back(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert (match.awaited, match.deadline_at) == (0b011, came + timedelta(days=1))


def test_nobodys_bank_is_charged_for_the_time_that_all_had(people, table, clock):
    match = begin_quietly(
        people, table, *NAMES[1:], host_begins=True, auctions=Match.Auctions.TOGETHER, pace="slow", decision_seconds=600
    )
    Match.objects.filter(pk=match.pk).update(pace=Match.Pace.LIVE)
    match.seats.update(bank_seconds=1000)
    for seat in range(3):
        clock.shift(timedelta(seconds=250))
        say(match, seat, 1)
    assert match.asked_at is None
    open_bids(match, clock)
    assert set(match.seats.values_list("bank_seconds", flat=True)) == {1000}
