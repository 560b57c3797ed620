"""Clocks: moved by hand, across pauses, restarts and daylight saving; nobody is hurried alone."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.utils import timezone

from games.engine import legal_moves, undoable
from games.engine.state import PARTY, PLACING
from games.lobby.services.seating import join_table
from games.lobby.services.starting import set_ready
from games.models import Heartbeat, Match, Seat
from games.play.services.clocks import BANK, pause, resume
from games.play.services.conceding import concede
from games.play.services.deadlines import pass_deadlines
from games.play.services.moves import MatchPaused, play_move, undo
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.matches import begin

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock() -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


def act(match: Match) -> Match:
    """Whoever is asked does the first legal thing."""
    match.refresh_from_db()
    move = legal_moves(match.read_state())[0]
    play_move(match_id=match.pk, seat=match.turn_seat, move=move, number=match.number + 1)
    match.refresh_from_db()
    return match


def asked(match: Match) -> Seat:
    match.refresh_from_db()
    return match.seats.get(number=match.turn_seat)


def live(people: People, table: Tables, **options: object) -> Match:
    match = table(size=2, decision_seconds=60, **options)
    join_table(match_id=match.pk, user=people("grace"))
    for name in ("ada", "grace"):
        set_ready(match_id=match.pk, user=people(name))
    match.refresh_from_db()
    return match


def test_whoever_is_asked_has_until_the_deadline(people, table, clock):
    match = begin(people, table, "grace")
    assert (match.asked_at, match.deadline_at) == (NOON, NOON + DAY)
    clock.shift(3600)
    act(match)
    assert match.deadline_at == timezone.now() + DAY


def test_alone_with_ais_nobody_is_hurried(table):
    match = table(size=3, ai_levels=("trainee", "trainee"), host_begins=True)
    match.refresh_from_db()
    assert match.asked_at == NOON
    assert match.deadline_at is None


def test_who_is_left_alone_with_ais_is_hurried_no_more(people, table):
    match = begin(people, table, "grace")
    acting = asked(match)
    other = match.seats.exclude(pk=acting.pk).get()
    concede(match_id=match.pk, user=other.user)
    match.refresh_from_db()
    assert (match.turn_seat, match.deadline_at) == (acting.number, None)


def test_at_a_live_table_a_bank_is_used_up_after_the_time_for_a_decision(people, table, clock):
    match = live(people, table)
    seat = asked(match)
    assert seat.bank_seconds == BANK * 60
    assert match.deadline_at == NOON + timedelta(seconds=60 + BANK * 60)
    clock.shift(59)
    act(match)
    seat.refresh_from_db()
    assert seat.bank_seconds == BANK * 60
    other = asked(match)
    clock.shift(60 + 25)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    act(match)
    other.refresh_from_db()
    assert other.bank_seconds == BANK * 60 - 25


def test_everybody_sees_everybodys_clock_and_bank(people, table, client):
    match = live(people, table, host_begins=True)
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    assert 'datetime="2026-03-10T12:05:00Z" data-bank="240"' in page
    assert "12:05:00 UTC" in page
    assert "bank 4:00" in page


def test_our_downtime_is_not_taken_from_a_bank_though_the_move_comes_before_the_sweep(people, table, clock):
    match = live(people, table)
    seat = asked(match)
    pass_deadlines()
    clock.shift(3600)
    act(match)
    seat.refresh_from_db()
    assert seat.bank_seconds == BANK * 60


def test_more_tiles_of_one_hand_are_placed_within_the_same_time(people, table, clock):
    match = begin(people, table, "grace")
    while True:
        match.refresh_from_db()
        state = match.read_state()
        if state.phase == PLACING and len(state.hand) > 1:
            break
        act(match)
    seat, deadline = match.turn_seat, match.deadline_at
    clock.shift(600)
    act(match)
    assert (match.turn_seat, match.deadline_at) == (seat, deadline)


def test_who_takes_back_gets_no_new_time(people, table, clock):
    match = begin(people, table, "grace")
    while match.read_state().phase != PARTY:
        act(match)
    seat = match.turn_seat
    act(match)
    assert (match.turn_seat, match.read_state().phase) == (seat, PLACING)
    deadline = match.deadline_at
    for _ in range(3):
        clock.shift(600)
        undo(match_id=match.pk, seat=seat, number=match.number + 1)
        act(match)
        assert match.deadline_at == deadline


def passed_on(match: Match) -> int:
    """Plays until another is asked while somebody may still take back what led to it; gives who."""
    while not ((may := undoable(match.read_state())) and may.seat != match.turn_seat):
        act(match)
    return may.seat


def test_who_takes_back_what_passed_the_turn_on_gets_new_time_once(people, table, clock):
    match = begin(people, table, "grace")
    seat, given = passed_on(match), []
    for _ in range(3):
        clock.shift(600)
        undo(match_id=match.pk, seat=seat, number=match.number + 1)
        match.refresh_from_db()
        given.append(match.deadline_at)
        while match.turn_seat == seat:
            act(match)
        assert match.deadline_at == timezone.now() + DAY  # the other one loses nothing by it
    assert given == [NOON + timedelta(seconds=600) + DAY] * 3
    clock.shift(DAY - timedelta(seconds=601))
    undo(match_id=match.pk, seat=seat, number=match.number + 1)
    clock.shift(timedelta(hours=1))
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    assert pass_deadlines() == 1
    assert asked(match).stood_in_since


def test_after_another_has_played_who_takes_back_has_new_time_again(people, table, clock):
    match = begin(people, table, "grace")
    for _ in range(2):
        seat = passed_on(match)
        clock.shift(600)
        undo(match_id=match.pk, seat=seat, number=match.number + 1)
        match.refresh_from_db()
        assert match.deadline_at == timezone.now() + DAY
        while match.turn_seat == seat:
            act(match)
        act(match)


def test_a_pause_stops_the_clock_the_ai_and_play(people, table, clock):
    match = begin(people, table, "grace")
    clock.shift(3600)
    assert pause(match=match, note="A power cut.")
    assert not pause(match=match)
    clock.shift(5 * 24 * 3600)
    sweep()
    with pytest.raises(MatchPaused):
        act(match)
    assert asked(match).stood_in_since is None
    assert resume(match=match)
    assert not resume(match=match)
    match.refresh_from_db()
    assert match.deadline_at == timezone.now() + DAY - timedelta(hours=1)
    act(match)
    assert list(match.table_events.values_list("kind", "note")) == [("paused", "A power cut."), ("resumed", "")]


def test_a_paused_ai_answers_once_the_match_goes_on(table, settings, clock):
    settings.AI_PAUSE_SECONDS = [1, 1]
    match = table(size=2, ai_levels=("trainee",), host_begins=True)
    while not (match := act(match)).ai_due_at:
        pass
    number = match.number
    pause(match=match)
    clock.shift(60)
    sweep()
    match.refresh_from_db()
    assert match.number == number
    resume(match=match)
    sweep()
    match.refresh_from_db()
    assert match.number > number


def test_nobody_loses_time_by_our_own_downtime(people, table, clock):
    match = begin(people, table, "grace")
    version = match.version
    sweep()
    clock.shift(20 * 3600)
    for _ in range(2):  # we come back, and the second sweep finds nothing more to forgive
        sweep()
    match.refresh_from_db()
    assert (match.asked_at, match.deadline_at) == (NOON + timedelta(hours=20), NOON + timedelta(hours=20) + DAY)
    assert match.version == version + 1  # shown once


def test_who_was_asked_during_the_gap_gets_back_what_they_lost_of_it(people, table, clock):
    pass_deadlines()
    clock.shift(4)  # after the last beat, before the crash
    match = begin(people, table, "grace")
    clock.shift(3600)
    pass_deadlines()
    match.refresh_from_db()
    assert match.deadline_at == timezone.now() + DAY


def test_downtime_while_a_match_is_paused_counts_once(people, table, clock):
    match = begin(people, table, "grace")
    pass_deadlines()
    pause(match=match)
    clock.shift(3600)
    pass_deadlines()
    resume(match=match)
    match.refresh_from_db()
    assert match.deadline_at == timezone.now() + DAY


def test_sweeps_that_come_in_time_forgive_nothing(people, table, clock, settings):
    match = begin(people, table, "grace")
    for _ in range(5):
        sweep()
        clock.shift(settings.SWEEP_SECONDS)
    match.refresh_from_db()
    assert match.deadline_at == NOON + DAY


def test_a_day_is_a_day_when_the_clocks_are_changed(people, table, clock, client):
    """Deadlines are in UTC; people read them in their own time, an hour earlier after the night of the change."""
    ada = people("ada")
    ada.time_zone = "Europe/Berlin"
    ada.save(update_fields=["time_zone"])
    clock.move_to(datetime(2026, 10, 24, 12, 30, tzinfo=UTC))  # half past two in the afternoon in Berlin
    client.force_login(ada)
    match = begin(people, table, "grace", host_begins=True)
    page = client.get("/lobby/").content.decode()
    assert "25 Oct, 13:30" in page  # the same moment a day later, in winter time
    assert "25 Oct, 13:30 CET" in client.get(match.get_absolute_url()).content.decode()
    clock.move_to(datetime(2026, 10, 25, 12, 29, tzinfo=UTC))
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    pass_deadlines()
    assert asked(match).stood_in_since is None
    clock.shift(60)
    Heartbeat.objects.update(beat_at=timezone.now())
    pass_deadlines()
    assert asked(match).stood_in_since is not None
