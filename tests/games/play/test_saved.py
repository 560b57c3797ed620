"""What orders saved: decisions, and the time that people would have taken for them."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine

from games.engine import Bid
from games.orders.values import Changes, LotOrder, Say
from games.play.selectors.saved import USUAL_ANSWER, PlayedEntry, Saved, count_saved, saved_by, saved_in
from games.play.services.moves import play_move
from games.play.services.orders import give_orders, play_ordered
from tests.games.matches import begin, finish

NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


def told(seat: int, minutes: int, *, by_order: bool = False, by_ai: bool = False, forced: bool = False) -> PlayedEntry:
    return PlayedEntry(seat, by_order, by_ai, forced, NOON + timedelta(minutes=minutes))


def test_each_turn_that_was_ordered_saves_a_usual_answer():
    entries = [
        told(0, 0),
        told(1, 60),  # grace takes an hour
        told(2, 60, by_order=True),
        told(2, 60, by_order=True),  # the same turn: three tiles are placed at once
        told(0, 240),  # ada takes three
        told(2, 240, by_order=True),
        told(1, 241, by_ai=True),
        told(0, 242, forced=True),
        told(1, 1000, by_order=True),
    ]
    usual = timedelta(hours=2)
    assert count_saved(entries) == {2: Saved(3, 2 * usual), 1: Saved(1, usual)}


def test_where_nobody_answered_by_hand_two_hours_are_usual():
    assert count_saved([told(1, 0, by_order=True)]) == {1: Saved(1, USUAL_ANSWER)}


@pytest.mark.django_db
def test_a_match_and_its_people_know_what_was_saved(people, table):
    match = begin(people, table, "grace", "hedy", host_begins=True)
    give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder(Say.LIMIT, 5)}), number=0)
    with time_machine.travel(NOON, tick=False) as clock:
        play_move(match_id=match.pk, seat=0, move=Bid(0), number=1)
        play_ordered(match_id=match.pk, number=2)
        clock.shift(timedelta(hours=4))
        play_move(match_id=match.pk, seat=2, move=Bid(2), number=3)
    match.refresh_from_db()
    assert saved_in(match) == {1: Saved(1, timedelta(hours=4))}
    assert saved_by(people("grace")) == Saved()
    seats = match.seats.order_by("number")
    match.moves.all().delete()
    give = match.moves.model.objects.create
    give(match=match, number=10_000, seat=1, entry=[1, "pass"], events=[], by_order=True)
    finish(match)
    assert list(seats.values_list("decisions_by_order", flat=True)) == [0, 1, 0]
    assert saved_by(people("grace")).decisions == 1
