"""An edition's words in the reader's language."""

import pytest
from django.utils import translation

from games.edition_words import words_in, words_of
from games.engine import edition_files, load_edition
from games.engine.kinds import ACTOR, BLANK, JOKER

NEW, OLD = "dream-factory-2009", "traumfabrik-2000"


def test_an_edition_is_told_from_others_by_name_and_year() -> None:
    assert words_in(NEW, "en").name == "Dream Factory 2009"
    assert words_in(OLD, "de").name == "Traumfabrik 2000"


@pytest.mark.parametrize(
    ("language", "amount", "said"),
    [("en", 4, "$4M"), ("fr", 4, "4 M$"), ("de", 4, "4 Mio. $"), ("de-at", 4, "4 Mio. $")],
)
def test_money_is_said_as_the_language_says_it_and_in_one_piece(language: str, amount: int, said: str) -> None:
    assert words_in(NEW, language).money(amount) == said.replace(" ", "\N{NO-BREAK SPACE}")


@pytest.mark.parametrize(
    ("language", "count", "said"),
    [
        ("en", 0, "0 contracts"),
        ("en", 1, "1 contract"),
        ("en", 2, "2 contracts"),
        ("fr", 0, "0 contrat"),
        ("fr", 2, "2 contrats"),
        ("de", 0, "0 Verträge"),
        ("de", 1, "1 Vertrag"),
    ],
)
def test_a_count_takes_the_form_of_its_language(language: str, count: int, said: str) -> None:
    assert words_in(OLD, language).money(count) == said.replace(" ", "\N{NO-BREAK SPACE}")


def test_a_loss_of_a_star_has_a_true_minus() -> None:
    assert words_in(NEW, "en").stars(-1) == "−1 star"


def test_the_same_thing_has_another_word_in_another_edition() -> None:
    assert words_in(NEW, "fr").tile_kind(JOKER) == "contrat"
    assert words_in(OLD, "fr").tile_kind(JOKER) == "agence"
    assert words_in(NEW, "en").space_kind(BLANK, 2) == "blank spaces"
    assert words_in(OLD, "de").tile_kind(ACTOR, 3) == "Schauspieler"


def test_things_are_named_in_the_language() -> None:
    words = words_in(NEW, "de")
    assert words.location(0) == "Der Regie\N{SOFT HYPHEN}stuhl"
    assert words.screenplay(0) == "Der Mond der Korsaren"
    assert words.tile(0) == "Das Stuntdouble"
    assert words.genre(2) == "Komödie"


def test_an_unknown_language_reads_english() -> None:
    assert words_in(NEW, "it").location(1) == "Paris"
    assert words_in(NEW, "it").word("quarter", 2) == "rounds"


def test_the_words_are_those_of_the_reader() -> None:
    with translation.override("fr"):
        assert words_of(OLD).word("quarter") == "trimestre"
    assert words_of(OLD) is words_in(OLD, "en")


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("edition_id", sorted(edition_files()))
def test_every_edition_has_every_word(edition_id: str, language: str) -> None:
    words, edition = words_in(edition_id, language), load_edition(edition_id)
    assert all(words.word(key) and words.word(key, 2) for key in edition.words)
    assert all(words.genre(genre) for genre in range(len(edition.genres)))
