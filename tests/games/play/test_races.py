"""Races in play have one outcome. The same file runs on SQLite and, by its last test, on PostgreSQL."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from accounts.mail.services import deliver_due
from games.engine import Bid, Pass, legal_moves
from games.engine.state import PARTY
from games.lobby.services.account_changes import hand_over
from games.models import Heartbeat, Match, Seat
from games.play.services.ai_turns import answer, run_next_turn
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.locking import lock_table
from games.play.services.maintenance import begin_maintenance, end_maintenance
from games.play.services.moves import TableMoved, play_move, undo
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.matches import begin, begin_quietly
from tests.races import at_once
from tests.servers import repeat_on_postgresql
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 20
SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


@pytest.fixture
def overdue(people: People, table: Tables, settings: Any) -> Match:
    """Ada was asked, and her time is over."""
    settings.AI_PAUSE_SECONDS, settings.TURN_MAIL_SECONDS = [0, 0], 0
    match = begin_quietly(people, table, "grace", host_begins=True)
    Heartbeat.objects.create(pk=1)
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    return match


def test_a_bid_and_its_deadline_in_the_same_moment_one_stands(overdue: Match) -> None:
    bid = partial(play_move, match_id=overdue.pk, seat=0, move=Bid(1), number=1)

    def answers() -> None:
        pass_deadlines()
        answer(match_id=overdue.pk, number=1)

    at_once([bid_or_late(bid), answers, pass_deadlines, answers])
    entry, seat = overdue.moves.get(), overdue.seats.get(number=0)
    assert entry.by_ai == (seat.stood_in_since is not None)
    assert overdue.table_events.filter(kind="away").count() == seat.time_outs <= 1


def bid_or_late(bid: Callable[[], object]) -> Callable[[], object]:
    """A bid whose number may have been taken by the AI."""

    def attempt() -> None:
        with suppress(TableMoved):
            bid()

    return attempt


def test_twenty_sweeps_at_once_play_one_move_and_send_one_mail_to_each(overdue: Match, people: People) -> None:
    def sweep_and_deliver() -> None:
        sweep()
        deliver_due()

    assert at_once([sweep_and_deliver] * CROWD) == {"done": CROWD}
    assert overdue.moves.count() == overdue.table_events.count() == 1
    assert overdue.seats.get(number=0).time_outs == 1
    deliver_due()
    assert sorted(message.to for message in mail.outbox) == [["ada@example.org"], ["grace@example.org"]]


def test_of_twenty_who_deliver_a_letter_one_does(people: People, table: Tables, settings: Any) -> None:
    settings.TURN_MAIL_SECONDS = 0
    begin_quietly(people, table, "grace", host_begins=True)
    assert at_once([deliver_due] * CROWD) == {"done": CROWD}
    assert [message.to for message in mail.outbox] == [["ada@example.org"]]


def test_twenty_who_find_a_downtime_forgive_it_once(people: People, table: Tables) -> None:
    match = begin_quietly(people, table, "grace", host_begins=True)
    Heartbeat.objects.create(pk=1, beat_at=timezone.now() - timedelta(hours=3))
    Match.objects.update(asked_at=timezone.now() - timedelta(hours=5))
    assert at_once([pass_deadlines] * CROWD) == {"done": CROWD}
    deadline = match.deadline_at
    match.refresh_from_db()
    assert timedelta(hours=3) <= match.deadline_at - deadline < timedelta(hours=3, minutes=1)


def test_the_owner_and_the_ai_answer_once(overdue: Match, people: People) -> None:
    pass_deadlines()
    back = partial(come_back, match_id=overdue.pk, user=people("ada"))
    at_once([back, partial(answer, match_id=overdue.pk, number=1), back])
    assert overdue.table_events.filter(kind="back").count() == 1
    assert overdue.moves.count() <= 1
    assert overdue.seats.get(number=0).stood_in_since is None


def test_of_twenty_answers_of_an_ai_exactly_one_is_played(table: Tables, settings: Any) -> None:
    settings.AI_PAUSE_SECONDS = [0, 0]
    match = table(size=3, ai_levels=("director", "trainee"), fast_ai=True)
    move = legal_moves(match.read_state())[0]
    while match.turn_seat == 0:
        play_move(match_id=match.pk, seat=0, move=move, number=match.number + 1)
        match.refresh_from_db()
    number = match.number + 1
    assert at_once([partial(answer, match_id=match.pk, number=number)] * CROWD) == {"done": CROWD}
    assert match.moves.filter(number=number, by_ai=True).count() == 1
    assert match.moves.filter(number__gt=number).count() == 0


def test_a_click_and_the_answer_that_comes_by_itself_one_stands(people: People, table: Tables, settings: Any) -> None:
    settings.FORCED_PAUSE_SECONDS = [60, 60]  # the next one is not due yet
    match = begin(people, table, "grace", "hedy", host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(12), number=1)
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now())
    click = bid_or_late(partial(play_move, match_id=match.pk, seat=1, move=Pass(), number=2, key="click"))
    deeds = [click, click, sweep, run_next_turn, partial(answer, match_id=match.pk, number=2)]
    assert at_once(deeds) == {"done": len(deeds)}
    assert [move.entry for move in match.moves.order_by("number")] == [[0, "bid", 12], [1, "pass"]]
    assert match.moves.get(number=2).forced


def test_an_undo_and_the_answer_that_comes_by_itself_have_one_outcome(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", host_begins=True)
    while match.read_state().phase != PARTY or len(match.read_state().offered) > 1:
        move = legal_moves(match.read_state())[0]
        play_move(match_id=match.pk, seat=match.turn_seat, move=move, number=match.number + 1)
        match.refresh_from_db()
    number, other = match.number + 1, 1 - match.turn_seat
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now())
    take_back = bid_or_late(partial(undo, match_id=match.pk, seat=other, number=number))
    at_once([take_back, run_next_turn, run_next_turn])
    entry = match.moves.get(number=number)
    assert (entry.is_undo, entry.seat, entry.forced) in [(True, other, False), (False, 1 - other, True)]


def test_twenty_bells_at_once_answer_each_table_once(table: Tables, settings: Any) -> None:
    settings.TABLES = CROWD
    matches = [table(size=2, ai_levels=("trainee",)) for _ in range(3)]
    due = timezone.now() - timedelta(seconds=1)
    for match in matches:
        state = match.read_state()
        state.turn = 1
        match.write_state(state)
        match.ai_due_at = due
        match.save()
    settings.AI_PAUSE_SECONDS = [60, 60]  # the next turn of each is not due yet
    assert at_once([run_next_turn] * CROWD) == {"done": CROWD}
    assert [match.moves.count() for match in matches] == [1, 1, 1]


@pytest.mark.parametrize("act", ["begin maintenance", "end maintenance", "hand over"])
def test_whoever_holds_several_tables_waits_for_the_first_and_holds_no_other(
    people: People, table: Tables, act: str
) -> None:
    first, second = begin(people, table, "grace"), begin(people, table, "grace")
    if act == "end maintenance":
        begin_maintenance(actor=None, why="w")
    Match.objects.filter(pk=first.pk).update(
        created_at=timezone.now()
    )  # now it lies behind the second, in the index too
    deeds = {
        "begin maintenance": lambda: begin_maintenance(actor=None, why="w"),
        "end maintenance": lambda: end_maintenance(actor=None, why="w"),
        "hand over": lambda: hand_over(guest=people("ada"), user=people("hedy")),
    }
    people("hedy")
    if act == "hand over":  # a host need not sit at every table of theirs
        Seat.objects.filter(user=people("ada")).update(user=people("olga"))
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic():
            lock_table(first.pk)
            done = pool.submit(at_once, [deeds[act]])
            if connection.vendor == "postgresql":  # SQLite knows one lock for everything
                wait_until(somebody_waits, "somebody who waits for the first table")
            lock_table(second.pk)
        assert done.result() == {"done": 1}


def somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'")
        return cursor.fetchone() is not None


def test_the_races_have_the_same_outcome_on_postgresql(postgres_url: str) -> None:
    repeat_on_postgresql(postgres_url, __file__)
