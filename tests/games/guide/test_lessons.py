"""When each lesson comes: at the right moment, once, in every edition and for every number of seats."""

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from django.template.loader import get_template, render_to_string
from django.utils import translation
from django.utils.html import escape

from games.edition_words import words_in
from games.engine import Bid, Pass, Setup, State, deal, load_edition, options, perform, start, view
from games.engine.state import AUCTION, OVER, PARTY, PLACING
from games.guide import LESSONS, next_lesson
from games.models import Guide
from games.table.guide_card import card_of
from games.table.people import Person
from games.templatetags.table_parts import minus
from tests.games.engine.tables import EDITIONS, cast, give, go_to, new_table, play, tile_of
from tests.games.engine.test_view import with_other_secrets

KNOWN = {lesson.id: lesson for lesson in LESSONS}
DECISIONS = [lesson.id for lesson in LESSONS if lesson.is_decision]
each_edition = pytest.mark.parametrize("edition", EDITIONS)


def comes(state: State, seat: int = 0) -> set[str]:
    """Every lesson whose moment this is for a seat."""
    seen = view(state, seat)
    return {lesson.id for lesson in LESSONS if lesson.comes(seen)}


@cache
def whole_match(edition: str, seats: int, seed: int = 1) -> tuple[State, ...]:
    """Every position of a match in which everybody bids now and then, and places what fits."""
    known, dice = load_edition(edition), Random(f"{edition}/{seats}/{seed}")
    state = start(Setup(known, known.studios[:seats], 0, deal(known, dice.randbytes(32))))
    positions = [state]
    while state.phase != OVER:
        answers = options(state)
        bids = state.phase == AUCTION and len(answers) > 1 and dice.random() < 0.6
        state = state.copy()
        perform(state, answers[1] if bids else dice.choice(answers) if state.phase == PARTY else answers[0])
        positions.append(state)
    return tuple(positions)


def lessons_in(positions: tuple[State, ...], seat: int) -> Iterator[tuple[State, str]]:
    """What a diligent reader is told, and when."""
    read: list[str] = []
    for state in positions:
        while (lesson := next_lesson(view(state, seat), read)) is not None:
            read.append(lesson.id)
            yield state, lesson.id


def test_before_the_first_bid() -> None:
    state = new_table(3)
    assert comes(state) == {"bid", "studio", "lot"}
    assert comes(state, 1) == {"studio", "lot"}, "who is not asked is told nothing about bidding"


def test_who_has_nothing_left_to_shoot_is_told_of_no_screenplay() -> None:
    state = new_table(2)
    for screenplay in state.screenplays[0]:
        state.missing[screenplay] = 0
    assert "studio" not in comes(state, 0)
    assert "studio" in comes(state, 1)


def test_passing_is_explained_when_it_would_pay() -> None:
    state = play(new_table(3), Bid(1))
    assert "pass" not in comes(state, 1), "one for two others is nothing for each"
    state = play(state, Bid(2))
    assert "pass" in comes(state, 2)
    assert "pass" not in comes(state, 0), "only who is asked can pass"


@each_edition
def test_placing_jokers_covering_and_discarding(edition: str) -> None:
    state = new_table(3, edition)
    mine = state.edition.screenplays[state.screenplays[0][0]].id
    director = tile_of(state, "director")
    assert comes(give(state, 0, director)) == {"studio", "place"}
    assert "joker" in comes(give(state, 0, tile_of(state, "joker")))
    cast(state, mine, {0: director})
    assert "cover" in comes(give(state, 0, tile_of(state, "director", skip=1)))
    assert "place" not in comes(give(state, 1, director)), "that is somebody else's hand"


@each_edition
def test_what_fits_nowhere_is_discarded(edition: str) -> None:
    state = new_table(2, edition)
    for screenplay in state.screenplays[0]:
        for space in state.edition.spaces[screenplay]:
            state.takes[space] = 0
    assert "discard" in comes(give(state, 0, tile_of(state, "actor")))


@each_edition
def test_at_a_party_until_one_has_chosen(edition: str) -> None:
    state = go_to(new_table(3, edition), "party-1")
    first, second = state.queue[:2]
    assert {"party", "take"} <= comes(state, first)
    assert "party" in comes(state, second)
    assert "take" not in comes(state, second)
    perform(state, options(state)[0])
    perform(state, options(state)[-1])
    assert "party" not in comes(state, first)


