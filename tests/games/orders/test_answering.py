"""What orders answer: on what their seat may know, and never what its owner did not foresee."""

from dataclasses import replace
from random import Random

import pytest

from games.ai.brain import sight_of
from games.engine import Bid, Discard, Pass, Place, State, Take, apply
from games.engine.kinds import KINDS
from games.engine.state import PARTY, Sale
from games.orders.answering import answer
from games.orders.record import from_json, to_json
from games.orders.values import (
    Answer,
    Ask,
    Changes,
    LotOrder,
    Orders,
    PartyWish,
    PlaceRule,
    PlacingWishes,
    Say,
    TileWish,
)
from tests.games.engine.tables import cast, give, go_to, new_table, play, tile_of
from tests.games.engine.test_view import with_other_secrets


def said(state: State, orders: Orders) -> Answer | Ask | None:
    """What the orders of whoever is asked answer."""
    return answer(sight_of(state, state.turn), orders)


def lot(state: State, *, cap: int | None = None, **order: object) -> Answer | Ask | None:
    """What an order for the lot that is sold answers."""
    order = {"say": Say.LIMIT, **order}
    return said(state, Orders(state.quarter, lots={state.location: LotOrder(**order)}, cap=cap))


def passes(why: str) -> Answer:
    return Answer((Pass(),), why)


def bids(amount: int) -> Answer:
    return Answer((Bid(amount),), "limit")


@pytest.fixture
def bid_at_three() -> State:
    """Seat 0 has bid 3; seat 1 is asked, then 2 and 3."""
    return play(new_table(), Bid(3))


@pytest.mark.parametrize(
    ("order", "answered"),
    [
        ({"say": Say.ASK}, None),
        ({"say": Say.PASS}, passes("pass")),
        ({"limit": 9}, bids(4)),
        ({"limit": 4}, bids(4)),
        ({"limit": 3}, passes("limit")),
        ({"limit": 99}, bids(4)),
        ({"limit": 9, "cap": 4}, bids(4)),
        ({"limit": 9, "cap": 3}, passes("cap")),
        ({"limit": 9, "keeps": 8}, bids(4)),
        ({"limit": 9, "keeps": 9}, Ask("keeps")),
        ({"limit": 9, "keeps": 9, "otherwise": Say.PASS}, passes("keeps")),
        ({"limit": 9, "while_leads": 0}, bids(4)),
        ({"limit": 9, "while_leads": 2}, Ask("leads")),
        ({"limit": 9, "while_leads": 2, "otherwise": Say.PASS}, passes("leads")),
        ({"limit": 9, "drives": True}, bids(4)),
    ],
)
def test_an_order_for_a_lot_answers(bid_at_three, order, answered):
    assert lot(bid_at_three, **order) == answered


def test_nothing_is_ordered_for_another_quarter_or_lot(bid_at_three):
    assert said(bid_at_three, Orders(2, lots={0: LotOrder(Say.LIMIT, 9)})) is None
    assert said(bid_at_three, Orders(1, lots={1: LotOrder(Say.LIMIT, 9)})) is None


def test_nobody_but_the_seat_that_is_asked_is_answered_for(bid_at_three):
    orders = Orders(1, lots={0: LotOrder(Say.LIMIT, 9)})
    assert answer(sight_of(bid_at_three, 2), orders) is None


def test_what_was_spent_in_the_quarter_counts_towards_the_cap(bid_at_three):
    bid_at_three.sales = [Sale(5, 1, 2), Sale(6, 0, 7)]
    assert lot(bid_at_three, limit=9, cap=6) == bids(4)
    assert lot(bid_at_three, limit=9, cap=5) == passes("cap")


def test_who_won_another_lot_is_asked_or_passes_as_they_said(bid_at_three):
    assert lot(bid_at_three, limit=9, unless_won=5) == bids(4)
    bid_at_three.sales = [Sale(5, 0, 2)]
    assert lot(bid_at_three, limit=9, unless_won=5) == bids(4)
    bid_at_three.sales = [Sale(5, 1, 2)]
    assert lot(bid_at_three, limit=9, unless_won=5) == Ask("won")
    assert lot(bid_at_three, limit=9, unless_won=5, otherwise=Say.PASS) == passes("won")


def test_who_drives_the_price_neither_opens_nor_stays_with_one_rival():
    opening = new_table()
    assert lot(opening, limit=5, drives=True) == passes("drives")
    with_two = play(opening, Bid(1), Pass())
    assert lot(with_two, limit=5, drives=True) == bids(2)
    with_one = play(with_two, Pass())
    assert lot(with_one, limit=5, drives=True) == passes("drives")


def party_table() -> State:
    state = new_table()
    location = next(place.id for place in state.edition.board if place.is_party)
    return go_to(state, location)


def test_a_party_wish_takes_the_first_kind_on_offer_with_the_most_stars():
    state = party_table()
    edition = state.edition
    actors = [edition.tile_index[tile_of(state, "actor", stars)] for stars in (1, 3, 2)]
    state.offered = [*actors, edition.tile_index[tile_of(state, "camera")]]
    wish = PartyWish((TileWish("music"), TileWish("actor", 2), TileWish("camera")))
    best = edition.tiles[actors[1]].id
    assert said(state, Orders(party=wish)) == Answer((Take(best),), "wish")
    assert said(state, Orders(party=PartyWish((TileWish("actor", 4),)))) == Ask("offered")
    assert said(state, Orders()) is None


