"""Choosing an AI, and the page that says how strong they are."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.template.defaultfilters import floatformat
from django.test import Client
from django.utils import translation

from games.ai import forecast, measured
from games.ai.levels import LEVELS, OFFERED_LEVELS
from games.ai.measured import Measured, MeasuredPairing, Times
from games.edition_words import LEVEL_CHARACTERS, LEVEL_NAMES, level_name
from games.learn.foresight import foresight
from games.learn.strength import strength_of
from games.lobby.forms.choices import all_levels, level_of, levels, styles
from games.models import Match
from tests.games.conftest import People, Tables
from tests.games.lobby.test_table_pages import usual

pytestmark = pytest.mark.django_db
FIGURES = Measured(
    measured_on="2026-11-16",
    commit="abc",
    pairings=(
        MeasuredPairing("assistant", "trainee", "dream-factory-2009", 2, 50, 100, 0.655, 0.57, 0.74, 0.5, 0.62),
        MeasuredPairing("assistant", "trainee", "dream-factory-2009", 4, 50, 200, 0.45, 0.4, 0.5, 0.25, 0.4),
        MeasuredPairing("mogul", "producer", "traumfabrik-2000", 4, 10, 40, 0.3, 0.2, 0.4, 0.25, 0.32),
    ),
    times=(
        Times("trainee", "dream-factory-2009", 4, 900, 1.2, 2.4, 9.0),
        Times("trainee", "traumfabrik-2000", 5, 100, 1.4, 2.6, 7.0),
    ),
    ratings={"trainee": 1000, "assistant": 1180, "mogul": 1700},
)


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> Iterator[Measured]:
    """A measurement of which the tests know all."""
    monkeypatch.setattr(measured, "load", lambda: FIGURES)
    return FIGURES


def test_every_level_has_a_name_and_a_character() -> None:
    assert set(LEVEL_NAMES) == set(LEVELS)
    assert set(LEVEL_CHARACTERS) == set(OFFERED_LEVELS)
    assert len({level_name(level) for level in OFFERED_LEVELS}) == len(OFFERED_LEVELS)


def test_every_level_can_be_chosen_once() -> None:
    offered = [value for _, choices in all_levels() for value, _ in choices]
    assert sorted(offered) == sorted(OFFERED_LEVELS)
    assert [value for value, _ in levels()] == ["trainee", "assistant", "director", "producer", "mogul"]
    assert all(level_of("director", style) == (style or "director") for style, _ in styles())
    assert level_of("mogul", "director:few") == "mogul"


@pytest.mark.parametrize("path", ["/lobby/", "/tables/new/"])
def test_a_level_is_chosen_by_name_character_and_strength(
    client: Client, people: People, figures: Measured, path: str
) -> None:
    client.force_login(people("ada"))
    page = client.get(path).content.decode()
    for level in ("trainee", "assistant", "director", "producer", "mogul"):
        assert f'value="{level}"' in page
        assert str(LEVEL_CHARACTERS[level]) in page
    for rating in figures.ratings.values():
        assert f">{rating}</span>" in page
    assert 'href="/ai/"' in page


@pytest.mark.parametrize(
    ("said", "level"),
    [
        ({"ai_level": "mogul"}, "mogul"),
        ({"ai_level": "director", "ai_style": "director:miser"}, "director:miser"),
        ({"ai_level": "trainee", "ai_style": "director:miser"}, "trainee"),
    ],
)
def test_the_chosen_ai_sits_down(client: Client, people: People, said: dict[str, Any], level: str) -> None:
    client.force_login(people("ada"))
    client.post("/tables/new/", usual(people, ai_seats=2, size=4, **said))
    match = Match.objects.get()
    assert [seat.ai_level for seat in match.seats.order_by("number")] == ["", "", level, level]
    shown = client.get(f"/tables/{match.pk}/options/").context["form"]
    assert level_of(shown["ai_level"].value(), shown["ai_style"].value()) == level


@pytest.mark.parametrize(("rated", "kept"), [("casual", True), ("rated", False)])
def test_speed_and_hints_are_for_casual_tables(client: Client, people: People, rated: str, kept: bool) -> None:
    client.force_login(people("ada"))
    client.post("/tables/new/", usual(people, ai_seats=1, rated=rated, fast_ai="on", hints_allowed="on"))
    match = Match.objects.get()
    assert (match.fast_ai, match.hints_allowed) == (kept, kept)
    shown = client.get(f"/tables/{match.pk}/options/").context["form"]
    assert (shown["fast_ai"].value(), shown["hints_allowed"].value()) == (kept, kept)


def test_a_host_seats_any_level(client: Client, people: People, table: Tables, figures: Measured) -> None:
    match = table(size=5)
    client.force_login(people("ada"))
    room = client.get(match.get_absolute_url()).content.decode()
    assert 'value="director:premiere"' in room
    assert "Mogul · 1700" in room
    client.post(f"/tables/{match.pk}/ai/", {"seat": 1, "level": "director:premiere"})
    assert match.seats.get(number=1).ai_level == "director:premiere"
    room = client.get(match.get_absolute_url()).content.decode()
    assert "First-nighter" in room
    assert str(LEVEL_CHARACTERS["director:premiere"]) in room


def test_trying_it_allows_hints_and_speed_on_request(client: Client) -> None:
    client.post("/try/", {"level": "director", "style": "director:many", "fast_ai": "on", "seats": 2})
    match = Match.objects.get()
    assert (match.hints_allowed, match.fast_ai) == (True, True)
    assert match.seats.get(number=1).ai_level == "director:many"


def test_a_second_click_leads_to_the_same_match(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    said = {"seats": 3, "studio": 2, "level": "assistant"}
    first, second = client.post("/try/", said), client.post("/try/", said)
    assert first.headers["Location"] == second.headers["Location"]
    assert Match.objects.count() == 1


@pytest.mark.parametrize("said", [{"level": "mogul"}, {"studio": 3}, {"seats": 2}, {"fast_ai": "on"}])
def test_another_wish_is_another_match(client: Client, people: People, said: dict[str, Any]) -> None:
    client.force_login(people("ada"))
    usually = {"seats": 3, "studio": 2, "level": "assistant"}
    client.post("/try/", usually)
    client.post("/try/", usually | said)
    assert Match.objects.count() == 2


def test_who_comes_later_begins_anew(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    client.post("/try/")
    Match.objects.update(created_at="2020-01-01T00:00Z")
    client.post("/try/")
    assert Match.objects.count() == 2


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_page_tells_everything_that_was_measured(client: Client, figures: Measured, language: str) -> None:
    page = client.get("/ai/", headers={"Accept-Language": language}).content.decode()
    with translation.override(language):
        for level in OFFERED_LEVELS:
            assert str(LEVEL_NAMES[level]) in page
    tenths = sum(len(chart.dots) for chart in foresight().charts)
    told = 1 + len(forecast.results()) + 1 + tenths  # how far winning chances can be believed: two tables
    assert page.count("<tr>") == 1 + 1 + 1 + 1 + 1 + 1 + told  # head and rows of two editions, and of the times
    for figure in ("340", "1180", "1700"):  # games in all, and strengths
        assert figure in page
    assert ("65.5" if language == "en" else "65,5") in page
    assert 'x="570" width="170"' in page  # drawn without the marks of a language
    assert 'datetime="2026-11-16"' in page


def test_what_was_not_measured_is_not_told(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(measured, "load", lambda: replace(FIGURES, pairings=(), times=(), ratings={}))
    monkeypatch.setattr("games.learn.foresight.results", list)
    page = client.get("/ai/").content.decode()
    assert "not measured yet" in page
    assert "<table" not in page


def test_the_page_shows_how_far_chances_can_be_believed(client: Client) -> None:
    page = client.get("/ai/").content.decode()
    shown = foresight()
    assert shown is not None
    assert [chart.seats for chart in shown.charts] == [2, 3, 4, 5, None]
    dots = [dot for chart in shown.charts for dot in chart.dots]
    assert page.count('class="reliability__chart"') == 5
    assert page.count("<circle") == len(dots)
    assert sum(dot.is_kept or dot.is_missed for dot in dots) + page.count("too few to tell") == len(dots)
    assert shown.tenths == 40
    for dot in shown.charts[0].dots:
        assert 0 <= dot.top <= dot.y <= dot.bottom <= 1000
        assert f"{dot.low}–{dot.high}" in page
    for row in shown.rows:
        assert floatformat(row.ours, 3) in page
        assert row.better >= 20
    assert "manage.py calibrate --json" in page


def test_bars_grow_with_strength(figures: Measured) -> None:
    bars = {rung.level: rung.bar for rung in strength_of(figures).ladder}
    assert 0 < bars["trainee"] < bars["assistant"] < bars["mogul"] == 100
    assert bars["producer"] == 0


def test_the_published_figures_can_be_shown(client: Client) -> None:
    assert client.get("/ai/").status_code == 200
    assert Path(measured.FILE).exists()


def test_the_page_says_that_the_ai_counts_money(client: Client) -> None:
    assert "It counts money" in client.get("/ai/").content.decode()
    assert 'id="ai_counts"' in client.get("/rules/").content.decode()
