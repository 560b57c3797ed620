"""The mogul: what it learns from the log, how it thinks an auction through, and what it keeps to itself."""

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache, partial
from random import Random
from statistics import NormalDist

import pytest

from games.ai.auction_search import BidPlan, plans
from games.ai.bidding import Chances, reach_of_rivals
from games.ai.brain import Brain, sight_of
from games.ai.doubts import cut_off
from games.ai.ladder import director
from games.ai.levels import LEVELS
from games.ai.lot_search import Depth, Stakes, by_price
from games.ai.match import PlayedMatch, play_match
from games.ai.mogul import forget, mogul
from games.ai.rivals import EXACTLY, MANNERS, BidEvidence, picture_of, read_log
from games.ai.searcher import producer
from games.engine import State, options, perform, start
from games.engine.kinds import GUEST_STAR
from games.engine.moves import PASS
from games.engine.state import AUCTION, NO_TILE, OVER, PLACING
from tests.games.ai.test_levels import new_table
from tests.games.engine.tables import EDITIONS

FEW = Depth(pairs=4, locations=2)
SHORT = replace(mogul, bids=FEW, choices=FEW)


def auction(seats: int, bid: int, leader: int) -> State:
    """An auction in which seat 0 is asked, after another has bid."""
    state = start(replace(new_table(seats, EDITIONS[0], Random("auction")).setup, first=0))
    state.bid, state.leader, state.money = bid, leader, [20] * seats
    state.bids = tuple(bid if seat == leader else -1 for seat in range(seats))
    return state


def even_at(price: int) -> Chances:
    """A lot whose winner gains nothing at this price, and a coin whoever does not pay it."""
    return Chances(
        [0.5 - 0.01 * (paid - price) for paid in range(40)], [0.5 + 0.01 * (paid - price) for paid in range(40)]
    )


def surely(limit: int) -> list[float]:
    """A limit that is known."""
    return [0.0] * limit + [1.0]


def best(found: list[BidPlan]) -> BidPlan:
    """The best of them, the lowest where several are."""
    return max(found, key=lambda plan: plan.chance)


def going_on(doubt: Sequence[float], price: int) -> float:
    """The chance that a rival bids more than a price."""
    return sum(doubt[price + 1 :])


# --- the bubble


def test_a_bid_beyond_what_was_thought_likely_cuts_the_rest_off_and_moves_no_limit():
    thought = [(1.0, NormalDist(10, 1.5))]
    assert going_on(cut_off(thought, 6, 30), 10) == pytest.approx(going_on(cut_off(thought, 0, 30), 10), abs=0.01)
    assert going_on(cut_off(thought, 14, 30), 14) < 0.15
    state = auction(2, 14, 1)
    # A producer takes such a bid for a new centre, and so believes that the leader will go on.
    assert 1 - reach_of_rivals(state, {0: 10.0, 1: 10.0}, 0.15).none_beyond[14] > 0.5


def test_a_lot_worth_ten_is_left_to_whoever_has_bid_fourteen():
    doubt = cut_off([(1.0, NormalDist(10, 1.5))], 14, 20)
    assert best(plans(14, 20, doubt, even_at(10))).answer == PASS


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_in_a_crowd_a_bid_beyond_what_was_thought_is_taken_for_the_last_one(seats):
    state = auction(seats, 14, 1)
    limits = dict.fromkeys(range(seats), 10.0)
    trusting, doubting = (
        1 - reach_of_rivals(state, limits, 0.15, trusts_bids=trusts).none_beyond[14] for trusts in (True, False)
    )
    assert trusting > 0.5 > 0.4 > doubting
    assert not mogul.crowd.trusts_bids


def test_who_goes_beyond_all_that_was_thought_is_taken_to_stop_there():
    assert cut_off([(1.0, NormalDist(2, 0.1))], 15, 20)[15] == 1


# --- whole auctions


def test_a_jump_to_the_rivals_limit_saves_the_coin_that_raising_by_one_would_cost():
    worth = even_at(12)
    # Raising by one from 5 would end at 8; with a bid of 7 it ends there, since the rival does not outbid it.
    assert best(plans(5, 20, surely(7), worth)) == BidPlan(7, worth.having[7])
    # Two below it may still be raised by one: there is time to jump when one is asked again.
    assert best(plans(3, 20, surely(7), worth)) == BidPlan(4, worth.having[7])


