"""Hints: grade by grade, in every language, counted, and only for who plays AIs alone and is asked."""

from hashlib import sha256
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from games.edition_words import words_in
from games.engine import Bid, forced, options, view
from games.engine.moves import move_of
from games.engine.state import AUCTION, OVER, PARTY, PLACING
from games.lobby.services.seating import join_table
from games.lobby.services.starting import FreeSeats, start_table
from games.models import Match
from games.play.services import hints as service
from games.play.services.hints import take_hint
from games.play.services.moves import NotAllowed, TableMoved, play_move
from games.table.advice import advice_of
from games.table.rendering import draw
from tests.games.conftest import People, Tables
from tests.games.matches import SLOW, finish

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada against two AIs at a table with hints; she begins. Always the same deal: by chance she may never choose."""
    match = table(**SLOW, size=3, ai_levels=("trainee",), host_begins=True, hints_allowed=True)
    Match.objects.update(secret=sha256(b"hints").digest())
    start_table(match_id=match.pk, host=people("ada"), free_seats=FreeSeats.FILL, level="trainee")
    match.refresh_from_db()
    return match


def ask(client: Client, match: Match, grade: int, **headers: str) -> Any:
    match.refresh_from_db()
    said = {"number": match.number + 1, "grade": grade}
    return client.post(f"/tables/{match.pk}/hint/", said, headers=headers)


def actions(match: Match, language: str = "en", viewer: int | None = 0) -> str:
    match.refresh_from_db()
    return str(draw(match, viewer, language).parts["actions"])


def go_to(match: Match, phase: int) -> None:
    """Everybody plays by chance until ada has something to decide in this phase."""
    dice = Random(f"hints/{phase}")
    match.refresh_from_db()
    state = match.read_state()
    while (state.phase, state.turn) != (phase, 0) or forced(state):
        assert state.phase != OVER
        move = move_of(state.edition, state.phase, dice.choice(options(state)))
        play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1, by_ai=state.turn > 0)
        match.refresh_from_db()
        state = match.read_state()


def test_a_hint_is_told_grade_by_grade_and_counted(client, people, match):
    client.force_login(people("ada"))
    assert ">Hint</button>" in actions(match)
    for grade in (1, 2, 3):
        assert ask(client, match, grade).status_code == 302
        assert actions(match).count("<li>") == grade
        assert match.seats.get(number=0).hints_taken == grade
    assert "A director would" in actions(match)
    assert "ask-hint" not in actions(match)
    ask(client, match, 4)
    assert match.seats.get(number=0).hints_taken == 3


def test_a_script_gets_the_fresh_question_alone(client, people, match):
    client.force_login(people("ada"))
    page = ask(client, match, 1, **{"HX-Request": "true"}).content.decode()
    assert 'id="actions"' in page
    assert "<html" not in page


@pytest.mark.parametrize("grade", [0, 2, 3])
def test_no_grade_is_skipped(client, people, match, grade):
    client.force_login(people("ada"))
    ask(client, match, grade)
    assert match.seats.get(number=0).hints_taken == 0


def test_a_second_click_counts_once(client, people, match):
    client.force_login(people("ada"))
    ask(client, match, 1)
    ask(client, match, 1)
    assert match.seats.get(number=0).hints_taken == 1


def test_the_next_decision_has_a_hint_of_its_own(client, people, match):
    client.force_login(people("ada"))
    ask(client, match, 1)
    play_move(match_id=match.pk, seat=0, move=move_of(match.edition, AUCTION, 0), number=1)
    assert "<li>" not in actions(match)
    go_to(match, AUCTION)
    assert "<li>" not in actions(match)
    assert ">Hint</button>" in actions(match)


def test_nobody_else_sees_it(client, people, match):
    client.force_login(people("ada"))
    for viewer in (None, 1, 2):
        assert "advice" not in actions(match, viewer=viewer)
    before = actions(match, viewer=None)
    ask(client, match, 1)
    assert "<li>" not in actions(match, viewer=None)
    assert "advice" not in before


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("phase", [AUCTION, PARTY, PLACING])
def test_every_question_has_hints_in_every_language(match, phase, language):
    go_to(match, phase)
    for grade in (1, 2, 3):
        take_hint(match_id=match.pk, seat=0, number=match.number + 1, grade=grade)
    drawn = actions(match, language)
    tips = drawn.split("advice__tips", 1)[1].split("</ol>", 1)[0].split("<li>")[1:]
    assert len(tips) == 3
    assert all(len(tip) > len("</li>") + 10 for tip in tips)


def test_a_whole_match_has_a_sentence_for_every_moment(match):
    dice = Random("moments")
    kinds = set()
    match.refresh_from_db()
    state = match.read_state()
    while state.phase != OVER:
        seat = state.turn
        if seat == 0 and not forced(state):
            for grade in (1, 2, 3):
                take_hint(match_id=match.pk, seat=0, number=match.number + 1, grade=grade)
            match.refresh_from_db()
            html = actions(match)
            assert "<li></li>" not in html
            kinds |= {html}
        code = dice.choice(options(state)[:4])
        move = move_of(state.edition, state.phase, code)
        play_move(match_id=match.pk, seat=seat, move=move, number=match.number + 1, by_ai=seat > 0)
        match.refresh_from_db()
        state = match.read_state()
    assert len(kinds) > 10


def test_there_is_no_advice_where_nothing_is_to_be_decided(client, people, match):
    state = match.read_state()
    state.turn = state.popcorn = 1
    state.queue = [1, 2, 0]
    match.write_state(state)
    match.save()
    for seat, amount in ((1, 11), (2, 12)):
        play_move(match_id=match.pk, seat=seat, move=Bid(amount), number=seat, by_ai=True)
    assert "ask-hint" not in actions(match)
    client.force_login(people("ada"))
    answer = ask(client, match, 1)
    assert "no hints for you" in client.get(answer.headers["Location"]).content.decode()


@pytest.mark.parametrize("change", [{"hints_allowed": False}, {"rated": True}])
def test_where_it_counts_or_is_not_wanted_there_are_none(client, people, match, change):
    Match.objects.filter(pk=match.pk).update(**change)
    client.force_login(people("ada"))
    answer = ask(client, match, 1)
    assert "no hints for you" in client.get(answer.headers["Location"]).content.decode()
    assert match.seats.get(number=0).hints_taken == 0
    assert "ask-hint" not in actions(match)


def test_where_a_second_person_plays_there_are_none(people: People, table: Tables) -> None:
    match = table(**SLOW, size=3, ai_levels=("trainee",), host_begins=True, hints_allowed=True)
    join_table(match_id=match.pk, user=people("grace"))
    with pytest.raises(NotAllowed):
        take_hint(match_id=match.pk, seat=0, number=1, grade=1)
    assert "ask-hint" not in actions(match)


def test_only_who_is_asked_gets_one(client, people, match):
    with pytest.raises(NotAllowed):
        take_hint(match_id=match.pk, seat=1, number=1, grade=1)
    with pytest.raises(TableMoved):
        take_hint(match_id=match.pk, seat=0, number=2, grade=1)
    client.force_login(people("stranger"))
    ask(client, match, 1)
    assert not match.seats.filter(hints_taken__gt=0).exists()


def test_not_while_paused_nor_while_an_ai_plays_for_one(match):
    Match.objects.filter(pk=match.pk).update(paused_at=timezone.now())
    with pytest.raises(TableMoved):
        take_hint(match_id=match.pk, seat=0, number=1, grade=1)
    Match.objects.filter(pk=match.pk).update(paused_at=None)
    match.seats.filter(number=0).update(stood_in_since=timezone.now())
    with pytest.raises(NotAllowed):
        take_hint(match_id=match.pk, seat=0, number=1, grade=1)


def test_a_table_that_moves_on_while_it_thinks_takes_no_hint(match, monkeypatch):
    think = service.think

    def slowly(*arguments: Any) -> Any:
        thought = think(*arguments)
        play_move(match_id=match.pk, seat=0, move=move_of(match.edition, AUCTION, 0), number=1)
        return thought

    monkeypatch.setattr(service, "think", slowly)
    with pytest.raises(TableMoved):
        take_hint(match_id=match.pk, seat=0, number=1, grade=1)
    assert match.seats.get(number=0).hints_taken == 0


def test_the_score_sheet_counts_them(match):
    match.seats.filter(number=0).update(hints_taken=3)
    finish(match)
    assert "3 hints" in str(draw(match, 0, "en").parts["ending"])
    assert "hint" not in str(draw(match, 0, "en").parts["actions"]).lower()


def test_without_hints_at_hand_there_is_no_advice(match):
    seen = view(match.read_state(), 0)
    assert advice_of(seen, None, words_in(match.edition_id, "en")).next_grade == 0
