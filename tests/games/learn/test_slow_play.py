"""The page that explains slow play: in every language, with a chart of what was measured and without."""

import json
from pathlib import Path

import pytest
from django.test import Client

from games.learn import slow_play
from games.learn.slow_play import chart_of
from tests.games.conftest import People

DAYS = {"in_turn": 37.2, "maximum_bids": 26, "orders": 16, "wishes": 10, "together": 9}
DECISIONS = {"in_turn": 219, "maximum_bids": 155, "orders": 95, "wishes": 62, "together": 60}


def figures() -> dict[str, dict[str, dict[str, dict[str, float]]]]:
    """What the command writes."""
    return {
        "modes": {
            mode: {
                "days": {"median": DAYS[mode], "p90": 50},
                "human_decisions": {"median": DECISIONS[mode], "p90": 300},
            }
            for mode in DAYS
        }
    }


@pytest.fixture
def measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "slow_play.json"
    file.write_text(json.dumps(figures()))
    monkeypatch.setattr(slow_play, "FIGURES", file)
    slow_play._read.cache_clear()


def test_the_chart_compares_each_way_with_the_first() -> None:
    rows = {row.mode: row for row in chart_of(figures()).rows}
    assert (rows["in_turn"].days, rows["in_turn"].fewer_days) == (37, 0)
    assert (rows["together"].fewer_days, rows["together"].fewer_decisions) == (76, 73)
    assert rows["together"].a_day == "6.7"


@pytest.mark.django_db
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_shows_the_chart_and_the_same_as_a_table(measured: None, language: str) -> None:
    page = Client().get("/slow/", headers={"Accept-Language": language}).content.decode()
    assert "film-day" in page
    for number in (*DECISIONS.values(), 37, 26, 16, 10, 9):
        assert f"<td>{number}</td>" in page


@pytest.mark.django_db
@pytest.mark.parametrize("auctions", ["in_turn", "together"])
def test_a_way_that_is_picked_is_chosen_already_in_the_form_of_a_new_table(
    measured: None, people: People, auctions: str
) -> None:
    ada = Client()
    ada.force_login(people("ada"))
    page = ada.get("/slow/").content.decode()
    assert 'action="/tables/new/"' in page
    assert f'name="slow_auctions" value="{auctions}"' in page
    form = ada.get("/tables/new/", {"pace": "slow", "slow_auctions": auctions}).context["form"]
    assert (form["pace"].value(), form["slow_auctions"].value()) == ("slow", auctions)
    odd = ada.get("/tables/new/", {"slow_auctions": "odd", "title": "x"}).context["form"]
    assert (odd["slow_auctions"].value(), odd["title"].value()) == ("together", None)


@pytest.mark.django_db
def test_without_figures_the_page_explains_and_draws_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(slow_play, "FIGURES", tmp_path / "none.json")
    page = Client().get("/slow/").content.decode()
    assert "Five ways to be asked" in page
    assert "film-day" not in page


@pytest.mark.django_db
def test_the_way_to_it_stands_at_the_foot_of_every_page() -> None:
    assert 'href="/slow/"' in Client().get("/rules/").content.decode()
