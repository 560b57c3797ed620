"""Auctions held together: everybody is asked at once, and nobody bids before all have answered."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from accounts.models import Letter
from games.engine import Bid, Pass, legal_moves
from games.engine.state import PLACING
from games.lobby.selectors import next_table_of, tables_of
from games.models import Match, OrderSheet
from games.orders.values import Changes, LotOrder, PlacingWishes, Say
from games.play.refusals import TooLateToTakeBack
from games.play.services.ai_turns import run_due_turns
from games.play.services.moves import NotAllowed, TableMoved, play_move, undo
from games.play.services.orders import give_orders, revoke_orders
from games.play.verification import verify_match
from tests.games.conftest import People, Tables
from tests.games.matches import begin_quietly

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
NAMES = ("ada", "grace", "hedy")


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    settings.FORCED_PAUSE_SECONDS, settings.AI_PAUSE_SECONDS = [3, 3], [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy, who answer together; ada has the popcorn."""
    return begin_quietly(people, table, *NAMES[1:], host_begins=True, auctions=Match.Auctions.TOGETHER)


def say(match: Match, seat: int, limit: int | None, *, location: int = 0, **more: Any) -> Any:
    """A limit, or a pass, for a lot of the first quarter."""
    sheet = OrderSheet.objects.filter(match=match, seat=seat).first()
    order = LotOrder(Say.PASS) if limit is None else LotOrder(Say.LIMIT, limit, **more)
    changes = Changes(1, lots={location: order})
    given = give_orders(match_id=match.pk, seat=seat, changes=changes, number=sheet.number if sheet else 0)
    match.refresh_from_db()
    return given


def open_bids(match: Match, clock: time_machine.Traveller) -> list[list[Any]]:
    """Everything that is due is played."""
    while match.ai_due_at is not None:
        clock.shift(12)
        run_due_turns()
        match.refresh_from_db()
    return list(match.moves.order_by("number").values_list("entry", flat=True))


def asked(people: People) -> list[str]:
    """Those in whose lobby this table waits for them, and whom the way to the next table leads there."""
    found = [name for name in NAMES if tables_of(people(name)).get().my_turn]
    assert found == [name for name in NAMES if next_table_of(people(name), besides=Match(pk=0))]
    return found


def test_everybody_is_asked_at_once_and_told_so(match, people):
    assert asked(people) == list(NAMES)
    assert (match.answered, match.awaited) == (0, 0b111)
    written = Letter.objects.filter(kind="games.my_turn").values_list("user__username", flat=True)
    assert sorted(written) == sorted(NAMES)


def test_nobody_bids_before_all_have_answered(match):
    for seat in range(3):
        with pytest.raises(TableMoved):
            play_move(match_id=match.pk, seat=seat, move=Bid(0), number=1)
    assert match.ai_due_at is None


def test_when_all_have_answered_the_printed_auction_is_played(match, people, clock):
    say(match, 1, 4)
    assert (match.answered, asked(people)) == (1, ["ada", "hedy"])
    say(match, 0, 2)
    say(match, 2, None)
    assert (match.answered, asked(people)) == (3, [])
    entries = open_bids(match, clock)
    assert entries == [[0, "bid", 0], [1, "bid", 1], [2, "pass"], [0, "bid", 2], [1, "bid", 3], [0, "pass"]]
    assert match.read_state().sales == [(0, 1, 3)]
    assert asked(people) == ["grace"]  # who places


def test_an_answer_that_is_changed_is_told_to_nobody(match):
    say(match, 1, 4)
    before = Match.objects.filter(pk=match.pk).values().get()
    say(match, 1, 7)
    assert Match.objects.filter(pk=match.pk).values().get() == before


def test_that_somebody_answered_raises_the_version_and_nothing_else(match):
    before = match.version
    say(match, 1, 4)
    assert (match.version, match.number, match.ai_due_at) == (before + 1, 0, None)


def test_an_answer_can_be_taken_back_until_it_is_played(match, people):
    for seat in range(3):
        say(match, seat, 2)
    assert match.ai_due_at is not None
    changes = Changes(1, lots={0: LotOrder()})
    give_orders(match_id=match.pk, seat=1, changes=changes, number=1)
    match.refresh_from_db()
    assert (match.ai_due_at, asked(people)) == (None, ["grace"])
    assert (match.asked_at, match.deadline_at) == (NOON, NOON + timedelta(days=1))


@pytest.mark.parametrize("left", [timedelta(seconds=5), timedelta(minutes=-5)])
@pytest.mark.parametrize("answered", [2, 3])
def test_so_late_that_no_time_is_left_an_answer_is_changed_and_not_taken_back(match, clock, answered, left):
    clock.shift(timedelta(days=1) - left)
    for seat in range(answered):
        say(match, seat, 2)
    before = Match.objects.filter(pk=match.pk).values().get()
    for seat in (0, 1):
        with pytest.raises(TooLateToTakeBack):
            revoke_orders(match_id=match.pk, seat=seat, number=1)
    with pytest.raises(TooLateToTakeBack):
        give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder()}), number=1)
    assert Match.objects.filter(pk=match.pk).values().get() == before
    say(match, 1, 3)
    assert OrderSheet.objects.get(match=match, seat=1).number == 2


