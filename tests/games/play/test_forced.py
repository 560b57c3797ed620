"""Answers that are forced come by themselves after a moment: for people and AIs, through `play_move`, once."""

from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Letter
from games.engine import Bid, Pass, State, legal_moves
from games.engine.state import PARTY, PLACING
from games.lobby.selectors import next_table_of, tables_of
from games.lobby.services.seating import join_table
from games.models import Guide, Match, PlayedMove, Seat
from games.play.services import ai_turns, brains
from games.play.services.ai_turns import answer, run_due_turns
from games.play.services.clocks import UNDO_PATIENCE, pause, resume
from games.play.services.conceding import concede
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.maintenance import begin_maintenance, end_maintenance
from games.play.services.moves import TableMoved, play_forced, play_move
from games.tasks import answer_for_ai, sweep
from tests.games.conftest import People, Tables
from tests.games.matches import SLOW, begin

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
MOMENT = 3
PATIENCE = MOMENT * UNDO_PATIENCE
Beginning = Callable[..., Match]


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved; what is forced comes after three seconds, an AI's answer at once."""
    settings.FORCED_PAUSE_SECONDS, settings.AI_PAUSE_SECONDS = [MOMENT, MOMENT], [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def outbid(people: People, table: Tables) -> Match:
    """Ada has bid all that anybody has; grace, and then hedy, can only pass."""
    match = begin(people, table, "grace", "hedy", host_begins=True)
    Letter.objects.all().delete()
    return act(match, Bid(12))


def act(match: Match, move: Any = None) -> Match:
    """Whoever is asked does this, or the first legal thing."""
    match.refresh_from_db()
    by_ai = bool(match.seats.get(number=match.turn_seat).brain_level)
    move = move or legal_moves(match.read_state())[0]
    play_move(match_id=match.pk, seat=match.turn_seat, move=move, number=match.number + 1, by_ai=by_ai)
    match.refresh_from_db()
    return match


def play_until(match: Match, moment: Callable[[State], bool]) -> Match:
    """Everybody does the first legal thing up to a moment."""
    while not moment(match.read_state()):
        act(match)
    return match


def dealt(people: People, table: Tables, deal: str, **options: Any) -> Match:
    """Ada and grace, with the same deal every time."""
    match = table(**{**SLOW, "size": 2, "host_begins": True, **options})
    Match.objects.filter(pk=match.pk).update(secret=deal.encode().ljust(32))
    join_table(match_id=match.pk, user=people("grace"))
    match.refresh_from_db()
    return match


def last_entry(match: Match) -> PlayedMove:
    return match.moves.latest("number")


def has_last_tile(state: State) -> bool:
    return state.phase == PARTY and len(state.offered) == 1


def test_who_cannot_outbid_passes_by_itself_after_a_moment(outbid, clock):
    assert outbid.ai_due_at == NOON + timedelta(seconds=MOMENT)
    clock.shift(MOMENT - 1)
    sweep()
    assert outbid.moves.count() == 1
    clock.shift(1)
    sweep()
    entry = last_entry(outbid)
    assert (entry.entry, entry.forced, entry.by_ai) == ([1, "pass"], True, False)
    outbid.refresh_from_db()
    assert (outbid.turn_seat, outbid.ai_due_at) == (2, timezone.now() + timedelta(seconds=MOMENT))
    clock.shift(MOMENT)
    sweep()
    outbid.refresh_from_db()
    assert (outbid.turn_seat, outbid.read_state().phase) == (0, PLACING)
    assert not Seat.objects.exclude(time_outs=0, stood_in_since=None).exists()


def test_the_bell_plays_it_too_and_rung_twice_it_is_played_once(outbid, clock):
    clock.shift(MOMENT)
    answer_for_ai()
    answer_for_ai()
    assert [move.entry for move in outbid.moves.order_by("number")] == [[0, "bid", 12], [1, "pass"]]
    assert not answer(match_id=outbid.pk, number=2)


def test_who_cannot_wait_answers_at_once_and_it_is_told_as_forced_all_the_same(outbid, clock):
    act(outbid, Pass())
    assert last_entry(outbid).forced
    clock.shift(MOMENT)
    assert not answer(match_id=outbid.pk, number=2)
    assert outbid.moves.count() == 2


def test_a_choice_is_neither_played_nor_told_as_forced(people, table, clock):
    match = act(begin(people, table, "grace", "hedy", host_begins=True), Bid(11))
    assert match.ai_due_at is None
    assert not last_entry(match).forced
    with pytest.raises(TableMoved):
        play_forced(match_id=match.pk, number=2)
    assert not answer(match_id=match.pk, number=2)
    clock.shift(60)
    sweep()
    assert match.moves.count() == 1


def test_nobody_is_written_to_for_it_nor_does_the_lobby_call_them(outbid, people):
    grace = people("grace")
    assert not Letter.objects.exists()
    row = tables_of(grace).get()
    assert (row.acts, row.is_asked, row.my_turn) == (True, False, False)
    assert next_table_of(grace, besides=Match(pk=0)) is None
    assert tables_of(people("ada")).get().my_turn is False


def test_the_last_tile_of_a_party_is_taken_by_itself_and_then_one_has_all_the_time_to_place_it(people, table, clock):
    match = play_until(dealt(people, table, "party"), has_last_tile)
    seat = match.turn_seat
    Letter.objects.all().delete()
    clock.shift(PATIENCE)
    run_due_turns()
    match.refresh_from_db()
    assert last_entry(match).forced
    assert (match.turn_seat, match.read_state().phase, match.ai_due_at) == (seat, PLACING, None)
    assert match.deadline_at == timezone.now() + timedelta(days=1)
    assert set(Letter.objects.values_list("kind", flat=True)) == {"games.my_turn", "games.reminder"}


def test_whoever_has_one_answer_cannot_be_late_with_it(outbid, clock):
    Match.objects.filter(pk=outbid.pk).update(deadline_at=NOON)
    clock.shift(1)
    assert pass_deadlines() == 0
    assert outbid.seats.get(number=1).stood_in_since is None


def test_an_ai_needs_no_brain_for_it_and_its_entry_says_so(people, table, monkeypatch):
    match = act(begin(people, table, size=3, ai_levels=("mogul", "trainee"), host_begins=True), Bid(12))
    monkeypatch.setattr(brains, "think", None)
    assert answer(match_id=match.pk, number=2)
    entry = last_entry(match)
    assert (entry.entry, entry.forced, entry.by_ai, entry.why) == ([1, "pass"], True, True, None)


def test_for_whoever_is_away_or_has_left_the_ai_gives_it_without_their_coming_back(outbid, people, clock):
    Seat.objects.filter(match=outbid, number=1).update(stood_in_since=NOON)
    concede(match_id=outbid.pk, user=people("hedy"))
    clock.shift(MOMENT)
    sweep()
    sweep()
    assert [(move.by_ai, move.forced) for move in outbid.moves.order_by("number")[1:3]] == [(True, True)] * 2
    assert outbid.seats.get(number=1).stood_in_since == NOON


def test_where_everybody_is_away_it_does_not_take_an_hour(people, table, clock):
    match = begin(people, table, "grace", "hedy", host_begins=True)
    match.seats.update(stood_in_since=NOON)
    act(match, Bid(12))
    assert match.ai_due_at == NOON


@pytest.mark.parametrize("is_maintenance", [False, True])
def test_nothing_is_forced_while_the_match_stands_still(outbid, clock, is_maintenance):
    begin_maintenance(actor=None, why="test") if is_maintenance else pause(match=outbid)
    clock.shift(60)
    sweep()
    assert outbid.moves.count() == 1
    end_maintenance(actor=None, why="test") if is_maintenance else resume(match=outbid)
    sweep()
    assert last_entry(outbid).entry == [1, "pass"]


def test_after_our_own_downtime_it_is_made_up_for(outbid, clock):
    pass_deadlines()
    clock.shift(20 * 3600)
    sweep()
    assert last_entry(outbid).entry == [1, "pass"]


@pytest.fixture
def alone(table: Tables) -> Match:
    """Ada alone with an AI, which has bid all that anybody has."""
    return act(table(size=2, ai_levels=("trainee",), host_begins=True), Bid(0))


def test_alone_with_ais_nobody_waits_for_a_click_either(alone, clock):
    act(alone, Bid(12))
    assert alone.deadline_at is None
    clock.shift(MOMENT)
    sweep()
    assert alone.moves.get(number=3).forced


def test_a_lesson_is_not_cut_short(alone, people, clock):
    Guide.objects.create(user=people("ada"), match=alone)
    act(alone, Bid(12))
    assert alone.ai_due_at is None
    clock.shift(3600)
    sweep()
    assert not answer(match_id=alone.pk, number=3)
    act(alone)
    assert last_entry(alone).forced


def test_a_guide_that_is_silent_holds_up_nothing(alone, people):
    Guide.objects.create(user=people("ada"), match=alone, is_on=False)
    assert act(alone, Bid(12)).ai_due_at is not None


def test_a_match_that_cannot_be_read_may_still_be_left(outbid, people):
    Match.objects.filter(pk=outbid.pk).update(state={"rules": 99})
    concede(match_id=outbid.pk, user=people("grace"))
    assert outbid.seats.get(number=1).conceded_at is not None


def test_who_comes_back_to_it_has_the_moment_anew(outbid, people, clock):
    Seat.objects.filter(match=outbid, number=1).update(stood_in_since=NOON)
    clock.shift(1)
    assert come_back(match_id=outbid.pk, user=people("grace"))
    outbid.refresh_from_db()
    assert outbid.ai_due_at == timezone.now() + timedelta(seconds=MOMENT)
    assert not Letter.objects.exists()


@pytest.mark.parametrize("call", [answer_for_ai, sweep])
def test_a_slow_brain_gives_its_only_answer_though_all_thinkers_are_busy(people, table, call, monkeypatch):
    busy = Mock()
    monkeypatch.setattr(ai_turns, "waiters", lambda: busy)
    match = act(begin(people, table, size=3, ai_levels=("mogul", "mogul"), host_begins=True), Bid(12))
    call()
    assert (last_entry(match).entry, last_entry(match).forced, last_entry(match).by_ai) == ([1, "pass"], True, True)


def test_a_slow_brain_that_has_a_choice_waits_for_a_thinker(people, table, monkeypatch):
    busy = Mock()
    monkeypatch.setattr(ai_turns, "waiters", lambda: busy)
    match = act(begin(people, table, size=3, ai_levels=("mogul", "mogul"), host_begins=True), Bid(3))
    answer_for_ai()
    assert match.moves.count() == 1
    assert busy.wake.called
