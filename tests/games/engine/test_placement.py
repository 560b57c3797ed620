"""Placing: what fits where, what lies on top, when a screenplay becomes a movie."""

import pytest

from games.engine import Bid, Discard, Pass, Place, Refused, acting, apply, legal_moves
from games.engine.events import MovieCompleted, ScreenplayDrawn, TileDiscarded, TilePlaced
from games.engine.kinds import KINDS, SPACE_KINDS
from games.engine.state import AUCTION, PLACING
from tests.games.engine.tables import cast, give, new_table, of_kind, play, play_and_tell, tile_of

OWN_KIND = {kind: {kind, "joker"} for kind in ("director", "actor", "camera", "music", "effects")}
EMPTY = OWN_KIND | {"guest_star": {"guest_star"}, "blank": {"actor", "camera", "music", "effects", "joker"}}
COVERED = OWN_KIND | {"guest_star": {"guest_star"}, "joker": {"joker"}}

COMEDY = "henry-putter-and-the-hole-in-one"  # director, actor, effects, guest star; 4 printed stars
ACTION = "corsair-moon"  # director, actor, camera, blank, blank, guest star


def fits(state, tile: str, screenplay: str, space: int) -> bool:
    return Place(tile, screenplay, space) in legal_moves(give(state.copy(), 0, tile))


def screenplay_with(state, kind: str) -> tuple[str, int]:
    """One of seat 0's screenplays with a space of that kind, and the space."""
    for number in state.screenplays[0]:
        screenplay = state.edition.screenplays[number]
        if SPACE_KINDS.index(kind) in screenplay.spaces:
            return screenplay.id, screenplay.spaces.index(SPACE_KINDS.index(kind))
    raise LookupError(kind)


@pytest.mark.parametrize("space_kind", SPACE_KINDS)
@pytest.mark.parametrize("tile_kind", KINDS)
def test_an_empty_space_takes_its_own_kind_or_a_joker(space_kind, tile_kind):
    state = new_table(2)
    screenplay, space = screenplay_with(state, space_kind)
    assert fits(state, tile_of(state, tile_kind), screenplay, space) == (tile_kind in EMPTY[space_kind])


@pytest.mark.parametrize("top", KINDS)
@pytest.mark.parametrize("tile_kind", KINDS)
def test_a_covered_space_takes_the_kind_on_top_or_a_joker_and_on_a_joker_only_a_joker(top, tile_kind):
    state = new_table(2)
    screenplay, space = screenplay_with(state, "director" if top == "joker" else top)
    cast(state, screenplay, {space: tile_of(state, top)})
    assert fits(state, tile_of(state, tile_kind, skip=1), screenplay, space) == (tile_kind in COVERED[top])


@pytest.mark.parametrize("top", ["actor", "camera", "music", "effects", "joker"])
@pytest.mark.parametrize("tile_kind", KINDS)
def test_a_covered_blank_space_takes_the_kind_on_top_or_a_joker(top, tile_kind):
    state = new_table(2)
    screenplay, space = screenplay_with(state, "blank")
    cast(state, screenplay, {space: tile_of(state, top)})
    assert fits(state, tile_of(state, tile_kind, skip=1), screenplay, space) == (tile_kind in COVERED[top])


def test_a_tile_that_does_not_fit_is_refused_with_what_would():
    state = give(new_table(2), 0, tile_of(new_table(2), "music"))
    with pytest.raises(Refused, match="director or joker") as refusal:
        apply(state, 0, Place(tile_of(state, "music"), COMEDY, 0))
    assert refusal.value.rule == "placing.fits"


def test_tiles_are_placed_in_any_order_and_placing_ends_with_the_last():
    state = new_table(2)
    actor, camera = tile_of(state, "actor"), tile_of(state, "camera")
    state = give(state, 0, actor, camera)
    state, events = play_and_tell(state, Place(camera, ACTION, 2))
    assert events == [TilePlaced(0, camera, ACTION, 2, covered=None)]
    assert state.phase == PLACING
    state = play(state, Place(actor, ACTION, 1))
    assert (state.phase, state.location) == (AUCTION, 1)


def test_a_discarded_tile_leaves_the_match():
    state = new_table(2)
    actor = tile_of(state, "actor")
    state, events = play_and_tell(give(state, 0, actor), Discard(actor))
    assert events[0] == TileDiscarded(0, actor)
    assert state.discarded == [state.edition.tile_index[actor]]


