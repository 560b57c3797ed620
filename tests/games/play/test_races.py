"""Every race has one outcome. The same file runs on SQLite and, by its last test, on PostgreSQL."""

import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
from django.core import mail
from django.db import connection, transaction
from django.utils import timezone

from accounts.leaving.services import delete_account
from accounts.mail.services import deliver_due
from games.engine import Bid, Pass, legal_moves
from games.engine.state import PARTY
from games.lobby.services.account_changes import hand_over
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.invitations import accept_invitation, decline_invitation
from games.lobby.services.seating import choose_studio, join_table, kick, leave_table
from games.lobby.services.starting import FreeSeats, set_ready, start_table
from games.lobby.services.tables import TableOptions, open_table
from games.models import Heartbeat, Match, Seat
from games.play.refusals import ActionRefused
from games.play.services.ai_turns import answer, run_next_turn
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.locking import lock_table
from games.play.services.maintenance import begin_maintenance, end_maintenance
from games.play.services.moves import TableMoved, play_move, undo
from games.tasks import sweep
from tests.games.conftest import People, Tables
from tests.games.matches import begin, begin_quietly
from tests.processes import ROOT, clean_environment
from tests.races import together
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
CROWD = 20
SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


def at_once(deeds: Iterable[Callable[[], object]]) -> Counter[str]:
    """Does everything in the same moment and counts what came of it."""
    return Counter(together(partial(outcome_of, deed) for deed in deeds))


def outcome_of(deed: Callable[[], object]) -> str:
    try:
        deed()
    except ActionRefused as refusal:
        return type(refusal).__name__
    return "done"


@pytest.mark.parametrize("pace", [{}, SLOW], ids=["live", "slow"])
def test_of_twenty_joining_the_last_seat_exactly_one_is_seated(
    people: People, table: Tables, pace: dict[str, Any]
) -> None:
    match = table(size=2, **pace)
    crowd = [people(f"person-{number}") for number in range(CROWD)]
    outcome = at_once(lambda user=user: join_table(match_id=match.pk, user=user) for user in crowd)
    assert outcome["done"] == 1
    assert outcome["TableFull"] + outcome["TableStarted"] == CROWD - 1
    assert Seat.objects.filter(match=match, user__in=crowd).count() == 1
    match.refresh_from_db()
    assert match.status == (Match.Status.RUNNING if pace else Match.Status.OPEN)


def test_a_double_click_sits_down_once(people: People, table: Tables) -> None:
    match, grace = table(), people("grace")
    assert at_once([lambda: join_table(match_id=match.pk, user=grace)] * 5) == {"done": 5}
    assert match.seats.filter(user=grace).count() == 1


def test_of_five_choosing_the_same_studio_one_gets_it(people: People, table: Tables) -> None:
    match = table(size=5, studios_chosen=True)
    crowd = [people("ada"), *(people(f"person-{number}") for number in range(4))]
    for user in crowd[1:]:
        join_table(match_id=match.pk, user=user)
    outcome = at_once(lambda user=user: choose_studio(match_id=match.pk, user=user, studio=4) for user in crowd)
    assert outcome == {"done": 1, "StudioTaken": 4}


def test_everybody_being_ready_in_the_same_moment_begins_one_match(people: People, table: Tables) -> None:
    match = table(size=5)
    crowd = [people("ada"), *(people(f"person-{number}") for number in range(4))]
    for user in crowd[1:]:
        join_table(match_id=match.pk, user=user)
    assert at_once(lambda user=user: set_ready(match_id=match.pk, user=user) for user in crowd) == {"done": 5}
    match.refresh_from_db()
    assert match.status == Match.Status.RUNNING


def test_a_table_is_started_or_dissolved_but_not_both(people: People, table: Tables) -> None:
    match, ada = table(size=3, **SLOW), people("ada")
    outcome = at_once(
        [
            lambda: start_table(match_id=match.pk, host=ada, free_seats=FreeSeats.FILL, level="trainee"),
            lambda: dissolve_table(match_id=match.pk, host=ada),
            lambda: leave_table(match_id=match.pk, user=ada),
            lambda: start_table(match_id=match.pk, host=ada, free_seats=FreeSeats.FILL, level="trainee"),
        ]
    )
    match.refresh_from_db()
    assert outcome["done"] == 1
    assert match.status in (Match.Status.RUNNING, Match.Status.DISSOLVED)


def test_nobody_is_at_the_table_and_sent_away(people: People, table: Tables) -> None:
    match, grace = table(), people("grace")
    join_table(match_id=match.pk, user=grace)
    at_once(
        [
            lambda: kick(match_id=match.pk, host=people("ada"), seat_number=1),
            lambda: join_table(match_id=match.pk, user=grace),
            lambda: leave_table(match_id=match.pk, user=grace),
        ]
    )
    barred = match.invitations.filter(user=grace, status="barred").exists()
    assert not (barred and match.seats.filter(user=grace).exists())


def test_an_invitation_has_one_answer(people: People, table: Tables) -> None:
    match, grace = table(size=3, invited=(people("grace"),)), people("grace")
    invitation = match.invitations.get()
    outcome = at_once(
        [
            lambda: accept_invitation(invitation_id=invitation.pk, user=grace),
            lambda: decline_invitation(invitation_id=invitation.pk, user=grace),
        ]
    )
    invitation.refresh_from_db()
    assert outcome == {"done": 1, "NoSuchInvitation": 1}
    assert match.seats.filter(user=grace).exists() == (invitation.status == "accepted")


def test_a_limit_holds_though_everything_is_opened_at_once(people: People, settings: Any) -> None:
    settings.OPEN_TABLES = 3
    ada = people("ada")
    outcome = at_once([lambda: open_table(host=ada, options=TableOptions())] * 8)
    assert outcome == {"done": 3, "TooManyOpenTables": 5}
    assert Match.objects.count() == 3


def test_who_leaves_for_good_while_being_sent_away_keeps_nobody_waiting(people: People, table: Tables) -> None:
    for number in range(5):
        match, leaver = table(), people(f"person-{number}")
        join_table(match_id=match.pk, user=leaver)
        send_away = partial(kick, match_id=match.pk, host=match.host, seat_number=1)
        assert at_once([partial(delete_account, user=leaver), send_away]) == {"done": 2}
        assert match.seats.filter(number=1, user=None).exists()


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
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "not postgresql"]
    done = subprocess.run(
        [*command, str(__file__)],
        cwd=ROOT,
        env={**clean_environment(), "DATABASE_URL": postgres_url},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
