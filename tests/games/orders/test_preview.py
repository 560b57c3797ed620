"""What orders would do, in figures that are true whatever the others bid."""

import pytest
from hypothesis import given
from hypothesis import strategies as some

from games.engine import Bid, view
from games.engine.state import NO_BID, Sale
from games.orders.preview import Preview, preview
from games.orders.resolving import resolve
from games.orders.values import LotOrder, Orders, Say
from tests.games.engine.tables import new_table, play


def shown(state, seat=1, location=0, cap=None, **order):
    orders = Orders(1, lots={location: LotOrder(**{"say": Say.LIMIT, **order})}, cap=cap)
    return preview(view(state, seat), orders, location)


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        ({"say": Say.ASK}, Preview("asks")),
        ({"say": Say.PASS}, Preview("passes", why="pass")),
        ({"limit": 5, "location": 2}, Preview("bids", 5, 4)),
        ({"limit": 20, "location": 2}, Preview("bids", 12, 11, "purse")),
        ({"limit": 5, "location": 2, "cap": 4}, Preview("bids", 4, 3, "cap")),
        ({"limit": 9, "location": 2, "keeps": 8}, Preview("bids", 4, 3, "keeps")),
        ({"limit": 5, "location": 2, "drives": True}, Preview("bids", 5, 4, "drives")),
        ({"limit": 3}, Preview("passes", why="limit")),
        ({"limit": 9, "while_leads": 2}, Preview("asks", why="leads")),
        ({"limit": 9, "while_leads": 2, "otherwise": Say.PASS}, Preview("passes", why="leads")),
    ],
)
def test_an_order_for_a_lot_is_foreseen(order, expected):
    assert shown(play(new_table(), Bid(3)), **order) == expected


def test_what_the_cap_no_longer_allows_passes():
    state = play(new_table(), Bid(3))
    state.sales = [Sale(4, 1, 6)]
    assert shown(state, location=2, limit=5, cap=6) == Preview("bids", 0, NO_BID, "cap")
    assert shown(state, limit=5, cap=6) == Preview("passes", why="cap")


def test_whoever_leads_wins_at_their_bid_if_nobody_goes_higher():
    state = play(new_table(), Bid(3))
    assert shown(state, seat=0, limit=3) == Preview("leads", 3, 3)
    assert shown(state, seat=0, limit=6) == Preview("leads", 6, 5)


def test_it_is_told_who_wins_against_equal_limits():
    state = new_table(2)
    assert shown(state, seat=0, limit=4).holds_ties
    assert not shown(state, seat=1, limit=4).holds_ties
    assert shown(state, seat=1, limit=3).holds_ties


@given(limit=some.integers(0, 12), others=some.lists(some.integers(NO_BID, 12), min_size=1, max_size=4))
def test_what_is_promised_holds_whatever_the_others_do(limit, others):
    """Whoever else goes no further than said loses, and the price is at most what was said."""
    state = new_table(len(others) + 1)
    told = shown(state, seat=0, limit=limit)
    limits = {0: limit, **{seat: min(most, told.others_up_to) for seat, most in enumerate(others, start=1)}}
    sold = resolve(limits, dict.fromkeys(limits, 12), state.queue)
    assert sold.seat == 0
    assert sold.price <= told.at_most