def test_only_the_top_tile_counts_and_the_covered_one_stays_below():
    state = new_table(2)
    low, high = tile_of(state, "actor", 0), tile_of(state, "actor", 3)
    cast(state, COMEDY, {0: tile_of(state, "director", 2), 1: low})
    effects = tile_of(state, "effects", 1)
    state, events = play_and_tell(give(state, 0, high, effects), Place(high, COMEDY, 1))
    assert events == [TilePlaced(0, high, COMEDY, 1, covered=low)]
    state = play(state, Place(effects, COMEDY, 2))
    assert state.movies[0].total == 4 + 2 + 3 + 1
    space = state.edition.spaces[state.edition.screenplay_index[COMEDY]][1]
    assert [state.edition.tiles[tile].id for tile in state.stack(space)] == [low, high]


def test_nothing_else_is_answered_before_the_hand_is_empty():
    state = give(new_table(2), 0, "the-mayor")
    for move in (Bid(1), Pass()):
        with pytest.raises(Refused) as refusal:
            apply(state, 0, move)
        assert refusal.value.rule == "placing.answer"


def test_a_tile_that_is_not_in_hand_is_refused():
    state = give(new_table(2), 0, "the-mayor")
    with pytest.raises(Refused) as refusal:
        apply(state, 0, Discard("goldie-vega"))
    assert refusal.value.rule == "placing.hand"


def test_another_seats_screenplay_is_refused():
    state = give(new_table(2), 0, tile_of(new_table(2), "actor"))
    with pytest.raises(Refused) as refusal:
        apply(state, 0, Place(tile_of(state, "actor"), "road-of-dust", 1))
    assert refusal.value.rule == "placing.owner"


@pytest.mark.parametrize("space", [-1, 4, 10**30, True, 1.0, "1", None])
def test_a_space_that_does_not_exist_is_refused(space):
    state = give(new_table(2), 0, tile_of(new_table(2), "actor"))
    with pytest.raises(Refused) as refusal:
        apply(state, 0, Place(tile_of(state, "actor"), COMEDY, space))
    assert refusal.value.rule == "placing.space"


def test_a_movie_is_complete_the_moment_every_space_but_the_guest_stars_has_a_tile():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 2), 1: tile_of(state, "actor", 3)})
    joker = tile_of(state, "joker", 1)
    state, events = play_and_tell(give(state, 0, joker), Place(joker, COMEDY, 2))
    assert of_kind(events, MovieCompleted) == [MovieCompleted(0, COMEDY, total=10, marker="10+")]


def test_a_guest_star_does_not_complete_a_movie_but_counts_in_it():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 2), 1: tile_of(state, "actor", 3)})
    effects = tile_of(state, "effects", 3)
    state = play(give(state, 0, "goldie-vega", effects), Place("goldie-vega", COMEDY, 3))
    assert not state.movies
    assert play(state, Place(effects, COMEDY, 2)).movies[0].total == 4 + 2 + 3 + 3 + 2


def test_the_guest_star_of_minus_one_counts_minus_one():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 0), 1: tile_of(state, "actor", 0), 3: "reiner-knizia"})
    effects = tile_of(state, "effects", 0)
    state = play(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert state.movies[0].total == 3


def test_a_complete_movie_never_changes():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects, better = tile_of(state, "effects", 0), tile_of(state, "effects", 3)
    state = play(give(state, 0, effects, better), Place(effects, COMEDY, 2))
    with pytest.raises(Refused, match="never changes") as refusal:
        apply(state, 0, Place(better, COMEDY, 2))
    assert refusal.value.rule == "placing.complete"


def test_the_owner_takes_the_top_neutral_screenplay_and_the_next_is_seen():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    stack = [state.edition.screenplays[number].id for number in state.setup.deal.screenplays]
    state, events = play_and_tell(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert of_kind(events, ScreenplayDrawn) == [ScreenplayDrawn(0, stack[0], uncovered=stack[1])]
    assert state.edition.screenplay_index[stack[0]] in state.screenplays[0]


@pytest.mark.parametrize(("drawn", "expected"), [(6, 1), (7, 0)])
def test_the_last_screenplay_uncovers_none_and_an_empty_stack_gives_none(drawn, expected):
    state = new_table(2)
    state.drawn = drawn
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    state, events = play_and_tell(give(state, 0, effects), Place(effects, COMEDY, 2))
    draws = of_kind(events, ScreenplayDrawn)
    assert [draw.uncovered for draw in draws] == [None] * expected
    assert len(state.screenplays[0]) == 3 + expected


def test_the_winner_of_a_lot_is_asked_until_its_hand_is_empty():
    state = give(new_table(2), 1, tile_of(new_table(2), "joker"), "the-mayor")
    assert acting(state) == 1
    assert acting(play(state, Discard("the-mayor"))) == 1
