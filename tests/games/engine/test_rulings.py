"""The rulings R1 to R15, one by one, where the rulebooks leave something open."""

from dataclasses import replace

import pytest

from games.engine import (
    Bid,
    Discard,
    Pass,
    Place,
    Refused,
    Setup,
    Take,
    acting,
    apply,
    deal,
    draw_first,
    draw_studios,
    legal_moves,
    load_edition,
    places,
    start,
    view,
)
from games.engine.awards import award_quarter, best_director, best_of, movie_rank
from games.engine.events import AwardWithdrawn, LotWon
from games.engine.markers import MARKER_NAMES, NO_MARKER, best_marker, marker_name, marker_value
from games.engine.party import count_faces
from games.engine.placement import rate
from games.engine.state import HIDDEN, PLACING, Movie
from tests.games.engine.tables import EDITIONS, SECRET, cast, give, go_to, new_table, play, play_and_tell, tile_of

COMEDY = "henry-putter-and-the-hole-in-one"


def test_r1_when_nobody_bids_the_last_seat_wins_at_0_without_being_asked():
    state, events = play_and_tell(play(new_table(3), Pass()), Pass())
    assert isinstance(events[-1], LotWon)
    assert (events[-1].seat, events[-1].price, events[-1].share) == (2, 0, 0)
    assert (acting(state), state.phase, state.popcorn) == (2, PLACING, 2)


def test_r1_the_last_seat_may_discard_what_it_wins():
    state = play(new_table(2), Pass())
    legend = state.edition.tiles[state.hand[0]].id
    assert play(state, Discard(legend)).location == 1


def test_r2_covered_tiles_do_not_count_for_the_party_order():
    state = new_table(2)
    cast(state, COMEDY, {1: tile_of(state, "actor")})
    cast(state, COMEDY, {1: tile_of(state, "joker")})
    assert count_faces(state, 0) == 0


