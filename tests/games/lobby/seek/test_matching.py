"""Who fits together: without a database."""

from typing import Any

import pytest

from games.lobby.seek.matching import NEAR_POINTS, SeekWish, choose_group


def wish(user: int, *sizes: int, **said: Any) -> SeekWish:
    usual = {"decision_seconds": 90, "rated": False, "near": False, "edition_id": "", "strength": 1500}
    return SeekWish(seek_id=100 + user, user_id=user, sizes=frozenset(sizes or (3, 4)), **{**usual, **said})


def chosen(*wishes: SeekWish) -> list[int]:
    group = choose_group(wishes)
    return [wish.user_id for wish in group.wishes] if group else []


def test_two_who_want_three_wait_for_a_third() -> None:
    assert chosen(wish(1, 3), wish(2, 3)) == []
    assert chosen(wish(1, 3), wish(2, 3), wish(3, 3)) == [1, 2, 3]


def test_the_table_is_as_large_as_they_like() -> None:
    assert chosen(*(wish(number, 3, 4) for number in range(1, 6))) == [1, 2, 3, 4]


def test_a_size_that_all_want_is_found() -> None:
    assert chosen(wish(1, 2, 4), wish(2, 2, 3), wish(3, 3, 4)) == [1, 2]


def test_who_has_waited_longest_comes_first() -> None:
    assert chosen(wish(1, 5), wish(2, 2), wish(3, 2), wish(4, 2)) == [2, 3]


@pytest.mark.parametrize(
    "other",
    [
        {"decision_seconds": 60},
        {"rated": True},
        {"edition_id": "traumfabrik-2000"},
        {"apart": frozenset({1})},
    ],
    ids=lambda said: next(iter(said)),
)
def test_people_who_do_not_fit_are_not_brought_together(other: dict[str, Any]) -> None:
    first = wish(1, 2, edition_id="dream-factory-2009")
    assert chosen(first, wish(2, 2, **other)) == []
    assert chosen(first, wish(2, 2, **other), wish(3, 2)) == [1, 3]


def test_who_takes_any_edition_plays_that_of_the_others() -> None:
    group = choose_group([wish(1, 2), wish(2, 2, edition_id="traumfabrik-2000")])
    assert group is not None
    assert group.edition_id == "traumfabrik-2000"


def test_about_ones_own_rating_holds_for_whoever_asked_for_it() -> None:
    strong = {"strength": 1500 + NEAR_POINTS + 1}
    assert chosen(wish(1, 2, near=True), wish(2, 2, **strong)) == []
    assert chosen(wish(1, 2), wish(2, 2, near=True, **strong)) == []
    assert chosen(wish(1, 2), wish(2, 2, **strong)) == [1, 2]
    assert chosen(wish(1, 2, near=True), wish(2, 2, near=True, strength=1500 + NEAR_POINTS)) == [1, 2]


def test_two_who_are_kept_apart_keep_nobody_else_waiting() -> None:
    assert chosen(wish(1, 3), wish(2, 3, apart=frozenset({3})), wish(3, 3), wish(4, 3)) == [1, 2, 4]