def test_who_bids_first_what_both_have_wins_the_lot_that_both_would_pay_more_for():
    assert best(plans(7, 9, surely(9), even_at(15))).answer == 9


def test_a_low_bid_is_worth_what_the_best_answer_to_the_next_question_makes_of_it():
    worth = even_at(12)
    four_or_nine = [0.0] * 4 + [0.5] + [0.0] * 4 + [0.5]
    chances = {plan.answer: plan.chance for plan in plans(0, 20, four_or_nine, worth)}
    # Whoever is still there above 4 will go to 9, so a bid of 4 is followed by one of 9; by ones it would end at 10.
    assert chances[4] == pytest.approx((worth.having[4] + worth.having[9]) / 2) == max(chances.values())


def test_a_rival_who_will_pay_nine_is_driven_there_and_not_further():
    worth = even_at(5)
    found = plans(3, 20, surely(9), worth)
    assert best(found).chance == worth.losing[9] > found[0].chance
    assert best(plans(9, 20, surely(9), worth)).answer == PASS


def test_chances_of_all_answers_are_weighed_by_what_the_rival_may_do():
    worth, doubt = even_at(8), [0.1, 0.2, 0.3, 0.4]
    by_hand = {1: 0.3 * worth.having[1] + 0.3 * worth.having[2] + 0.4 * worth.having[3], 3: worth.having[3]}
    found = {plan.answer: plan.chance for plan in plans(-1, 20, doubt, worth)}
    assert {answer: found[answer] for answer in by_hand} == pytest.approx(by_hand, abs=0.02)
    assert found[PASS] == pytest.approx(worth.losing[0])
    assert set(found) == {PASS, 0, 1, 2, 3}


def test_the_highest_price_is_the_one_at_which_having_and_losing_are_equal():
    assert even_at(8).fair_price() == 8


# --- a limit for each rival


@cache
def played_by(level: str) -> PlayedMatch:
    setup = new_table(3, EDITIONS[0], Random("log")).setup
    brain: Brain = replace(producer, bids=FEW) if level == "producer" else LEVELS[level].brain
    return play_match(setup, [brain] * 3, [Random(seat) for seat in range(3)])


def evidence_in(played: PlayedMatch, answers: int) -> list[BidEvidence]:
    """What a log tells that ends in an auction after about so many answers."""
    state, log = start(played.state.setup), list[int]()
    for _, _, code in played.decisions:
        if len(log) >= answers and state.phase == AUCTION:
            break
        log.append(code)
        perform(state, code)
    seen = sight_of(state, state.turn, log).view.state
    seen.money = state.money
    return read_log(director.appraiser(seen), seen, log)


def test_a_director_is_known_by_its_bids_and_a_producer_is_not_taken_for_one():
    for seat in range(3):
        assert picture_of(seat, evidence_in(played_by("director"), 260)).manners[0] > 0.9
        assert picture_of(seat, evidence_in(played_by("producer"), 260)).manners[0] < 0.5


def test_before_anything_was_bid_nobody_is_known():
    (director_like, *others), thinks = picture_of(1, [])
    assert director_like < 0.5
    assert thinks > sum(others) > 0
    assert director_like + sum(others) + thinks == pytest.approx(1)


@pytest.mark.parametrize("part", [0.7, 1.45])
def test_who_goes_further_or_less_far_than_the_valuation_gets_a_limit_of_its_own(part):
    worths = (4.0, 6.0, 8.0, 5.0, 9.0, 7.0) * 2
    told = [BidEvidence(1, worth, int(part * worth), int(part * worth) + 1) for worth in worths]
    manners, thinks = picture_of(1, told)
    mean_part = sum(weight * manner.part for weight, manner in zip(manners, MANNERS, strict=True)) / sum(manners)
    assert mean_part == pytest.approx(part, rel=0.15)
    assert sum(manners) > thinks
    assert manners[MANNERS.index(EXACTLY)] < 0.01


def test_who_cannot_outbid_tells_nothing_by_passing():
    for one in evidence_in(played_by("director"), 200):
        assert one.bid >= 0 or one.refused is not None


def test_a_log_that_leads_elsewhere_is_not_believed():
    played = played_by("director")
    state = start(played.state.setup)
    codes = [code for _, _, code in played.decisions]
    assert read_log(director.appraiser(state), state, codes[:40]) == []
    assert read_log(director.appraiser(state), state, [10_000]) == []


# --- the risk of going broke