def test_r2_covered_tiles_do_not_count_for_the_total_or_the_best_director():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 3), 1: tile_of(state, "actor", 0)})
    cast(state, COMEDY, {0: tile_of(state, "joker", 1)})
    effects = tile_of(state, "effects", 0)
    state = play(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert state.movies[0].total == 4 + 1
    assert best_director(state) is None


def test_r3_a_party_tile_is_taken_and_may_be_discarded():
    state = go_to(new_table(2), "party-1")
    with pytest.raises(Refused):
        apply(state, 0, Pass())
    tile = legal_moves(state)[0].tile
    assert acting(play(state, Take(tile), Discard(tile))) == 1


def test_r4_a_total_above_22_gets_the_highest_marker_left():
    state = new_table()
    assert marker_name(best_marker(state.markers, 40)) == "22"
    state.markers.remove(MARKER_NAMES.index("22"))
    assert marker_name(best_marker(state.markers, 40)) == "21"


def test_r4_a_movie_completed_with_more_than_22_stars_gets_the_22():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 3), 1: tile_of(state, "actor", 3)})
    edition = replace(state.edition, screenplays=tuple(replace(play, stars=20) for play in state.edition.screenplays))
    state.edition = edition
    effects = tile_of(state, "effects", 3)
    state = play(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert (state.movies[0].total, marker_name(state.movies[0].marker)) == (29, "22")


def test_r5_with_no_marker_at_or_below_the_total_a_movie_is_rated_0_without_a_marker():
    state = new_table(2)
    state.markers = [rank for rank in state.markers if marker_value(rank) > 4]
    cast(state, COMEDY, {0: tile_of(state, "director", 0), 1: tile_of(state, "actor", 0)})
    effects = tile_of(state, "effects", 0)
    before = list(state.markers)
    state = play(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert (state.movies[0].total, state.movies[0].marker) == (4, NO_MARKER)
    assert marker_value(NO_MARKER) == 0
    assert marker_name(NO_MARKER) is None
    assert state.markers == before


def test_r5_a_movie_without_a_marker_ranks_below_every_marker_and_a_later_one_lower():
    state = new_table(2)
    first, later, zero = Movie(0, 0, 0, NO_MARKER), Movie(1, 1, 0, NO_MARKER), Movie(2, 0, 0, 0)
    state.movies = [first, later, zero]
    ranks = [movie_rank(state.movies, movie) for movie in state.movies]
    assert ranks[2] > ranks[0] > ranks[1]
    state.quarter = 4
    award_quarter(state, None)
    assert state.awards[-1].screenplay == later.screenplay


def test_r6_best_director_at_0_is_nobodys_unless_one_seat_is_above_the_rest():
    state = new_table(3)
    assert best_director(state) is None
    cast(state, COMEDY, {0: tile_of(state, "director", 1)})
    state.movies = [Movie(state.edition.screenplay_index[COMEDY], 0, 5, 5)]
    assert best_director(state) == 0


def test_r7_without_a_movie_the_quarters_award_leaves_the_match():
    state, events = new_table(2), []
    award_quarter(state, events)
    assert events == [AwardWithdrawn("best_movie", None, 1)]
    assert state.awards == []


def test_r8_tied_seats_without_a_movie_share_the_place_and_the_next_number_is_skipped():
    state = new_table(3)
    state.money = [12, 12, 3]
    assert places(state) == [1, 1, 3]


def test_r8_a_movie_without_a_marker_is_above_having_none():
    state = new_table(3)
    state.movies = [Movie(0, 1, 0, NO_MARKER), Movie(1, 2, 0, NO_MARKER)]
    assert places(state) == [3, 1, 2]


def test_r9_no_two_movies_have_the_same_rank():
    state = new_table(2)
    state.movies = [Movie(0, 0, 9, 9), Movie(1, 1, 9, 10), Movie(2, 0, 0, NO_MARKER), Movie(3, 0, 0, NO_MARKER)]
    assert len({movie_rank(state.movies, movie) for movie in state.movies}) == 4
    assert best_of(state, state.movies) == state.movies[1]


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_r10_with_three_to_five_seats_each_sees_its_own_money_only(seats):
    state = play(new_table(seats), Bid(3), *[Pass()] * (seats - 1))
    for viewer in range(seats):
        seen = view(state, viewer).state.money
        assert seen == [amount if seat == viewer else None for seat, amount in enumerate(state.money)]
    assert view(state, None).state.money == [None] * seats


def test_r10_with_two_seats_or_open_money_all_amounts_are_seen():
    for state in (new_table(2), new_table(4, open_money=True)):
        for viewer in (0, 1, None):
            assert view(state, viewer).state.money == state.money


def test_r10_a_finished_match_shows_all():
    state = new_table(3)
    while acting(state) is not None:
        state = play(state, legal_moves(state)[0])
    for viewer in (0, None):
        assert view(state, viewer).state.money == state.money
        assert HIDDEN not in view(state, viewer).state.setup.deal.bag


@pytest.mark.parametrize("edition", EDITIONS)
def test_r11_bag_face_down_tiles_stack_and_coming_legends_are_secret(edition):
    state = new_table(3, edition)
    seen = view(state, 0).state
    lots = state.edition.lots(3)[0]
    shown = {
        i for place, lot in zip(state.edition.board, lots, strict=True) if not place.is_party for i in range(89)[lot]
    }
    assert {index for index, tile in enumerate(seen.setup.deal.bag) if tile != HIDDEN} == shown
    assert [title != HIDDEN for title in seen.setup.deal.screenplays] == [True] + [False] * 6
    legends = [True] * 4 if state.edition.options.legends_seen else [True] + [False] * 3
    assert [tile != HIDDEN for tile in seen.setup.deal.legends] == legends


def test_r11_a_partys_tiles_are_seen_when_it_begins():
    state = go_to(new_table(3), "party-1")
    seen = view(state, None).state
    assert seen.lot() == state.lot()
    assert seen.lot_at(1, 7) == (HIDDEN,) * 3


def test_r12_a_seat_that_can_only_discard_is_still_asked_and_each_discard_is_a_move():
    state = give(new_table(2), 0, "the-mayor", "goldie-vega")
    for number in state.screenplays[0]:
        for space in state.edition.spaces[number]:
            state.takes[space] = 0
    assert legal_moves(state) == [Discard("the-mayor"), Discard("goldie-vega")]
    state = play(state, Discard("goldie-vega"))
    assert legal_moves(state) == [Discard("the-mayor")]


def test_r13_the_popcorn_starts_with_a_random_seat_or_the_hosts_choice():
    drawn = {draw_first(bytes([number]) * 32, 4) for number in range(64)}
    assert drawn == {0, 1, 2, 3}
    assert new_table(4, first=3).popcorn == 3


@pytest.mark.parametrize("edition", EDITIONS)
def test_r14_only_screenplays_of_the_studios_in_the_match_are_in_it(edition):
    known = load_edition(edition)
    studios = draw_studios(known, SECRET, 3)
    assert len(set(studios)) == 3
    state = start(Setup(known, studios, 0, deal(known, SECRET)))
    for studio, held in zip(studios, state.screenplays, strict=True):
        assert {known.screenplays[number].studio for number in held} == {studio}
        assert len(held) == 3


def test_r15_the_legends_of_the_2000_edition_are_in_random_order_and_open_from_the_start():
    edition = load_edition("traumfabrik-2000")
    orders = {deal(edition, bytes([number]) * 32).legends for number in range(64)}
    assert len(orders) > 10
    state = new_table(3, edition.id)
    assert view(state, None).state.setup.deal.legends == state.setup.deal.legends


def test_the_total_so_far_is_what_rate_tells():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 3)})
    assert rate(state, state.edition.screenplay_index[COMEDY]).total == 7
