"""Two tiles of one kind with as many stars are one answer; a card on other pages asks the database once."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.cache import cache

from games.engine import Discard, Place, Take, from_json
from games.models import DailyProblem
from games.models.daily_problem import today
from games.problems.page import position_of, solution_of, title_of
from games.problems.selectors import Answerer, card_for, counts_of
from games.problems.services import give_answer
from games.problems.shipping import shipped
from games.problems.twins import are_twins

pytestmark = pytest.mark.django_db


@pytest.fixture
def pick() -> DailyProblem:
    """A problem of taking one of several tiles."""
    found = next(one for one in shipped() if one["kind"] == "take")
    kept = {name: value for name, value in found.items() if name not in ("source", "number")}
    return DailyProblem.objects.create(day=today(), status="ready", **kept)


def twin_of(state, tile: str) -> str:
    """Return another tile that looks the same."""
    edition = state.edition
    look = lambda number: (edition.tile_kind[number], edition.tile_stars[number])  # noqa: E731
    own = edition.tile_index[tile]
    return next(name for name, number in edition.tile_index.items() if number != own and look(number) == look(own))


def test_a_twin_that_was_played_is_the_same_answer(pick):
    best = pick.answers[pick.best]["move"]
    pick.played = ["take", twin_of(from_json(pick.position), best[1])]
    given = give_answer(problem=pick, answerer=Answerer(None, "me"), choice=pick.best)
    told = solution_of(pick, position_of(pick), given, counts_of(pick))
    assert told.played == ""
    assert [bar.was_played for bar in told.bars] == [choice == pick.best for choice in range(len(pick.answers))]


def test_twins_differ_in_name_alone(pick):
    state = from_json(pick.position)
    tile = pick.answers[pick.best]["move"][1]
    other, twin = pick.answers[(pick.best + 1) % len(pick.answers)]["move"][1], twin_of(state, tile)
    screenplay = next(iter(state.edition.screenplay_index))
    assert are_twins(state, Take(tile), Take(twin))
    assert not are_twins(state, Take(tile), Take(other))
    assert not are_twins(state, Take(tile), Discard(tile))
    assert are_twins(state, Place(tile, screenplay, 0), Place(twin, screenplay, 0))


def test_a_card_asks_the_database_once(pick, django_assert_num_queries):
    cache.clear()
    with django_assert_num_queries(1):
        found = card_for(AnonymousUser())
        assert found is not None
        assert title_of(found)