def test_between_two_prices_that_were_played_out_chances_lie_between_and_beyond_them_the_coin_counts():
    ends = {4: [[20.0, 20.0]] * 3, 10: [[5.0, 20.0]] * 3}  # the last six coins cost far more than six points
    mine, _ = by_price(0, ends, Stakes(coin=1.0, luck=10.0, highest=12))
    assert mine[4] == pytest.approx(0.5)
    assert mine[4] - mine[7] == pytest.approx(mine[7] - mine[10])
    assert mine[3] > mine[4]
    assert mine[3] - mine[4] < (mine[4] - mine[10]) / 6


# --- a tile that fits


def discarding_state() -> State:
    """Somebody has a tile in hand that a director would throw away, although an empty space of its kind takes it."""
    dice = Random("discard")
    while True:
        state = new_table(3, EDITIONS[0], dice)
        while state.phase != OVER:
            code = director(options(state), partial(sight_of, state, state.turn), dice).code
            if state.phase == PLACING and code < 0 and any(fits_empty(state, one) for one in options(state)):
                return state
            perform(state, code)


def fits_empty(state: State, code: int) -> bool:
    edition = state.edition
    tile, space = divmod(code, len(edition.space_kind))
    is_of_its_kind = edition.space_kind[space] == edition.tile_kind[tile] != GUEST_STAR
    is_last = state.missing[edition.space_screenplay[space]] == 1
    return code >= 0 and state.top[space] == NO_TILE and is_of_its_kind and not is_last


def test_a_tile_that_fits_is_not_discarded():
    state = discarding_state()
    assert fits_empty(state, mogul(options(state), partial(sight_of, state, state.turn), Random(1)).code)


# --- private dice


def bids_by_whim(brain: Brain) -> list[set[int]]:
    """At many auctions the answers that a brain gives with one whim and another."""
    dice, found = Random("whims"), []
    while len(found) < 40:
        state, log = new_table(2, EDITIONS[0], dice), list[int]()
        while state.phase != OVER:
            if state.phase == AUCTION and dice.random() < 0.2:
                found.append({_asked(brain, state, log, whim) for whim in ("one", "another", "a third")})
            log.append(director(options(state), partial(sight_of, state, state.turn), dice).code)
            perform(state, log[-1])
    return found


def _asked(brain: Brain, state: State, log: Sequence[int], whim: str) -> int:
    forget()
    return brain(options(state), partial(sight_of, state, state.turn, log, whim), Random(1)).code


def test_who_has_a_copy_of_the_brain_but_not_its_whim_cannot_tell_its_bids():
    found = bids_by_whim(SHORT)
    assert sum(len(answers) > 1 for answers in found) > len(found) / 20
    assert all(len(answers) == 1 for answers in bids_by_whim(director))


def test_the_same_whim_gives_the_same_bid_again():
    state = new_table(3, EDITIONS[0], Random("again"))
    assert _asked(SHORT, state, (), "mine") == _asked(SHORT, state, (), "mine")


def test_it_does_not_always_raise_by_one():
    raises = [answer for answers in bids_by_whim(SHORT) for answer in answers if answer > 1]
    assert len(set(raises)) > 2


# --- the levels below


KEPT = {
    ("director", 2, EDITIONS[0]): "2338fb4137e4cc26",
    ("director", 2, EDITIONS[1]): "02f8fae7a30824d7",
    ("director", 4, EDITIONS[0]): "cabff839ae43dd97",
    ("director", 4, EDITIONS[1]): "84103321d507ff6f",
    ("producer", 2, EDITIONS[0]): "9ead56ab53f89422",
    ("producer", 2, EDITIONS[1]): "20b92db2bb04a7a7",
    ("producer", 4, EDITIONS[0]): "4b72782ddb7b14c1",
    ("producer", 4, EDITIONS[1]): "d76360704fdbde18",
}


@pytest.mark.parametrize(("level", "seats", "edition"), KEPT)
def test_directors_and_producers_answer_kept_positions_as_they_always_did(level, seats, edition):
    dice = Random(f"kept/{level}/{seats}/{edition}")
    state, answers = new_table(seats, edition, dice), []
    while state.phase != OVER:
        look = partial(sight_of, state, state.turn)
        if dice.random() < 0.15:
            answers.append(LEVELS[level].brain(options(state), look, Random(1)).code)
        perform(state, director(options(state), look, Random(1)).code)
    assert hashlib.sha256(repr(answers).encode()).hexdigest()[:16] == KEPT[level, seats, edition]
