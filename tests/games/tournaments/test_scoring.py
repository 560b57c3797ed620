"""What results are worth, and who stands before whom."""

import pytest

from games.tournaments.scoring import (
    DealResult,
    RoundOutcome,
    bye_points,
    duplicate_points,
    standings,
    table_points,
)


def seat(score: int | None, place: int | None = None, *, counts: bool = True) -> DealResult:
    return DealResult(score, place, counts)


def test_a_seat_gets_a_point_for_each_table_it_beat_and_half_for_a_tie() -> None:
    """The first row of the drawing: 61, 72, 66 and 51 at the same seat; and 39, 50, 50, 74."""
    tables = [[seat(61), seat(39)], [seat(72), seat(50)], [seat(66), seat(50)], [seat(51), seat(74)]]
    assert duplicate_points(tables) == [[2, 0], [6, 3], [4, 3], [0, 6]]


def test_nobody_is_compared_with_an_ai_and_everybody_gets_half_for_it() -> None:
    tables = [[seat(61)], [seat(72)], [seat(90, counts=False)]]
    assert duplicate_points(tables) == [[1], [3], [None]]


def test_a_table_without_a_result_is_half_a_point_to_all() -> None:
    assert duplicate_points([[seat(61)], [seat(72)], [seat(None)]]) == [[1], [3], [2]]


def test_points_of_all_who_are_compared_add_up_to_the_same() -> None:
    tables = [[seat(score)] for score in (5, 9, 9, 1, 30)]
    assert sum(row[0] or 0 for row in duplicate_points(tables)) == 5 * 4


def test_at_a_table_places_count() -> None:
    table = [seat(50, 2), seat(60, 1), seat(50, 2), seat(10, 4, counts=False)]
    assert table_points(table) == [3, 6, 3, None]
    assert table_points([seat(None), seat(None)]) == [1, 1]
    assert bye_points(2) == 2


@pytest.mark.parametrize("form", ["duplicate", "league"])
def test_the_score_settles_equal_points_then_wins_then_the_lot(form: str) -> None:
    outcomes = [
        RoundOutcome(1, 1, 4, score=50),
        RoundOutcome(2, 1, 4, score=60),
        RoundOutcome(3, 1, 4, score=50, won=True),
        RoundOutcome(4, 1, 4, score=50),
    ]
    table = standings(form, {1: 2, 2: 4, 3: 3, 4: 1}, outcomes)
    assert [(row.entrant, row.rank) for row in table] == [(2, 1), (3, 2), (4, 3), (1, 3)]


def test_in_the_swiss_system_stronger_opponents_settle_equal_points() -> None:
    outcomes = [
        RoundOutcome(1, 1, 2, score=99, met=(3,)),
        RoundOutcome(2, 1, 2, score=1, met=(4,)),
        RoundOutcome(3, 1, 0, met=(1,)),
        RoundOutcome(4, 1, 1, met=(2,)),
    ]
    table = standings("swiss", {1: 1, 2: 2, 3: 3, 4: 4}, outcomes)
    assert [row.entrant for row in table] == [2, 1, 4, 3]
    assert [row.opponents for row in table] == [1, 0, 2, 2]