def test_a_wish_for_one_party_goes_before_the_one_for_all():
    state = party_table()
    every = PartyWish(tuple(TileWish(kind) for kind in KINDS))
    assert isinstance(said(state, Orders(1, party=every)), Answer)
    assert said(state, Orders(1, parties={state.location: PartyWish()}, party=every)) is None


def test_as_the_director_would_is_what_the_director_answers():
    state = party_table()
    asked = said(state, Orders(party=PartyWish(as_director=True)))
    assert isinstance(asked, Answer)
    (move,) = asked.moves
    placed = apply(state, state.turn, move).state
    assert isinstance(said(placed, Orders(placing=PlacingWishes(as_director=True))), Answer)


def own(state: State, seat: int = 0) -> list[str]:
    return [state.edition.screenplays[held].id for held in state.screenplays[seat]]


def space_of(state: State, screenplay: str, kind: str) -> int:
    """The first space of a kind on a screenplay."""
    spaces = state.edition.spaces[state.edition.screenplay_index[screenplay]]
    return next(n for n, space in enumerate(spaces) if state.edition.space_kind[space] == KINDS.index(kind))


def test_tiles_go_where_the_first_rule_that_fits_says():
    state = new_table()
    actor, camera = tile_of(state, "actor"), tile_of(state, "camera")
    first, second, _ = own(state)
    give(state, 0, actor, camera)
    rules = (PlaceRule(actor, second), PlaceRule("actor", first), PlaceRule("camera", first))
    answered = said(state, Orders(placing=PlacingWishes(rules)))
    assert isinstance(answered, Answer)
    assert {type(move) for move in answered.moves} == {Place}
    assert {(move.tile, move.screenplay) for move in answered.moves} == {(actor, second), (camera, first)}


def test_the_rules_of_a_lot_go_before_all_others():
    state = new_table()
    actor = tile_of(state, "actor")
    first, second, _ = own(state)
    give(state, 0, actor)
    orders = Orders(1, lots={0: LotOrder(places=(PlaceRule(actor, second),))})
    orders = replace(orders, placing=PlacingWishes((PlaceRule("actor", first),)))
    answered = said(state, orders)
    assert isinstance(answered, Answer)
    assert answered.moves[0].screenplay == second


def test_what_fits_no_rule_is_thrown_away_only_where_that_was_said():
    state = new_table()
    actor, music = tile_of(state, "actor"), tile_of(state, "music")
    give(state, 0, actor, music)
    rules = (PlaceRule("actor", own(state)[0]),)
    assert said(state, Orders(placing=PlacingWishes(rules))) == Ask("fits")
    answered = said(state, Orders(placing=PlacingWishes(rules, discards=("music",))))
    assert isinstance(answered, Answer)
    assert answered.moves[-1] == Discard(music)


def test_a_tile_covers_another_only_where_that_was_said():
    state = new_table()
    first = own(state)[0]
    lower, higher = tile_of(state, "actor", 1), tile_of(state, "actor", 3)
    taken = {space_of(state, first, "actor"): lower}
    cast(state, first, taken)
    blank_or_actor = [
        n
        for n, space in enumerate(state.edition.spaces[state.edition.screenplay_index[first]])
        if state.takes[space] & state.edition.tile_bit[state.edition.tile_index[higher]] and n not in taken
    ]
    cast(state, first, {n: tile_of(state, "actor", 2, skip=skip) for skip, n in enumerate(blank_or_actor)})
    give(state, 0, higher)
    assert said(state, Orders(placing=PlacingWishes((PlaceRule("actor", first),)))) == Ask("fits")
    answered = said(state, Orders(placing=PlacingWishes((PlaceRule("actor", first, covers=True),))))
    assert answered == Answer((Place(higher, first, space_of(state, first, "actor")),), "wish")


def test_orders_answer_alike_whatever_is_hidden():
    """The same view, another bag and stack and other purses: the same answer."""
    dice = Random("orders")
    state = party_table()
    orders = Orders(1, party=PartyWish(as_director=True), placing=PlacingWishes(as_director=True))
    while state.phase == PARTY or state.hand:
        answered = said(state, orders)
        assert answered == said(with_other_secrets(state, state.turn, dice), orders)
        assert isinstance(answered, Answer)
        for move in answered.moves:
            state = apply(state, state.turn, move).state


def test_an_edit_changes_what_it_names_and_a_new_quarter_begins_without_lots():
    orders = Changes(1, lots={1: LotOrder(Say.PASS)}, changes_cap=True, cap=5).made_to(Orders())
    orders = Changes(1, lots={2: LotOrder(Say.LIMIT, 3)}, party=PartyWish(as_director=True)).made_to(orders)
    assert (sorted(orders.lots), orders.cap, orders.party.as_director) == ([1, 2], 5, True)
    later = Changes(2).made_to(orders)
    assert (later.lots, later.cap, later.party.as_director) == ({}, None, True)


def test_orders_are_kept_as_they_were_given():
    rule = PlaceRule("actor", "x", covers=True)
    orders = Orders(
        quarter=3,
        lots={
            1: LotOrder(
                Say.LIMIT, 4, drives=True, unless_won=2, while_leads=0, keeps=1, otherwise=Say.PASS, places=(rule,)
            )
        },
        parties={4: PartyWish((TileWish("actor", 2),))},
        cap=7,
        placing=PlacingWishes((rule,), ("music",), as_director=True),
        party=PartyWish(as_director=True),
    )
    assert from_json(to_json(orders)) == orders
