"""Markers, the eleven awards, and the score."""

import pytest

from games.engine import Place, places, points, scores
from games.engine.awards import award_quarter, best_director, director_stars
from games.engine.events import AwardMade, AwardWithdrawn
from games.engine.markers import MARKER_NAMES, MARKERS, NO_MARKER, best_marker, marker_name, marker_value
from games.engine.state import Award, Movie, State
from tests.games.engine.tables import EDITIONS, cast, give, markers_left, new_table, of_kind, play_and_tell, tile_of

COMEDY = "henry-putter-and-the-hole-in-one"


def with_movies(state: State, *movies: tuple[str, int, str | None]) -> State:
    """A table on which these screenplays, of these seats, have these markers."""
    for title, seat, marker in movies:
        rank = NO_MARKER if marker is None else MARKER_NAMES.index(marker)
        state.movies.append(Movie(state.edition.screenplay_index[title], seat, marker_value(rank), rank))
    return state


def made(state: State) -> list[tuple[str, str | None, int]]:
    """Award, screenplay and seat of what was awarded."""
    titles = state.edition.screenplays
    return [(a.award, None if a.screenplay is None else titles[a.screenplay].id, a.seat) for a in state.awards]


def test_there_are_thirty_markers_with_eight_to_fourteen_twice():
    assert len(MARKERS) == 30
    assert [value for _, value in MARKERS if value in range(8, 15)] == sorted([*range(8, 15)] * 2)
    assert {name for name in MARKER_NAMES if "+" in name} == {f"{value}+" for value in range(8, 15)}


def test_a_plus_ranks_above_the_same_value_without_and_is_worth_the_same():
    plain, plus = MARKER_NAMES.index("14"), MARKER_NAMES.index("14+")
    assert plus > plain
    assert marker_value(plus) == marker_value(plain) == 14


def test_the_plus_marker_goes_first_then_the_plain_one_then_the_next_lower():
    state = new_table()
    taken = []
    for _ in range(4):
        marker = best_marker(state.markers, 10)
        state.markers.remove(marker)
        taken.append(marker_name(marker))
    assert taken == ["10+", "10", "9+", "9"]


def test_the_marker_leaves_the_board_with_the_movie():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 2), 1: tile_of(state, "actor", 3)})
    effects = tile_of(state, "effects", 1)
    state, _ = play_and_tell(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert "10+" not in markers_left(state)
    assert len(state.markers) == 29


def test_the_first_movie_of_each_genre_gets_its_award_and_the_second_none():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    effects = tile_of(state, "effects")
    state, events = play_and_tell(give(state, 0, effects), Place(effects, COMEDY, 2))
    assert of_kind(events, AwardMade) == [AwardMade("first_movie", "comedy", None, COMEDY, 0, 5)]
    cast(state, "two-showgirls-and-a-banker", {0: tile_of(state, "director"), 1: tile_of(state, "actor")})
    music = tile_of(state, "music")
    state, events = play_and_tell(give(state, 1, music), Place(music, "two-showgirls-and-a-banker", 2))
    assert of_kind(events, AwardMade) == []


@pytest.mark.parametrize("quarter", [1, 2, 3])
def test_best_movie_of_a_quarter_is_the_highest_marker_and_may_win_again(quarter):
    state = with_movies(new_table(2), (COMEDY, 0, "14"), ("road-of-dust", 1, "14+"))
    state.quarter = quarter
    events = []
    award_quarter(state, events)
    assert events == [AwardMade("best_movie", None, quarter, "road-of-dust", 1, 5)]


def test_the_last_quarter_makes_the_five_large_awards_in_order():
    state = with_movies(new_table(2), (COMEDY, 0, "14"), ("road-of-dust", 1, "9"), ("pardon-my-piano", 1, "3"))
    cast(state, COMEDY, {0: tile_of(state, "director", 3)})
    state.quarter, events = 4, []
    award_quarter(state, events)
    assert made(state) == [
        ("movie_of_the_year", "road-of-dust", 1),
        ("movie_of_the_year", COMEDY, 0),
        ("best_director", None, 0),
        ("worst_movie", "pardon-my-piano", 1),
    ]
    assert {award.points for award in state.awards} == {10}
    withdrawn = [AwardWithdrawn(award, "action", None) for award in ("first_movie", "movie_of_the_year")]
    assert of_kind(events, AwardWithdrawn) == withdrawn


def test_awards_without_any_movie_leave_the_match():
    state, events = new_table(2), []
    state.quarter = 4
    award_quarter(state, events)
    assert state.awards == []
    large = ["movie_of_the_year"] * 3 + ["best_director", "worst_movie"]
    assert [event.award for event in events] == ["first_movie"] * 3 + large


def test_the_worst_movie_may_be_the_only_one_and_win_everything():
    state = with_movies(new_table(2), (COMEDY, 0, "12"))
    state.quarter = 4
    award_quarter(state, None)
    assert [award for award, _, _ in made(state)] == ["movie_of_the_year", "worst_movie"]


def test_best_director_counts_top_directors_of_movies_and_no_jokers():
    state = with_movies(new_table(2), (COMEDY, 0, "12"), ("road-of-dust", 1, "3"))
    cast(state, COMEDY, {0: tile_of(state, "director", 3)})
    cast(state, "corsair-moon", {0: tile_of(state, "director", 2)})
    cast(state, "road-of-dust", {0: tile_of(state, "joker", 2)})
    assert [director_stars(state, seat) for seat in (0, 1)] == [3, 0]
    assert best_director(state) == 0


def test_a_tie_for_the_most_director_stars_is_nobodys():
    state = with_movies(new_table(3), (COMEDY, 0, "12"), ("road-of-dust", 1, "3"))
    cast(state, COMEDY, {0: tile_of(state, "director", 3)})
    cast(state, "road-of-dust", {0: tile_of(state, "director", 3, skip=1)})
    assert best_director(state) is None


def test_the_score_is_markers_awards_and_money_and_the_pot_is_nobodys():
    state = with_movies(new_table(2), (COMEDY, 0, "12"), ("the-spiral-stair", 0, "8+"), ("road-of-dust", 1, "3"))
    state.awards = [Award("worst_movie", None, None, None, 1, 10)]
    state.money, state.pot = [5, 7], 4
    assert points(state, 0) == (20, 0, 5)
    assert scores(state) == [25, 20]


def test_unfinished_screenplays_score_nothing():
    state = new_table(2)
    cast(state, COMEDY, {0: tile_of(state, "director", 3), 1: tile_of(state, "actor", 3)})
    assert scores(state) == [12, 12]


@pytest.mark.parametrize(("edition", "expected"), [(EDITIONS[0], [1, 2, 3]), (EDITIONS[1], [1, 1, 3])])
def test_a_tied_score_is_settled_as_the_edition_says(edition, expected):
    state = new_table(3, edition)
    titles = [state.edition.screenplays[held[0]].id for held in state.screenplays]
    with_movies(state, (titles[0], 0, "14+"), (titles[1], 1, "14"), (titles[2], 2, "3"))
    state.money = [10, 10, 10]
    assert places(state) == expected
