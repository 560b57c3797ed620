"""Orders in advance: they answer for their owner, on what their seat may know, and for nobody else to see."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.models import Letter
from games.engine import Bid, Pass, legal_moves, options
from games.lobby.selectors import next_table_of, tables_of
from games.models import Match, OrderSheet
from games.orders.values import Changes, LotOrder, PartyWish, PlacingWishes, Say
from games.play.refusals import (
    ActionRefused,
    LimitAboveCap,
    LimitAbovePurse,
    LimitTooLow,
    LotPassed,
    LotSold,
    NotSeated,
    OrdersMoved,
    UnknownChoice,
)
from games.play.selectors.orders import orders_of
from games.play.services.ai_turns import run_due_turns
from games.play.services.clocks import pause, resume
from games.play.services.conceding import concede
from games.play.services.deadlines import pass_deadlines
from games.play.services.moves import TableMoved, play_move, undo
from games.play.services.orders import give_orders, play_ordered, revoke_orders
from tests.games.conftest import People, Tables
from tests.games.matches import begin, begin_quietly

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)
MOMENT = 3


@pytest.fixture(autouse=True)
def clock(settings: Any) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved; what is ordered comes after three seconds, an AI's at once."""
    settings.FORCED_PAUSE_SECONDS, settings.AI_PAUSE_SECONDS = [MOMENT, MOMENT], [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy at a slow table; ada acts first."""
    return begin_quietly(people, table, "grace", "hedy", host_begins=True)


def say(match: Match, seat: int, *, location: int = 0, number: int | None = None, key: str = "", **order: Any) -> Any:
    """An order of a seat for a lot of the first quarter."""
    if number is None:
        number = OrderSheet.objects.filter(match=match, seat=seat).values_list("number", flat=True).first() or 0
    changes = Changes(1, lots={location: LotOrder(**order)})
    return give_orders(match_id=match.pk, seat=seat, changes=changes, number=number, key=key)


def up_to(match: Match, seat: int, limit: int, **more: Any) -> Any:
    return say(match, seat, say=Say.LIMIT, limit=limit, **more)


def act(match: Match, move: Any) -> Match:
    """Whoever is asked does this by hand."""
    match.refresh_from_db()
    play_move(match_id=match.pk, seat=match.turn_seat, move=move, number=match.number + 1)
    match.refresh_from_db()
    return match


def let_orders_play(match: Match, clock: time_machine.Traveller) -> list[list[Any]]:
    """Time goes by until nothing more comes by itself; the entries that came are returned."""
    match.refresh_from_db()
    before = match.number
    while match.status == Match.Status.RUNNING and match.ai_due_at is not None:
        clock.shift(MOMENT * 4)
        run_due_turns()
        match.refresh_from_db()
    return list(match.moves.filter(number__gt=before).order_by("number").values_list("entry", flat=True))


def test_a_maximum_bid_raises_by_the_least_and_then_passes(match, clock):
    up_to(match, 1, 2)
    up_to(match, 2, 4)
    act(match, Bid(0))
    assert let_orders_play(match, clock) == [[1, "bid", 1], [2, "bid", 2]]
    act(match, Bid(3))
    assert let_orders_play(match, clock) == [[1, "pass"], [2, "bid", 4]]
    act(match, Pass())
    assert match.read_state().sales == [(0, 2, 4)]
    assert list(match.moves.filter(by_order=True).values_list("number", flat=True)) == [2, 3, 5, 6]


def test_a_pass_can_be_ordered_before_it_is_ones_turn(match, clock):
    say(match, 1, say=Say.PASS)
    act(match, Bid(0))
    assert let_orders_play(match, clock) == [[1, "pass"]]


def test_an_order_answers_after_the_moment_in_which_a_forced_answer_comes(match):
    up_to(match, 1, 2)
    act(match, Bid(0))
    assert match.ai_due_at == timezone.now() + timedelta(seconds=MOMENT)
    act_early = match.number
    run_due_turns()
    match.refresh_from_db()
    assert match.number == act_early


def test_whoever_is_asked_and_gives_an_order_has_answered(match):
    given = up_to(match, 0, 5)
    match.refresh_from_db()
    assert (given.played.number, match.turn_seat) == (1, 1)
    entry = match.moves.get()
    assert (entry.entry, entry.by_order, entry.by_ai) == ([0, "bid", 0], False, False)


def test_a_turn_that_an_order_answers_writes_to_nobody_and_is_nobodys_turn(match, people, clock):
    up_to(match, 1, 2)
    Letter.objects.all().delete()
    act(match, Bid(0))
    assert not Letter.objects.exists()
    assert next_table_of(people("grace"), besides=Match(pk=0)) is None
    assert not tables_of(people("grace")).get().my_turn
    let_orders_play(match, clock)
    assert Letter.objects.filter(user=people("hedy"), kind="games.my_turn").exists()


def test_giving_orders_changes_nothing_that_others_see(match):
    before = Match.objects.filter(pk=match.pk).values().get()
    up_to(match, 1, 7)
    assert Match.objects.filter(pk=match.pk).values().get() == before


def test_an_edit_counts_and_a_retry_is_known(match):
    assert up_to(match, 1, 7, key="a").number == 1
    assert up_to(match, 1, 7, number=0, key="a").again
    with pytest.raises(OrdersMoved):
        up_to(match, 1, 3, number=0, key="b")
    assert orders_of(match, match.read_state(), 1).orders.lots[0].limit == 7


def test_an_order_that_is_revoked_in_time_does_nothing(match, clock):
    up_to(match, 1, 7)
    act(match, Bid(0))
    revoke_orders(match_id=match.pk, seat=1, number=1)
    match.refresh_from_db()
    assert match.ai_due_at is None
    with pytest.raises(TableMoved):
        play_ordered(match_id=match.pk, number=2)
    assert let_orders_play(match, clock) == []


@pytest.mark.parametrize(
    ("order", "refusal"),
    [
        ({"limit": 13}, LimitAbovePurse),
        ({"limit": 2}, LimitTooLow),
        ({"limit": -1}, UnknownChoice),
        ({"limit": 5, "location": 99}, UnknownChoice),
        ({"limit": 5, "while_leads": 1}, UnknownChoice),
        ({"limit": 5, "otherwise": Say.LIMIT}, UnknownChoice),
        ({"limit": 5, "unless_won": 0}, UnknownChoice),
        ({"limit": 37, "location": 1}, LimitAbovePurse),
    ],
)
def test_what_makes_no_sense_is_refused_in_words(match, order, refusal):
    act(match, Bid(2))
    with pytest.raises(refusal) as caught:
        say(match, 1, say=Say.LIMIT, **order)
    assert isinstance(caught.value, ActionRefused)
    assert str(caught.value)
    assert not OrderSheet.objects.exists()


def test_what_is_sold_or_passed_or_above_the_cap_is_refused(match):
    changes = Changes(1, lots={1: LotOrder(Say.LIMIT, 6)}, changes_cap=True, cap=5)
    with pytest.raises(LimitAboveCap):
        give_orders(match_id=match.pk, seat=1, changes=changes, number=0)
    act(match, Pass())
    with pytest.raises(LotPassed):
        up_to(match, 0, 5)
    act(match, Pass())
    with pytest.raises(LotSold):
        up_to(match, 1, 5)
    with pytest.raises(OrdersMoved):
        give_orders(match_id=match.pk, seat=1, changes=Changes(2), number=0)


def test_an_order_goes_on_while_its_owner_is_away_and_the_ai_answers_the_rest(match, clock):
    act(match, Bid(0))
    up_to(match, 1, 3, location=1)
    clock.shift(timedelta(days=2))
    pass_deadlines()  # grace said nothing about the lot that is sold
    let_orders_play(match, clock)
    match.refresh_from_db()
    seat = match.seats.get(number=1)
    assert seat.stood_in_since is not None
    assert match.moves.get(number=2).by_ai
    while match.read_state().location == 0:
        act(match, Pass() if Pass() in legal(match) else legal(match)[0])
        let_orders_play(match, clock)
    while match.read_state().location == 1 and match.read_state().phase == 0:
        act(match, Pass())
        let_orders_play(match, clock)
    ordered = match.moves.filter(seat=1, by_order=True)
    assert ordered.exists()
    assert not ordered.filter(by_ai=False).exists(), "to the others it is the AI's like all else"
    assert match.seats.get(number=1).stood_in_since is not None


def test_whoever_answers_by_an_order_while_the_ai_stood_in_is_seen_to_be_back(match, clock):
    clock.shift(timedelta(days=2))
    assert pass_deadlines() == 1
    match.refresh_from_db()
    before = match.version
    assert up_to(match, 0, 3).played is not None
    match.refresh_from_db()
    assert (match.number, match.version) == (1, before + 1)
    assert match.table_events.latest("pk").kind == "back"
    assert not match.moves.get(number=1).by_ai


def legal(match: Match) -> list[Any]:
    match.refresh_from_db()
    return legal_moves(match.read_state())


def test_whoever_left_for_good_orders_nothing_any_more(match, people, clock):
    up_to(match, 1, 12)
    concede(match_id=match.pk, user=people("grace"))
    act(match, Bid(0))
    let_orders_play(match, clock)
    assert match.moves.get(number=2).by_ai
    with pytest.raises(ActionRefused):
        up_to(match, 1, 11)


def test_nobody_orders_for_a_seat_that_is_no_longer_theirs(match, people):
    changes = Changes(1, lots={0: LotOrder(Say.PASS)})
    with pytest.raises(NotSeated):
        give_orders(match_id=match.pk, seat=1, changes=changes, number=0, user_id=people("hedy").pk)
    assert not OrderSheet.objects.exists()
    assert give_orders(match_id=match.pk, seat=1, changes=changes, number=0, user_id=people("grace").pk).number == 1


def test_an_order_given_in_a_pause_plays_when_the_pause_is_over(match, clock):
    pause(match=match)
    assert up_to(match, 0, 5).played is None
    assert let_due(match) == 0
    resume(match=match)
    assert let_orders_play(match, clock) == [[0, "bid", 0]]


def let_due(match: Match) -> int:
    run_due_turns()
    match.refresh_from_db()
    return match.number


def test_what_is_taken_back_is_not_ordered_again(match, clock):
    for seat in (1, 2):
        say(match, seat, say=Say.PASS)
    wishes = Changes(1, placing=PlacingWishes(as_director=True))
    give_orders(match_id=match.pk, seat=0, changes=wishes, number=0)
    act(match, Bid(0))
    entries = let_orders_play(match, clock)
    assert [entry[1] for entry in entries] == ["pass", "pass", "place"]
    undo(match_id=match.pk, seat=0, number=match.number + 1)
    match.refresh_from_db()
    assert match.ai_due_at is None
    assert let_orders_play(match, clock) == []
    assert options(match.read_state())


def test_a_whole_quarter_is_played_by_orders_alone(people, table, clock):
    match = begin(people, table, "grace", "hedy", host_begins=True)
    state = match.read_state()
    lots = [place for place, kind in enumerate(state.edition.board) if not kind.is_party]
    for seat in (1, 2, 0):
        changes = Changes(
            1,
            lots={lot: LotOrder(Say.LIMIT, (seat + lot) % 4) for lot in lots},
            placing=PlacingWishes(as_director=True),
            party=PartyWish(as_director=True),
        )
        give_orders(match_id=match.pk, seat=seat, changes=changes, number=0)
    let_orders_play(match, clock)
    assert match.read_state().quarter == 2
    assert not match.moves.filter(by_ai=True).exists()
    assert match.moves.filter(by_order=False, forced=False).count() == 1
