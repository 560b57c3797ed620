"""Auctions: who acts, what may be bid, who pays whom."""

import pytest

from games.engine import Bid, Pass, Refused, Take, acting, apply, from_json, legal_moves, to_json
from games.engine.events import BidMade, BidPassed, LotWon
from games.engine.state import NO_BID, PLACING
from tests.games.engine.tables import new_table, play, play_and_tell


def test_the_popcorn_seat_acts_first_then_clockwise():
    state = new_table(4, first=2)
    order = []
    for amount in range(4):
        order.append(acting(state))
        state = play(state, Bid(amount))
    assert order == [2, 3, 0, 1]


def test_who_has_passed_is_not_asked_again():
    state = play(new_table(3), Bid(0), Pass(), Bid(1), Bid(2))
    assert acting(state) == 2


def test_the_first_bid_may_be_nothing():
    state, events = play_and_tell(new_table(), Bid(0))
    assert events == [BidMade(0, 0)]
    assert state.leader == 0


def test_every_bid_up_to_the_purse_is_legal_and_so_is_passing():
    assert legal_moves(new_table()) == [Pass(), *map(Bid, range(13))]


def test_a_later_bid_must_be_higher():
    state = play(new_table(), Bid(5))
    with pytest.raises(Refused, match="higher than 5") as refusal:
        apply(state, 1, Bid(5))
    assert refusal.value.rule == "auction.higher"
    assert legal_moves(state)[1] == Bid(6)


def test_no_bid_is_above_the_bidders_money():
    with pytest.raises(Refused, match="13 is more than the 12") as refusal:
        apply(new_table(), 0, Bid(13))
    assert refusal.value.rule == "auction.purse"


def test_a_seat_that_cannot_outbid_is_still_asked_and_passes():
    state = play(new_table(), Bid(12))
    assert acting(state) == 1
    assert legal_moves(state) == [Pass()]


def test_only_bids_and_passes_answer_an_auction():
    with pytest.raises(Refused) as refusal:
        apply(new_table(), 0, Take("the-mayor"))
    assert refusal.value.rule == "auction.answer"


def test_the_winner_pays_takes_the_tiles_and_the_popcorn():
    state, events = play_and_tell(play(new_table(3), Pass(), Bid(4)), Pass())
    legend = state.edition.tiles[state.setup.deal.legends[0]].id
    assert events == [BidPassed(2), LotWon(seat=1, location="legend", price=4, tiles=(legend,), share=2, pot=0)]
    assert (state.popcorn, state.phase, acting(state)) == (1, PLACING, 1)
    assert state.money == [14, 8, 14]


def test_money_is_shared_equally_and_the_remainder_waits_in_the_pot():
    state = play(new_table(3), Bid(5), Pass(), Pass())
    assert (state.money, state.pot) == ([7, 14, 14], 1)


def test_what_waits_in_the_pot_is_shared_after_the_next_auction():
    state = new_table(3)
    state.pot = 1
    state = play(state, Bid(5), Pass(), Pass())
    assert (state.money, state.pot) == ([7, 15, 15], 0)


def test_the_sales_of_the_quarter_are_remembered_for_the_board():
    state = play(new_table(3), Bid(5), Pass(), Pass())
    assert state.sales == [(0, 0, 5)]


def test_the_latest_bid_of_each_seat_is_kept_until_the_lot_is_sold():
    state = play(new_table(4), Bid(0), Bid(2), Pass(), Bid(3), Bid(4))
    assert state.bids == (4, 2, NO_BID, 3)
    assert play(state, Pass(), Pass()).bids == (NO_BID,) * 4


def test_a_state_that_was_written_before_bids_were_kept_by_seat_has_none():
    state = play(new_table(3), Bid(1), Bid(2))
    plain = to_json(state)
    assert from_json(plain).bids == (1, 2, NO_BID)
    del plain["bids"]
    assert from_json(plain).bids == (NO_BID,) * 3
