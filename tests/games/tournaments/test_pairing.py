"""Who meets whom: pairings worked out by hand, and what must hold for every pairing."""

from collections import Counter
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.tournaments.pairing import (
    Past,
    ai_seats,
    meetings,
    pair_evenly,
    pair_swiss,
    seat_people,
    snake,
    table_sizes,
)
from games.tournaments.seating_search import search
from tests.lengths import how_many


def met(*pairs: tuple[int, int]) -> Counter[frozenset[int]]:
    return Counter(frozenset(pair) for pair in pairs)


def pairs_of(tables: tuple[tuple[int, ...], ...]) -> set[frozenset[int]]:
    return {frozenset(pair) for table in tables for pair in combinations(table, 2)}


def as_pairs(tables: tuple[tuple[int, ...], ...]) -> list[tuple[int, ...]]:
    return [tuple(sorted(table)) for table in tables]


# Eight players of a Swiss tournament at tables for two, in which the lower number always wins: the first round as
# every book has it, then each score group folded upper half against lower half.
def test_the_first_round_lets_the_upper_half_meet_the_lower() -> None:
    paired = pair_swiss(range(1, 9), {}, 2, Past())
    assert as_pairs(paired.tables) == [(1, 5), (2, 6), (3, 7), (4, 8)]


def test_the_second_round_folds_winners_and_losers_each() -> None:
    past = Past(met=met((1, 5), (2, 6), (3, 7), (4, 8)))
    points = {1: 2, 2: 2, 3: 2, 4: 2}
    paired = pair_swiss(range(1, 9), points, 2, past)
    assert as_pairs(paired.tables) == [(1, 3), (2, 4), (5, 7), (6, 8)]


def test_the_third_round_has_three_score_groups() -> None:
    earlier = met((1, 5), (2, 6), (3, 7), (4, 8), (1, 3), (2, 4), (5, 7), (6, 8))
    points = {1: 4, 2: 4, 3: 2, 4: 2, 5: 2, 6: 2}
    paired = pair_swiss(range(1, 9), points, 2, Past(met=earlier))
    # 3 and 5, 4 and 6 have not met; 1 and 2 lead; 7 and 8 have nothing.
    assert as_pairs(paired.tables) == [(1, 2), (3, 5), (4, 6), (7, 8)]


def test_an_odd_group_floats_its_last_to_the_best_of_the_next() -> None:
    points = {1: 4, 2: 4, 3: 4, 4: 2, 5: 2, 6: 2}
    paired = pair_swiss(range(1, 7), points, 2, Past())
    assert as_pairs(paired.tables) == [(1, 2), (3, 4), (5, 6)]


def test_who_has_met_the_first_choice_meets_the_next() -> None:
    points = dict.fromkeys(range(1, 5), 2)
    paired = pair_swiss(range(1, 5), points, 2, Past(met=met((1, 3))))
    assert as_pairs(paired.tables) == [(1, 4), (2, 3)]


def test_the_last_without_a_bye_has_one() -> None:
    assert pair_swiss(range(1, 8), {}, 2, Past()).byes == (7,)
    assert pair_swiss(range(1, 8), {}, 2, Past(byes=Counter([7]))).byes == (6,)


def test_a_bye_goes_where_the_others_can_still_meet_anew() -> None:
    # Five players: 1 has met 2, 3 and 4, so 1 can meet only 5, and 5 may not be left out.
    past = Past(met=met((1, 2), (1, 3), (1, 4)))
    paired = pair_swiss([1, 2, 3, 4, 5], {}, 2, past)
    assert paired.byes == (4,)
    assert (1, 5) in as_pairs(paired.tables)


def test_neighbours_in_the_standings_share_a_table_for_four() -> None:
    assert pair_swiss(range(1, 9), {}, 4, Past()).tables == ((1, 2, 3, 4), (5, 6, 7, 8))


def test_sixteen_meet_fifteen_others_in_five_rounds_for_four() -> None:
    """The affine plane of order four: in five rounds everybody meets everybody once."""
    past, order = Past(met=Counter()), list(range(16))
    rounds = [((0, 1, 2, 3), (4, 5, 6, 7), (8, 9, 10, 11), (12, 13, 14, 15))]
    past.met.update(meetings(rounds[0]))  # type: ignore[attr-defined]
    second = pair_swiss(order, {}, 4, past)
    assert second.tables == ((0, 4, 8, 12), (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15))


def test_tables_of_duplicate_deals_are_equally_strong() -> None:
    assert snake(range(1, 9), 2) == [[1, 4, 5, 8], [2, 3, 6, 7]]
    assert pair_evenly(range(1, 9), 4, Past()).tables == ((1, 4, 5, 8), (2, 3, 6, 7))


