"""Where auctions are held together, a placing or a party that is awaited holds up nobody's answer to the next lot."""

from collections.abc import Iterator
from typing import Any

import pytest
import time_machine
from django.test import Client

from accounts.mail.services import deliver_due
from accounts.models import Letter
from games.engine.state import PARTY, PLACING, State
from games.models import Match, OrderSheet
from games.orders.values import Changes, LotOrder, PlacingWishes, Say
from games.play.selectors.orders import lot_ahead, seats_ahead
from games.play.services import clocks
from games.play.services.locking import seats_of
from games.play.services.notices import MY_TURN
from games.play.services.orders import give_orders
from games.play.verification import verify_match
from games.talk.presence import look
from tests.games.conftest import People, Tables
from tests.games.matches import begin_quietly
from tests.games.play.test_together import NAMES, NOON, open_bids, say

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    settings.FORCED_PAUSE_SECONDS, settings.TURN_MAIL_SECONDS = [3, 3], 0
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables, clock: time_machine.Traveller) -> Match:
    """Ada has won the first lot and is to place; grace and hedy wait."""
    match = begin_quietly(
        people, table, *NAMES[1:], host_begins=True, auctions=Match.Auctions.TOGETHER, title="Friday night"
    )
    for seat, limit in enumerate((3, None, None)):
        say(match, seat, limit)
    Letter.objects.all().delete()
    open_bids(match, clock)
    assert match.read_state().phase == PLACING
    return match


def written(kind: str = MY_TURN) -> list[str]:
    return sorted(Letter.objects.filter(kind=kind).values_list("user__username", flat=True))


def table_of(people: People, match: Match, name: str) -> str:
    client = Client()
    client.force_login(people(name))
    return client.get(match.get_absolute_url()).content.decode()


def test_whoever_waits_is_asked_for_the_next_lot_and_told_so_once(match, clock, mailoutbox):
    assert written() == list(NAMES)
    assert deliver_due() == 3
    subjects = {letter.to[0]: letter.subject for letter in mailoutbox}
    assert subjects["ada@example.org"].startswith("Your turn at “Friday night”: Place")
    assert subjects["grace@example.org"] == "“Friday night”: Paris comes next, you can answer already"
    assert "No clock is running for it yet." in mailoutbox[-1].body
    # When the lot opens, whoever has not looked since hears nothing again.
    sheet = OrderSheet.objects.get(match=match, seat=0)
    changes = Changes(1, lots={1: LotOrder(Say.PASS)}, placing=PlacingWishes(as_director=True))
    give_orders(match_id=match.pk, seat=0, changes=changes, number=sheet.number)
    match.refresh_from_db()
    assert match.awaited == 0b110
    assert deliver_due() == 0


def test_whoever_has_answered_or_looked_is_told_nothing(match, people, mailoutbox):
    say(match, 1, 2, location=1)
    look(match=match, user=people("hedy"))
    assert deliver_due() == 1
    assert [letter.to[0] for letter in mailoutbox] == ["ada@example.org"]


def test_the_bar_takes_the_answer_and_the_lot_opens_with_it(match, people):
    page = table_of(people, match, "grace")
    assert "comes next: you can answer already." in page
    assert "Pass for Paris" in page
    assert "Pass for Paris" not in table_of(people, match, "ada")
    client = Client()
    client.force_login(people("grace"))
    said = {"sheet": 1, "quarter": 1, "location": 1, "up_to": "2", "limit_now": "1"}
    client.post(f"/tables/{match.pk}/orders/", said)
    assert OrderSheet.objects.get(match=match, seat=1).orders.lot(1, 1) == LotOrder(Say.LIMIT, 2)
    page = table_of(people, match, "grace")
    assert "<b>Paris:</b>" in page
    assert "ada is to place" in page
    assert [seat.number for seat in ahead(match)] == [2]
    match.refresh_from_db()
    assert match.awaited == 0
    assert list(verify_match(match)) == []


def ahead(match: Match) -> list[Any]:
    match.refresh_from_db()
    return seats_ahead(match, match.read_state(), seats_of(match))


def test_nobody_is_asked_about_what_does_not_lie_open_or_follows_in_turn(match):
    state = match.read_state()

    def at(location: int, phase: int) -> State:
        table = state.copy()
        table.location, table.phase = location, phase
        return table

    board = state.edition.board
    party = next(location for location, place in enumerate(board) if place.is_party)
    assert lot_ahead(match, at(0, PLACING)) == 1
    assert lot_ahead(match, at(party - 1, PLACING)) is None
    assert lot_ahead(match, at(party, PARTY)) == party + 1
    assert lot_ahead(match, at(len(board) - 1, PARTY)) is None
    match.auctions = Match.Auctions.IN_TURN
    assert lot_ahead(match, at(0, PLACING)) is None


def test_a_turn_that_was_taken_back_before_it_was_told_is_told_when_it_comes_again(people, table, mailoutbox):
    """What was not sent in between does not stand in the way of the next letter."""
    match = begin_quietly(people, table, "grace", host_begins=True)
    Match.objects.filter(pk=match.pk).update(turn_seat=1)
    assert deliver_due() == 0  # taken back: it is not ada's turn any more
    assert not Letter.objects.filter(kind=MY_TURN).exists()
    match.refresh_from_db()
    match.turn_seat = 0
    clocks.ask(match, seats_of(match))
    match.save()
    assert deliver_due() == 1
    assert [letter.to[0] for letter in mailoutbox] == ["ada@example.org"]
