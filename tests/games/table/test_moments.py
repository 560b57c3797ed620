"""Moments: the cards of a party, a movie, a round's end and the end, as whoever looks may see them."""

from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.edition_words import words_in
from games.engine import SPECTATOR
from games.models import Match
from games.table.moments import EndMoment, MovieMoment, PartyMoment, RoundMoment, moments_at
from tests.browser.moments import begin_at, never
from tests.games.conftest import People

pytestmark = pytest.mark.django_db(transaction=True)
NAMES = ("ada", "grace", "hedy")


@pytest.fixture
def seats(people: People) -> list[User]:
    return [people(name) for name in NAMES]


@pytest.fixture
def played(seats: list[User]) -> Match:
    """A whole match between three."""
    return begin_at(never, *seats)


def numbers_of(match: Match, kind: str) -> list[int]:
    """The entries at which something of a kind happened."""
    moves = match.moves.order_by("number").values_list("number", "events")
    return [number for number, events in moves if any(event["event"] == kind for event in events)]


def cards(match: Match, number: int, viewer: int | None = SPECTATOR) -> dict[str, Any]:
    return {card.kind: card for card in moments_at(match, number, viewer, words_in(match.edition_id, "en"))}


def test_a_party_tells_the_order_and_the_reason_of_each_place(played: Match) -> None:
    for number in numbers_of(played, "party_opened"):
        party: PartyMoment = cards(played, number)["party"]
        faces = [turn.faces for turn in party.turns]
        assert faces == sorted(faces, reverse=True)
        assert len(party.tiles) == len(party.turns) == 3
        for turn in party.turns:
            is_level = faces.count(turn.faces) > 1
            assert bool(turn.level_with) == is_level
            assert (turn.reason in ("popcorn", "nearer", "level")) == is_level


def test_a_movie_shows_its_poster_with_its_marker(played: Match) -> None:
    number = numbers_of(played, "movie_completed")[0]
    movie: MovieMoment = cards(played, number)["movie"]
    event = next(event for event in played.moves.get(number=number).events if event["event"] == "movie_completed")
    assert movie.person.number == event["seat"]
    assert (movie.play.id, movie.play.marker) == (event["screenplay"], event["marker"])


def test_a_round_ends_with_standings_by_what_everybody_knows(played: Match) -> None:
    ends = [cards(played, number)["round"] for number in numbers_of(played, "quarter_began")]
    assert [end.quarter for end in ends] == [1, 2, 3]
    before = dict.fromkeys(range(3), 0)
    for end in ends:
        totals = {standing.person.number: standing.total for standing in end.standings}
        gains = {standing.person.number: standing.gain for standing in end.standings}
        assert gains == {seat: totals[seat] - before[seat] for seat in range(3)}
        assert [standing.total for standing in end.standings] == sorted(totals.values(), reverse=True)
        before = totals


def test_a_round_tells_of_no_purse_but_the_viewers_own(seats: list[User]) -> None:
    match = begin_at(lambda state: state.quarter == 2, *seats)
    [number] = numbers_of(match, "quarter_began")
    words, money = words_in(match.edition_id, "en"), match.read_state().money
    looks: dict[int | None, RoundMoment] = {viewer: cards(match, number, viewer)["round"] for viewer in (0, 1, None)}
    assert {viewer: look.money for viewer, look in looks.items()} == {
        0: words.money(money[0]),
        1: words.money(money[1]),
        None: "",
    }
    assert all(standing.money == 0 for look in looks.values() for standing in look.standings)


def test_the_end_hands_over_the_last_awards_and_names_the_winner(played: Match) -> None:
    end: EndMoment = cards(played, played.number)["end"]
    assert len(end.awards) == 5
    assert end.headline
    assert end.sheets[0].place == 1
    mine: EndMoment = cards(played, played.number, end.sheets[0].person.number)["end"]
    assert mine.is_mine
    assert not end.is_mine


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_card_is_drawn_in_every_language(played: Match, seats: list[User], language: str) -> None:
    client = Client(headers={"accept-language": language, "hx-request": "true"})
    kinds = ("party_opened", "movie_completed", "quarter_began", "match_ended")
    for kind in kinds:
        answer = client.get(f"/tables/{played.pk}/moments/{numbers_of(played, kind)[0]}/")
        assert answer.status_code == 200
        assert answer.content.decode().count("data-said") >= 1


def test_an_entry_without_a_moment_has_no_card(played: Match) -> None:
    plain = next(number for number in range(1, played.number) if not cards(played, number))
    for number in (0, plain, played.number + 1):
        assert Client().get(f"/tables/{played.pk}/moments/{number}/").status_code == 404
