"""The rulebooks' own examples."""

import pytest

from games.engine import Bid, Discard, Pass, Place, Refused, Take, acting, apply, legal_moves, points
from games.engine.events import MovieCompleted, ScreenplayDrawn
from games.engine.markers import MARKER_NAMES
from games.engine.party import choosing_order, count_faces
from games.engine.state import PARTY, PLACING, Award, Movie
from tests.games.engine.tables import cast, give, go_to, new_table, play, play_and_tell, tile_of

COMEDY = "henry-putter-and-the-hole-in-one"


def faces_on_the_table(*casts: tuple[int, int]) -> list[int]:
    """Faces by seat, when each seat has so many actors and guest stars lying on its screenplays."""
    state = new_table(4)
    used = {"actor": 0, "guest_star": 0}
    for seat, (actors, guests) in enumerate(casts):
        for kind, count in (("actor", actors), ("guest_star", guests)):
            for _ in range(count):
                put_somewhere(state, seat, tile_of(state, kind, skip=used[kind]))
                used[kind] += 1
    return [count_faces(state, seat) for seat in range(4)]


def put_somewhere(state, seat: int, tile: str) -> None:
    before = count_faces(state, seat)
    for move in legal_moves(give(state, seat, tile)):
        if type(move) is Place:
            trial = cast(state.copy(), move.screenplay, {move.space: tile})
            if count_faces(trial, seat) > before:
                cast(state, move.screenplay, {move.space: tile})
                return
    raise LookupError(tile)


def test_four_seats_an_auction_won_at_7_gives_the_others_2_and_leaves_1_in_the_pot():
    state = play(new_table(4), Bid(7), Pass(), Pass(), Pass())
    assert state.money == [5, 14, 14, 14]
    assert state.pot == 1


def test_party_of_the_2009_rulebook_second_fourth_first_third():
    faces = faces_on_the_table((1, 1), (3, 0), (0, 1), (2, 1))
    assert faces == [2, 3, 1, 3]
    assert choosing_order(faces, popcorn=0) == [1, 3, 0, 2]


def test_party_of_the_french_rulebook_second_fourth_first_third():
    faces = faces_on_the_table((0, 2), (3, 0), (1, 0), (2, 1))
    assert faces == [2, 3, 1, 3]
    assert choosing_order(faces, popcorn=0) == [1, 3, 0, 2]


def test_party_of_the_2000_rulebook_b_d_a_c():
    faces = faces_on_the_table((2, 0), (4, 0), (1, 0), (3, 1))
    assert faces == [2, 4, 1, 4]
    assert choosing_order(faces, popcorn=0) == [1, 3, 0, 2]


def test_music_on_a_blank_space_then_music_or_joker_and_after_a_joker_only_jokers():
    state = new_table(2)
    screenplay, blank = "corsair-moon", 3
    cast(state, screenplay, {blank: tile_of(state, "music")})

    def accepted() -> set[str]:
        kinds = ("director", "actor", "camera", "music", "effects", "guest_star", "joker")
        tiles = {kind: tile_of(state, kind, skip=2) for kind in kinds}
        return {
            kind
            for kind, tile in tiles.items()
            if Place(tile, screenplay, blank) in legal_moves(give(state.copy(), 0, tile))
        }

    assert accepted() == {"music", "joker"}
    cast(state, screenplay, {blank: tile_of(state, "joker")})
    assert accepted() == {"joker"}


def test_three_tiles_won_the_first_completes_a_movie_and_the_others_may_go_on_the_new_screenplay():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects, director, joker = tile_of(state, "effects"), tile_of(state, "director", skip=1), tile_of(state, "joker")
    state = play(give(state, 0, effects, director, joker), Place(effects, COMEDY, 2))
    new = state.edition.screenplays[state.screenplays[0][-1]].id
    assert (state.phase, acting(state)) == (PLACING, 0)
    state = play(state, Place(director, new, 0), Place(joker, new, 1))
    assert state.missing[state.edition.screenplay_index[new]] == state.edition.required[state.screenplays[0][-1]] - 2


def test_three_movies_at_10_12_18_two_awards_of_5_one_of_10_and_5_money_are_65_points():
    state = new_table(2)
    for number, marker in zip(state.screenplays[0], (10, 12, 18), strict=True):
        state.movies.append(Movie(number, 0, marker, MARKER_NAMES.index(str(marker))))
    made = (("best_movie", 5), ("first_movie", 5), ("worst_movie", 10))
    state.awards = [Award(award, None, None, None, 0, worth) for award, worth in made]
    state.money[0] = 5
    assert points(state, 0).total == 65


def test_a_guest_star_after_completion_is_refused_with_the_reason():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    state = play(give(state, 0, effects, "the-mayor"), Place(effects, COMEDY, 2))
    with pytest.raises(Refused, match="a complete movie never changes"):
        apply(state, 0, Place("the-mayor", COMEDY, 3))


def test_a_movie_completed_during_a_party_is_rated_and_a_screenplay_drawn_before_the_next_seat_chooses():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 2: tile_of(state, "effects")})
    state = go_to(state, "party-1")
    actor = tile_of(state, "actor", 3)
    state.offered[0] = state.edition.tile_index[actor]
    state = play(state, Take(actor))
    state, events = play_and_tell(state, Place(actor, COMEDY, 1))
    kinds = [type(event) for event in events]
    assert kinds.index(MovieCompleted) < kinds.index(ScreenplayDrawn)
    assert (state.phase, acting(state)) == (PARTY, 1)
    assert len(state.screenplays[0]) == 4
    assert play(state, legal_moves(state)[0], Discard(legal_moves(state)[0].tile)).location == 4