@pytest.mark.parametrize(
    ("people", "seats", "sizes"),
    [(16, 4, [4, 4, 4, 4]), (13, 4, [4, 3, 3, 3]), (5, 4, [3, 2]), (7, 5, [4, 3]), (3, 2, [2, 1]), (2, 4, [2])],
)
def test_as_few_tables_as_possible_share_the_ais(people: int, seats: int, sizes: list[int]) -> None:
    assert table_sizes(people, seats) == sizes


def test_ais_have_the_same_seats_at_every_table_and_others_in_each_round() -> None:
    assert [ai_seats(1, 4, number) for number in range(1, 6)] == [[0], [1], [2], [3], [0]]
    assert ai_seats(2, 4, 4) == [0, 3]


def test_everybody_gets_the_seat_they_had_least_often() -> None:
    held = Counter({(1, 0): 1, (2, 1): 1, (3, 2): 1})
    seated = seat_people((1, 2, 3), (0, 1, 2), Past(held=held))
    assert all(held[player, seat] == 0 for seat, player in seated.items())


def test_who_keeps_another_away_does_not_meet_them_while_that_can_be_avoided() -> None:
    past = Past(apart=frozenset([frozenset((1, 5))]))
    assert frozenset((1, 5)) not in pairs_of(pair_swiss(range(1, 9), {}, 2, past).tables)
    assert frozenset((1, 4)) not in pairs_of(
        pair_evenly(range(1, 9), 4, Past(apart=frozenset([frozenset((1, 4))]))).tables
    )


def every_seating(players: list[int], sizes: list[int]) -> list[list[tuple[int, ...]]]:
    """All ways to seat a few people, by the plainest of programs."""
    if not players:
        return [[]]
    found = []
    for size in set(sizes):
        rest_sizes = sizes.copy()
        rest_sizes.remove(size)
        for others in combinations(players[1:], size - 1):
            table = (players[0], *others)
            rest = [player for player in players if player not in table]
            found += [[table, *seating] for seating in every_seating(rest, rest_sizes)]
    return found


@settings(max_examples=how_many(40, 400))
@given(people=st.integers(4, 9), seats=st.integers(2, 4), seed=st.integers(0, 10_000), share=st.floats(0, 0.8))
def test_the_search_finds_what_costs_least(people: int, seats: int, seed: int, share: float) -> None:
    dice = Random(seed)
    earlier = Counter(
        {frozenset(pair): dice.randint(1, 2) for pair in combinations(range(people), 2) if dice.random() < share}
    )
    past, sizes = Past(met=earlier), table_sizes(people, seats)
    found = search(range(people), sizes, lambda left: left[1:], past.cost)
    least = min(
        sum(past.cost(*pair) for table in seating for pair in combinations(table, 2))
        for seating in every_seating(list(range(people)), sizes)
    )
    assert found.cost == least


@settings(max_examples=how_many(30, 300))
@given(people=st.integers(2, 40), seats=st.integers(2, 5), rounds=st.integers(1, 6), seed=st.integers(0, 10_000))
def test_a_whole_tournament_is_paired_fairly(people: int, seats: int, rounds: int, seed: int) -> None:
    """Everybody sits at one table or has the bye, and byes come once before anybody has two."""
    dice, points = Random(seed), Counter(dict.fromkeys(range(people), 0))
    past = Past(met=Counter(), byes=Counter())
    for _round in range(rounds):
        order = sorted(points, key=lambda player: (-points[player], player))
        paired = pair_swiss(order, points, seats, past)
        seated = [player for table in paired.tables for player in table]
        assert sorted([*seated, *paired.byes]) == list(range(people))
        sizes = [size for size in table_sizes(people, seats) if size > 1]
        assert sorted(len(table) for table in paired.tables) == sorted(sizes)
        past.byes.update(paired.byes)  # type: ignore[attr-defined]
        byes = [past.byes.get(player, 0) for player in range(people)]
        assert max(byes) - min(byes) <= 1
        past.met.update(meetings(paired.tables))  # type: ignore[attr-defined]
        for table in paired.tables:
            for place, player in enumerate(dice.sample(table, len(table))):
                points[player] += 2 * (len(table) - 1 - place)


def test_nobody_of_sixty_four_meets_twice_in_six_rounds_for_four() -> None:
    dice, points = Random(7), Counter(dict.fromkeys(range(64), 0))
    past = Past(met=Counter())
    for _round in range(6):
        order = sorted(points, key=lambda player: (-points[player], player))
        paired = pair_swiss(order, points, 4, past)
        assert not any(past.met.get(pair) for pair in pairs_of(paired.tables))
        past.met.update(meetings(paired.tables))  # type: ignore[attr-defined]
        for table in paired.tables:
            for place, player in enumerate(dice.sample(table, 4)):
                points[player] += 2 * (3 - place)