def test_whoever_is_asked_for_a_lot_takes_back_what_they_ordered_for_others_however_late(match, clock):
    say(match, 1, 4, location=1)
    clock.shift(timedelta(days=1) - timedelta(seconds=5))
    revoke_orders(match_id=match.pk, seat=1, number=1)
    assert OrderSheet.objects.get(match=match, seat=1).number == 2


def test_whose_condition_fails_is_asked_alone_with_time_of_their_own(match, people, clock):
    say(match, 0, 5, while_leads=2)
    say(match, 1, 5)
    clock.shift(timedelta(hours=3))
    say(match, 2, 5)
    assert asked(people) == ["ada"]
    assert match.deadline_at == NOON + timedelta(days=1, hours=3)
    play_move(match_id=match.pk, seat=0, move=Pass(), number=1)
    match.refresh_from_db()
    assert open_bids(match, clock)[-1] == [1, "pass"]


def test_an_ai_answers_in_its_turn_once_the_people_have(people, table, clock):
    match = begin_quietly(
        people, table, "grace", size=3, host_begins=True, auctions=Match.Auctions.TOGETHER, ai_levels=("director",)
    )
    say(match, 0, 1)
    assert (match.answered, match.ai_due_at) == (2, None)
    say(match, 1, 0)
    entries = open_bids(match, clock)
    assert entries[0] == [0, "bid", 0]
    assert entries[2][0] == 2


def test_limits_for_the_next_lot_can_be_given_while_a_placing_is_awaited(match, people, clock):
    for seat, limit in enumerate((3, None, None)):
        say(match, seat, limit)
    open_bids(match, clock)
    assert match.read_state().phase == PLACING
    for seat in (1, 2):
        say(match, seat, 1, location=1)
    assert asked(people) == ["ada"]
    sheet = OrderSheet.objects.get(match=match, seat=0)
    changes = Changes(1, lots={1: LotOrder(Say.LIMIT, 2)}, placing=PlacingWishes(as_director=True))
    give_orders(match_id=match.pk, seat=0, changes=changes, number=sheet.number)
    match.refresh_from_db()
    open_bids(match, clock)
    assert (1, 0, 2) in match.read_state().sales


def test_verification_knows_whom_a_lot_waits_for(people, table, clock):
    match = begin_quietly(
        people, table, "grace", size=3, host_begins=True, auctions=Match.Auctions.TOGETHER, ai_levels=("director",)
    )
    state = match.read_state()
    state.popcorn = state.turn = 2  # an AI acts first, and is not due before the people have answered
    state.queue = [2, 0, 1]
    match.write_state(state)
    match.save()
    assert [broken.words for broken in verify_match(match) if broken.invariant == "I7"] == []
    match.awaited = 0
    assert [broken.invariant for broken in verify_match(match) if broken.invariant == "I7"] != []


def test_an_order_that_is_never_due_is_found(match, clock):
    for seat in range(3):
        say(match, seat, 2)
    assert verify_match(match) == []
    match.ai_due_at = None
    (broken,) = verify_match(match)
    assert "never due" in broken.words


def test_whose_condition_failed_answers_by_another_order_as_if_by_hand(match, clock):
    say(match, 0, 5, while_leads=2)
    for seat in (1, 2):
        say(match, seat, 5)
    given = say(match, 0, 2)
    assert given.played is not None
    assert match.moves.get(number=1).entry == [0, "bid", 0]
    assert match.ai_due_at is not None


def test_an_order_that_stops_in_its_last_moment_leaves_it_to_its_owner(match, people, clock):
    for seat in range(3):
        say(match, seat, 5)
    assert match.ai_due_at is not None
    say(match, 0, 5, while_leads=2)
    assert match.ai_due_at is None
    assert asked(people) == ["ada"]
    assert match.deadline_at is not None


def test_whoever_lays_down_takes_back_and_lays_down_again_takes_nobodys_time(match, people, clock):
    for seat, limit in enumerate((3, None, None)):
        say(match, seat, limit)
    open_bids(match, clock)
    for moved in range(2):
        while match.read_state().phase == PLACING:
            move = legal_moves(match.read_state())[0]
            play_move(match_id=match.pk, seat=0, move=move, number=match.number + 1)
            match.refresh_from_db()
        assert match.awaited == 0b111
        assert match.deadline_at == datetime.now(UTC) + timedelta(days=1)
        if not moved:
            undo(match_id=match.pk, seat=0, number=match.number + 1)
            match.refresh_from_db()
            clock.shift(timedelta(hours=20))
    with pytest.raises(NotAllowed):
        undo(match_id=match.pk, seat=0, number=match.number + 1)
