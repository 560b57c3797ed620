"""The rules page: every edition, every chapter, and numbers that come from the rules."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from django.test import Client
from django.utils import translation
from django.utils.html import escape

from games.edition_words import Words, words_in
from games.engine import edition_files
from games.engine.awards import POINTS
from games.engine.kinds import KINDS, SPACE_KINDS
from games.learn.rulebook.chapters import chapters_of
from games.learn.rulebook.examples import party_example, sharing_example
from games.learn.rulebook.facts import kinds_of, numbers_of, plaques_of
from games.learn.rulebook.making import making_of
from games.learn.rulebook.nouns import nouns_of
from games.learn.rulebook.questions import QUESTIONS
from games.learn.rulebook.ratings import rating_example, score_example

EDITIONS = sorted(edition_files())
each_edition = pytest.mark.parametrize("edition_id", EDITIONS)


@pytest.fixture
def page(client: Client, db: None, edition_id: str) -> str:
    answer = client.get(f"/rules/{edition_id}/")
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.fixture
def words(edition_id: str) -> Words:
    return words_in(edition_id, "en")


def test_without_an_edition_the_usual_one_is_shown(client: Client, db: None) -> None:
    answer = client.get("/rules/")
    assert answer.status_code == 200
    assert answer.content.decode().count('aria-current="page"') >= 1


def test_an_unknown_edition_is_not_found(client: Client, db: None) -> None:
    assert client.get("/rules/no-such-edition/").status_code == 404


@each_edition
def test_every_kind_award_and_ruling_is_there(page: str, words: Words) -> None:
    for key in (*KINDS, *SPACE_KINDS, *POINTS):
        assert escape(words.word(key)) in page
    for question in QUESTIONS:
        assert page.count(f'id="{question}"') == 1
    labels = [trophy.label for row in plaques_of(words).values() for trophy in row]
    assert len(labels) == len(set(labels)) == 11
    assert all(escape(label) in page for label in labels)


@each_edition
def test_the_contents_lead_to_headings(page: str, words: Words) -> None:
    anchors = re.findall(r'href="#([^"]+)"', page)
    ids = re.findall(r' id="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    assert set(anchors) <= set(ids)
    for chapter in chapters_of(nouns_of(words)):
        assert {chapter.id, *chapter.titles} <= set(anchors)


@each_edition
def test_headings_do_not_skip_a_level(page: str) -> None:
    levels = [int(level) for level in re.findall(r"<h([1-6])", page)]
    assert levels[0] == 1
    assert levels.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))


@each_edition
def test_drawings_are_in_the_sprite(page: str, project: Path) -> None:
    symbols = set(re.findall(r'id="([^"]+)"', (project / "static/icons/sprite.svg").read_text()))
    assert set(re.findall(r"sprite[^\"]*\.svg#([^\"]+)", page)) <= symbols


@each_edition
def test_nothing_is_styled_or_scripted_inline(page: str) -> None:
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", page)


@each_edition
def test_other_editions_are_a_link_away(page: str) -> None:
    assert all(f'href="/rules/{other}/"' in page for other in EDITIONS)


@each_edition
def test_options_of_the_edition_decide_what_is_said(page: str, words: Words) -> None:
    answers = page.partition("<main")[2].partition('id="editions"')[0]
    assert ("the player with the highest-rated movie is ahead" in answers) is (
        words.edition.options.highest_marker_breaks_ties
    )
    assert ("open to all from the start" in page) is any(
        words_in(key, "en").edition.options.legends_seen for key in EDITIONS
    )
    assert ("which of the" in answers) is not words.edition.options.legends_seen


@each_edition
def test_numbers_are_counted(words: Words) -> None:
    numbers = numbers_of(words.edition)
    assert (numbers["tiles_total"], numbers["bag_total"], numbers["markers_total"]) == (93, 89, 30)
    assert (numbers["awards_total"], numbers["plus_span"], numbers["marker_max"]) == (11, "8–14", 22)
    columns, kinds = kinds_of(words)
    assert sum(kind.total for kind in kinds) == 93
    assert all(sum(kind.by_stars) == kind.total and len(kind.by_stars) == len(columns) for kind in kinds)


@each_edition
def test_worked_examples(words: Words) -> None:
    sharing = sharing_example(words)
    assert (sharing.price, sharing.share, sharing.rest) == (words.money(7), words.money(2), words.money(1))
    assert [guest.turn for guest in party_example(words)] == [3, 1, 4, 2]
    assert rating_example(words).markers == ("12+", "12", "11+")
    assert score_example(words).points.total == 65
    making = making_of(words)
    assert making.open.is_lit
    assert [space.fit.then for space in making.closing.spaces if space.fit] == [making.movie.total]
    assert making.movie.is_movie
    assert [trophy.points for trophy in making.movie.trophies] == [5]


@each_edition
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_titles_are_whole_in_every_language(edition_id: str, language: str) -> None:
    with translation.override(language):
        for chapter in chapters_of(nouns_of(words_in(edition_id, language))):
            assert all(title and "%(" not in title for title in (chapter.title, *chapter.titles.values()))


def test_no_edition_is_named(project: Path) -> None:
    sources = [*(project / "games/learn/rulebook").glob("*.py"), project / "games/learn/views/rules.py"]
    sources += (project / "templates/games/rules").glob("*.html")
    for source in sources:
        assert not any(edition_id in source.read_text() for edition_id in EDITIONS), source
