"""Leaving a match for good."""

import pytest

from accounts.leaving.services import delete_account
from games.lobby.selectors import tables_of
from games.models import ChatLine, Match
from games.play.refusals import NotSeated
from games.play.selectors.visibility import seat_number_of
from games.play.services.ai_turns import answer
from games.play.services.conceding import NothingToLeave, concede
from games.play.services.moves import TableMoved
from games.talk.services import say
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish
from tests.games.play.test_clocks import act, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy", host_begins=True)


def test_the_ai_plays_the_seat_to_the_end_and_its_owner_looks_on(match, people, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    ada = people("ada")
    concede(match_id=match.pk, user=ada)
    match.refresh_from_db()
    assert match.ai_due_at is not None
    assert answer(match_id=match.pk, number=1)
    assert seat_number_of(match, ada) is None
    assert not tables_of(ada).exists()
    assert match.table_events.get().kind == "conceded"
    with pytest.raises(NotSeated):
        concede(match_id=match.pk, user=ada)


def test_who_left_cannot_play_any_more(match, people, client):
    concede(match_id=match.pk, user=people("ada"))
    with pytest.raises(TableMoved):
        act(match)
    client.force_login(people("ada"))
    client.post(f"/tables/{match.pk}/move/", {"number": 1, "bid": 1})
    client.post(f"/tables/{match.pk}/back/")
    assert not match.moves.exists()
    assert asked(match).conceded_at is not None


def test_who_left_speaks_to_those_who_look_on(match, people):
    concede(match_id=match.pk, user=people("ada"))
    assert say(match=match, user=people("ada"), text="Farewell").audience == ChatLine.Audience.SPECTATORS


@pytest.mark.parametrize(("rated", "words"), [(True, "you are counted as last"), (False, "nobody’s rating changes")])
def test_what_it_means_is_said_before_and_looking_leaves_nothing(match, people, client, rated, words):
    Match.objects.filter(pk=match.pk).update(rated=rated)
    client.force_login(people("ada"))
    page = client.get(f"/tables/{match.pk}/concede/").content.decode()
    assert words in page
    assert not match.seats.exclude(conceded_at=None).exists()
    answer = client.post(f"/tables/{match.pk}/concede/", follow=True)
    assert "You left the match." in answer.content.decode()
    assert match.seats.get(user=people("ada")).conceded_at is not None
    assert client.get(f"/tables/{match.pk}/concede/").status_code == 302


def test_a_match_that_all_have_left_is_played_to_its_end(match, people, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    for name in ("ada", "grace", "hedy"):
        concede(match_id=match.pk, user=people(name))
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        assert answer(match_id=match.pk, number=match.number + 1)
        match.refresh_from_db()
    assert match.seats.filter(place=1).exists()
    with pytest.raises(NothingToLeave):
        concede(match_id=match.pk, user=people("ada"))


def test_nobody_leaves_a_match_that_is_over(match, people):
    finish(match)
    with pytest.raises(NothingToLeave):
        concede(match_id=match.pk, user=people("ada"))


def test_who_deletes_their_account_keeps_nobody_waiting(match, people):
    delete_account(user=people("ada"))
    match.refresh_from_db()
    seat = match.seats.get(number=0)
    assert seat.conceded_at is not None
    assert match.ai_due_at is not None
    assert match.status == Match.Status.RUNNING
