"""The formula: examples computed by hand, and what holds for all matches."""

from collections.abc import Sequence
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from leaderboard.elo import (
    CERTAIN,
    EXPECTATIONS,
    FULL_MEETINGS,
    NEWCOMER_MATCHES,
    START,
    RatedPlayer,
    change_against,
    expected,
    pair_change,
    shown,
)
from tests.leaderboard.strengths import PLAYERS, rank_correlation, simulate, true_strengths

ratings = st.integers(-500_000, 4_000_000)
contenders = st.builds(RatedPlayer, ratings, st.integers(0, 60), st.integers(1, 5))
matches = st.lists(contenders, min_size=2, max_size=5)


def settled(points: int, standing: int) -> RatedPlayer:
    return RatedPlayer(points * 1000, NEWCOMER_MATCHES, standing)


def changes(players: Sequence[RatedPlayer], seats: int) -> list[int]:
    """By how much a match moves each of these players, over the pairs among them."""
    return [
        change_against(player, (*players[:number], *players[number + 1 :]), seats)
        for number, player in enumerate(players)
    ]


def moved(*players: RatedPlayer) -> list[int]:
    return changes(players, len(players))


def test_equal_players_move_by_half_of_k() -> None:
    assert moved(settled(1500, 1), settled(1500, 2)) == [10_000, -10_000]


def test_a_hundred_points_ahead_is_an_expectation_of_64_percent() -> None:
    # 1 / (1 + 10 ** (-100 / 400)) = 0.640065; 20 * (1 - 0.640065) = 7.1987
    assert expected(1_600_000, 1_500_000) == 640_065
    assert moved(settled(1600, 1), settled(1500, 2)) == [7_199, -7_199]
    assert moved(settled(1600, 2), settled(1500, 1)) == [-12_801, 12_801]


def test_a_draw_moves_towards_each_other() -> None:
    # 20 * (0.5 - 0.640065) = -2.8013
    assert moved(settled(1600, 1), settled(1500, 1)) == [-2_801, 2_801]


def test_newcomers_move_twice_as_far() -> None:
    newcomer = RatedPlayer(START, NEWCOMER_MATCHES - 1, 1)
    assert moved(newcomer, settled(1500, 2)) == [20_000, -10_000]
    assert moved(settled(1500, 1), RatedPlayer(START, 0, 2)) == [10_000, -20_000]


def test_five_equal_seats_share_k_over_four_pairs() -> None:
    assert moved(*(settled(1500, place) for place in range(1, 6))) == [10_000, 5_000, 0, -5_000, -10_000]


def test_three_seats_by_hand() -> None:
    # Over two pairs each counts K / 2 = 10. Expectations: 200 ahead 0.759747, 400 ahead 0.909091.
    # 1700, third:  -10 * 0.759747 - 10 * 0.909091 = -16.688
    # 1500, first:   10 * 0.759747 + 10 * (1 - 0.759747) = 10.000
    # 1300, second:  10 * 0.909091 - 10 * (1 - 0.759747) = 6.688
    assert moved(settled(1700, 3), settled(1500, 1), settled(1300, 2)) == [-16_688, 10_000, 6_688]


def test_who_is_farther_than_800_points_counts_as_800() -> None:
    assert expected(2_900_000, 1_000_000) == EXPECTATIONS[800] == 990_099
    assert moved(settled(2900, 1), settled(1000, 2)) == moved(settled(1800, 1), settled(1000, 2))


def test_the_same_two_count_in_full_three_times_and_then_each_time_half_of_the_time_before() -> None:
    moves = [pair_change(settled(1500, 1), settled(1500, 2), 2, met) for met in range(6)]
    assert moves == [10_000, 10_000, 10_000, 5_000, 2_500, 1_250]


def test_however_often_two_meet_it_moves_them_by_no_more_than_one_match_more() -> None:
    moves = [pair_change(settled(1500, 1), settled(1500, 2), 2, met) for met in range(1_000)]
    assert sum(moves) <= (FULL_MEETINGS + 1) * moves[0]
    assert moves[-1] == 0


@given(contenders, contenders, st.integers(0, 100))
def test_what_one_of_two_wins_the_other_loses_however_often_they_met(a: RatedPlayer, b: RatedPlayer, met: int) -> None:
    b = RatedPlayer(b.rating, a.matches, b.standing)
    assert pair_change(a, b, 2, met) == -pair_change(b, a, 2, met)


@pytest.mark.parametrize(("rating", "points"), [(1_499_500, 1500), (1_499_499, 1499), (-500, 0), (-501, -1)])
def test_people_read_whole_points(rating: int, points: int) -> None:
    assert shown(rating) == points


@given(ratings, ratings)
def test_what_two_expect_makes_one_win(mine: int, theirs: int) -> None:
    assert expected(mine, theirs) + expected(theirs, mine) == CERTAIN
    assert mine <= theirs or expected(mine, theirs) >= CERTAIN // 2


@given(matches, st.integers(0, 60))
def test_where_all_k_are_equal_the_sum_is_zero(players: list[RatedPlayer], played: int) -> None:
    alike = [RatedPlayer(player.rating, played, player.standing) for player in players]
    assert sum(changes(alike, len(alike))) == 0


@given(matches, st.integers(0, 119))
def test_the_order_of_the_seats_does_not_matter(players: list[RatedPlayer], number: int) -> None:
    orders = list(permutations(range(len(players))))
    order = orders[number % len(orders)]
    found = changes([players[seat] for seat in order], len(players))
    assert [found[order.index(seat)] for seat in range(len(players))] == changes(players, len(players))


@given(matches)
def test_no_match_moves_anybody_by_more_than_k(players: list[RatedPlayer]) -> None:
    for player, change in zip(players, changes(players, len(players)), strict=True):
        assert abs(change) <= player.k * 1000


@given(contenders, st.lists(contenders, min_size=1, max_size=4))
def test_a_better_place_is_never_worth_less(player: RatedPlayer, others: list[RatedPlayer]) -> None:
    by_place = [
        changes([RatedPlayer(player.rating, player.matches, standing), *others], len(others) + 1)[0]
        for standing in range(1, 6)
    ]
    assert by_place == sorted(by_place, reverse=True)


def test_our_order_is_as_true_as_openskills() -> None:
    dice = Random("strengths")
    strengths = true_strengths(dice)
    played = simulate(strengths, dice)
    ours, theirs = by_us(played), by_openskill(played)
    assert rank_correlation(strengths, ours) > 0.97
    assert rank_correlation(strengths, ours) > rank_correlation(strengths, theirs) - 0.01


def by_us(played: list[list[int]]) -> list[float]:
    ratings, counts = [START] * PLAYERS, [0] * PLAYERS
    for players in played:
        seated = [RatedPlayer(ratings[player], counts[player], place) for place, player in enumerate(players)]
        for player, change in zip(players, changes(seated, len(players)), strict=True):
            ratings[player] += change
            counts[player] += 1
    return [float(rating) for rating in ratings]


def by_openskill(played: list[list[int]]) -> list[float]:
    model = PlackettLuce()
    known = [model.rating() for _ in range(PLAYERS)]
    for players in played:
        rated = model.rate([[known[player]] for player in players])
        for player, [rating] in zip(players, rated, strict=True):
            known[player] = rating
    return [rating.mu for rating in known]
