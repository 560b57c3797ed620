"""An auction in which all limits are known ends as the one that is played step by step."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as some

from games.ai.brain import sight_of
from games.engine import apply, deal, load_edition, start
from games.engine.state import AUCTION, NO_BID, Setup, State
from games.models import Match, Seat
from games.orders.answering import answer
from games.orders.resolving import Sold, resolve
from games.orders.values import Answer, Changes, LotOrder, Orders, Say
from games.play.services import ai_turns
from games.play.services.moves import begin_match
from games.play.services.orders import give_orders
from tests.games.conftest import People
from tests.games.engine.tables import ANY, SECRET
from tests.lengths import how_many

NAMES = ("ada", "grace", "hedy", "zadie", "fritz")
# Seats with a limit (none is a pass) and a purse each, and who has the popcorn.
SEATS = some.lists(some.tuples(some.none() | some.integers(0, 15), some.integers(0, 15)), min_size=2, max_size=5)


def dealt(purses: list[int], first: int) -> State:
    """A first auction between seats with these purses."""
    known = load_edition(ANY)
    state = start(Setup(known, known.studios[: len(purses)], first, deal(known, SECRET)))
    state.money = list(purses)
    return state


def order_of(limit: int | None) -> LotOrder:
    return LotOrder(Say.PASS) if limit is None else LotOrder(Say.LIMIT, limit)


def resolved(seats: list[tuple[int | None, int]], order: list[int]) -> Sold:
    limits = {seat: NO_BID if limit is None else limit for seat, (limit, _purse) in enumerate(seats)}
    return resolve(limits, {seat: purse for seat, (_limit, purse) in enumerate(seats)}, order)


@settings(max_examples=how_many(short=300, long=5_000))
@given(seats=SEATS, popcorn=some.integers(0, 4))
def test_limits_resolve_as_least_raises_from_the_popcorn_seat_do(seats, popcorn):
    state = dealt([purse for _limit, purse in seats], popcorn % len(seats))
    orders = [Orders(1, lots={0: order_of(limit)}) for limit, _purse in seats]
    order = list(state.queue)
    while state.phase == AUCTION:
        said = answer(sight_of(state, state.turn), orders[state.turn])
        assert isinstance(said, Answer)
        (move,) = said.moves
        state = apply(state, state.turn, move).state
    assert [Sold(sale.seat, sale.price) for sale in state.sales] == [resolved(seats, order)]


@pytest.mark.django_db
@settings(
    max_examples=how_many(short=12, long=150),
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
@given(seats=SEATS, popcorn=some.integers(0, 4))
def test_an_auction_held_together_ends_so_through_the_one_door(people: People, seats, popcorn):
    match = Match.objects.create(
        edition_id=ANY, size=len(seats), host=people("ada"), pace="slow", auctions=Match.Auctions.TOGETHER
    )
    Seat.objects.bulk_create(Seat(match=match, number=n, user=people(NAMES[n])) for n in range(len(seats)))
    begin_match(match=match)
    state = match.read_state()
    state.money = [purse for _limit, purse in seats]
    state.popcorn = state.turn = popcorn % len(seats)
    state.queue = [(state.turn + step) % len(seats) for step in range(len(seats))]
    match.write_state(state)
    match.save()
    for seat, (limit, purse) in enumerate(seats):
        told = None if limit is None else min(limit, purse)
        give_orders(match_id=match.pk, seat=seat, changes=Changes(1, lots={0: order_of(told)}), number=0)
    while match.read_state().phase == AUCTION:
        assert ai_turns.answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    (sale,) = match.read_state().sales
    assert Sold(sale.seat, sale.price) == resolved(seats, state.queue)


def test_where_nobody_bids_the_last_takes_it_for_nothing():
    assert resolve({0: NO_BID, 1: NO_BID, 2: NO_BID}, dict.fromkeys(range(3), 12), [1, 2, 0]) == Sold(0, 0)


def test_of_equal_limits_the_one_wins_who_is_asked_first_at_that_price():
    assert resolve({0: 4, 1: 4}, {0: 12, 1: 12}, [0, 1]) == Sold(0, 4)
    assert resolve({0: 3, 1: 3}, {0: 12, 1: 12}, [0, 1]) == Sold(1, 3)
