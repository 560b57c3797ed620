"""What remains of a match that is over: who decided in it."""

from importlib import import_module
from random import Random

import pytest
from django.apps import apps

from games.engine import forced, move_of, options, undoable
from games.models import Match, PlayedMove, Seat
from games.models.seat import ABSENT, AI_SHARE, WON
from games.play.services.conceding import concede
from games.play.services.moves import play_move, undo
from games.play.services.results import count_decisions, decisions_in
from games.play.verification import verify_match
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def test_what_was_taken_back_or_forced_is_no_decision() -> None:
    decided = [([0, "bid", 1], False, False, False), ([1, "pass"], True, False, False)]
    taken_back = [([0, "place", []], False, False, False), ([0, "undo", 1], False, False, False)]
    forced = [([1, "pass"], False, False, True), ([1, "pass"], True, False, True)]
    assert count_decisions([*decided, *taken_back, *forced]) == {(0, False): 1, (1, True): 1}


def test_what_was_ordered_is_decided_by_its_owner_also_while_they_are_away() -> None:
    assert count_decisions([([0, "bid", 1], True, True, False)]) == {(0, False): 1}


def test_a_match_that_is_really_played_knows_who_decided(people: People, table: Tables) -> None:
    """Grace leaves after her third answer, and the AI plays on for her."""
    match, dice = begin(people, table, "grace", rated=True), Random(4)
    answers = {0: 0, 1: 0}
    while match.status == Match.Status.RUNNING:
        state, by_ai = match.read_state(), match.turn_seat == 1 and answers[1] >= 3
        if by_ai and match.seats.get(number=1).conceded_at is None:
            concede(match_id=match.pk, user=people("grace"))
        move = move_of(state.edition, state.phase, dice.choice(options(state)))
        play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1, by_ai=by_ai)
        answers[state.turn] += not forced(state)
        match.refresh_from_db()
    told = match.seats.order_by("number").values_list("decisions", "decisions_by_ai")
    assert list(told) == [(answers[0], 0), (answers[1], answers[1] - 3)]
    assert [seat.absence for seat in match.seats.order_by("number")] == ["", "left"]
    assert verify_match(match) == []


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """A match from before the upgrade; an AI made just a third of grace's decisions, and one more of hedy's."""
    match = finish(begin(people, table, "grace", "hedy", rated=True))
    match.moves.update(forced=False)
    for number, more in ((1, 0), (2, 1)):
        moves = list(match.moves.filter(seat=number).order_by("number"))
        by_ai = [move.pk for move in moves[: len(moves) // AI_SHARE + more]]
        PlayedMove.objects.filter(pk__in=by_ai).update(by_ai=True)
    return match


def count_again(match: Match) -> list[Seat]:
    """As the upgrade does for matches that ended before it."""
    migration = import_module("games.migrations.0015_who_decided_and_what_the_site_saw")
    migration.count_what_was_decided(apps, None)
    return list(match.seats.order_by("number"))


def test_an_upgrade_counts_who_decided_in_what_was_played_before(match: Match) -> None:
    assert [broken.invariant for broken in verify_match(match)] == ["I2"]
    count_again(match)
    assert verify_match(match) == []


def test_whoever_let_the_ai_decide_more_than_a_third_was_absent(match: Match) -> None:
    seats = count_again(match)
    assert [seat.absence for seat in seats] == ["", "", "stood_in"]
    assert [seat.number for seat in Seat.objects.filter(ABSENT, match=match)] == [2]


def test_the_database_and_python_agree_who_has_won(match: Match) -> None:
    count_again(match)
    Seat.objects.filter(match=match).update(place=1)
    won = {seat.number for seat in match.seats.all() if not seat.absence}
    assert {seat.number for seat in Seat.objects.filter(WON, match=match)} == won == {0, 1}


def test_an_undo_does_not_make_decisions(people: People, table: Tables) -> None:
    """Whoever takes back and does it again all day has still decided once."""
    match, dice = begin(people, table, "grace"), Random(4)
    undone = 0
    while undone < 3:
        state = match.read_state()
        move = move_of(state.edition, state.phase, dice.choice(options(state)))
        play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1)
        match.refresh_from_db()
        if undoable(match.read_state()):
            undo(match_id=match.pk, seat=state.turn, number=match.number + 1)
            undone += 1
        match.refresh_from_db()
    decided = decisions_in(match)
    assert decided.total() == match.moves.filter(forced=False).count() - 2 * undone