def test_what_one_is_asked_is_explained_first() -> None:
    state = new_table(3)
    first = next_lesson(view(state, 0), [])
    assert first is not None
    assert first.id == "bid"
    after = next_lesson(view(state, 0), ["bid"])
    assert after is not None
    assert after.id == "studio"
    assert next_lesson(view(state, 0), ["bid", "studio", "lot"]) is None


def test_a_spectator_is_told_nothing_of_decisions() -> None:
    for state in whole_match(EDITIONS[0], 3):
        lesson = next_lesson(view(state, None), ["studio", "lot", "awards", "end"])
        assert lesson is None


@each_edition
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_in_a_whole_match_each_comes_once_and_before_its_decision(edition: str, seats: int) -> None:
    positions = whole_match(edition, seats)
    for seat in range(seats):
        told = list(lessons_in(positions, seat))
        names = [lesson for _, lesson in told]
        assert len(names) == len(set(names))
        assert {"bid", "studio", "lot", "party", "take", "place", "awards", "end"} <= set(names)
        assert names[-1] == "end"
        for lesson, phase in (("bid", AUCTION), ("place", PLACING), ("take", PARTY)):
            first = next(state for state in positions if state.turn == seat and state.phase == phase)
            assert next(state for state, name in told if name == lesson) is first


@each_edition
def test_every_lesson_is_reached_in_ordinary_matches(edition: str) -> None:
    told = {
        name for seed in range(6) for seat in range(3) for _, name in lessons_in(whole_match(edition, 3, seed), seat)
    }
    assert told == set(KNOWN)


@each_edition
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_card_is_told_in_full_with_the_tables_own_facts(edition: str, language: str) -> None:
    words = words_in(edition, language)
    people = tuple(Person(number, f"player {number}", number + 1, False, number) for number in range(3))
    told = set()
    with translation.override(language):
        for seed in range(3):
            for state, name in lessons_in(whole_match(edition, 3, seed), 0):
                told.add(name)
                guide = Guide(read=[lesson for lesson in KNOWN if lesson != name])
                card = card_of(guide, view(state, 0), people, words)
                assert card.lesson == name
                html = render_to_string(card.template, {"said": card.said, "words": words})
                assert [fact for fact in told_of(card.said) if fact not in html] == []
                assert "%(" not in html
    assert len(told) > 10


def told_of(said: dict[str, str | int]) -> list[str]:
    """The facts as a sentence has to hold them."""
    return [escape(fact) if isinstance(fact, str) else minus(fact) for fact in said.values()]


@pytest.mark.parametrize("lesson", KNOWN)
@each_edition
def test_a_lesson_can_be_read_without_a_table(edition: str, lesson: str) -> None:
    html = render_to_string(KNOWN[lesson].template, {"said": None, "words": words_in(edition, "en")})
    assert html.count("<p>") == 1
    assert get_template(KNOWN[lesson].template)


def test_nothing_hidden_is_told() -> None:
    """A card is made of a view: the secrets of the match may be others, the card is the same."""
    dice, words = Random("guide"), words_in(EDITIONS[0], "en")
    people = tuple(Person(number, f"player {number}", number + 1, False, number) for number in range(3))
    for state, name in lessons_in(whole_match(EDITIONS[0], 3), 1):
        if state.phase == OVER:
            continue
        twin = with_other_secrets(state, 1, dice)
        guide = Guide(read=[lesson for lesson in KNOWN if lesson != name])
        assert card_of(guide, view(state, 1), people, words) == card_of(guide, view(twin, 1), people, words)


def test_the_share_in_the_card_is_what_the_rules_pay() -> None:
    state = play(new_table(4), Bid(7))
    people = tuple(Person(number, f"player {number}", number + 1, False, number) for number in range(4))
    guide = Guide(read=["bid", "studio", "lot"])
    words = words_in(EDITIONS[0], "en")
    assert card_of(guide, view(state, 1), people, words).said == {
        "bid": words.money(7),
        "share": words.money(2),
        "others": 3,
        "rest": words.money(1),
    }
    paid = play(state, Pass(), Pass(), Pass())
    assert [paid.money[seat] - state.money[seat] for seat in (1, 2, 3)] == [2, 2, 2]
    assert paid.pot == 1
