"""Stand-ins: at the deadline an AI plays for the seat, until its owner is back with one click."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.ai.levels import STAND_IN_LEVEL
from games.engine import Pass
from games.lobby.selectors import next_table_of, tables_of
from games.models import Heartbeat, Match, PlayedMove, Seat
from games.play.refusals import NotSeated
from games.play.services.ai_turns import answer, run_due_turns
from games.play.services.clocks import EMPTY_TABLE_SHARE
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.moves import TableMoved, play_move
from games.talk.presence import look
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", host_begins=True)


def let_time_pass(match: Match) -> Seat:
    """The deadline of whoever is asked is over, without a downtime of ours."""
    seat = asked(match)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(seconds=1))
    assert pass_deadlines() == 1
    seat.refresh_from_db()
    return seat


def test_at_the_deadline_the_ai_plays_on_and_the_log_says_so(match, settings, client, people):
    settings.AI_PAUSE_SECONDS = [0, 0]
    version = match.version
    seat = let_time_pass(match)
    match.refresh_from_db()
    assert (seat.time_outs, seat.brain_level) == (1, STAND_IN_LEVEL)
    assert (match.deadline_at, match.version) == (None, version + 1)
    assert match.ai_due_at is not None
    run_due_turns()
    assert PlayedMove.objects.get(match=match).by_ai
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    assert "<b>ada</b> is away; the AI plays on." in page
    assert page.count("log__entry--stood-in") == 1
    assert "away, AI plays" in page


def test_whoever_comes_back_again_and_again_gets_new_time_once(match, people):
    """Otherwise a match could be held up for ever by one click a day."""
    noon = timezone.now()
    for hours in (0, 24, 48):
        with time_machine.travel(noon + timedelta(hours=hours), tick=False):
            let_time_pass(match)
            come_back(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert match.deadline_at == noon + timedelta(seconds=match.decision_seconds)


def test_a_deadline_passes_once(match):
    let_time_pass(match)
    assert pass_deadlines() == 0
    assert match.table_events.count() == 1


def test_the_owner_is_back_with_one_click_and_has_their_whole_time(match, client, people):
    seat = let_time_pass(match)
    client.force_login(people("ada"))
    page = client.get(match.get_absolute_url()).content.decode()
    assert "The AI plays for you" in page
    assert 'name="bid"' not in page
    client.post(f"/tables/{match.pk}/back/")
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.stood_in_since, match.ai_due_at) == (None, None)
    assert match.deadline_at - timezone.now() > timedelta(hours=23)
    assert [event.kind for event in match.table_events.all()] == ["away", "back"]
    assert 'name="bid"' in client.get(match.get_absolute_url()).content.decode()


def test_an_owner_who_plays_is_back(match):
    seat = let_time_pass(match)
    act(match)
    seat.refresh_from_db()
    assert seat.stood_in_since is None
    assert not match.moves.get().by_ai


def test_the_ais_answer_is_void_once_the_owner_is_back(match, people):
    let_time_pass(match)
    come_back(match_id=match.pk, user=people("ada"))
    assert not answer(match_id=match.pk, number=1)
    with pytest.raises(TableMoved):
        play_move(match_id=match.pk, seat=0, move=Pass(), number=1, by_ai=True)


def test_coming_back_without_having_been_away_changes_nothing(match, people):
    version = match.version
    assert not come_back(match_id=match.pk, user=people("ada"))
    match.refresh_from_db()
    assert match.version == version
    with pytest.raises(NotSeated):
        come_back(match_id=match.pk, user=people("hedy"))


def test_where_everybody_is_away_nobody_is_hurried(match, settings):
    settings.AI_PAUSE_SECONDS = [0, 0]
    let_time_pass(match)
    while asked(match).brain_level:
        answer(match_id=match.pk, number=match.number + 1)
    let_time_pass(match)
    match.refresh_from_db()
    slowly = timedelta(seconds=match.decision_seconds / EMPTY_TABLE_SHARE)
    assert match.ai_due_at - timezone.now() > slowly - timedelta(minutes=1)


def test_a_table_where_the_ai_plays_for_me_does_not_wait_for_me(match, people):
    ada = people("ada")
    assert tables_of(ada).get().my_turn
    let_time_pass(match)
    assert not tables_of(ada).get().my_turn
    assert tables_of(ada).get().is_away


def test_the_next_table_is_the_one_whose_clock_runs_out_first(match, people, table, client):
    ada = people("ada")
    later = begin(people, table, "grace", host_begins=True, title="Later")
    sooner = begin(people, table, "grace", host_begins=True, title="Sooner")
    Match.objects.filter(pk=sooner.pk).update(deadline_at=timezone.now() + timedelta(hours=2))
    assert next_table_of(ada, besides=match) == sooner
    assert next_table_of(ada, besides=sooner) in (match, later)
    assert next_table_of(people("grace"), besides=match) is None
    client.force_login(ada)
    assert "Next: Sooner" not in client.get(match.get_absolute_url()).content.decode()
    played = client.post(
        f"/tables/{match.pk}/move/", {"number": 1, "bid": 1}, headers={"HX-Request": "true"}
    ).content.decode()
    assert "Next: Sooner" in played
    assert f"/tables/{sooner.pk}/#actions" in played


def test_the_log_marks_what_happened_since_i_was_here(match, people, client):
    look(match=match, user=people("grace"))
    act(match)
    act(match)
    look(match=match, user=people("ada"))
    act(match)
    client.force_login(people("ada"))
    page = client.get(match.get_absolute_url()).content.decode()
    assert page.index("entry-3") < page.index("New since you were here") < page.index("entry-2")
    assert "New since you were here" not in client.get(match.get_absolute_url()).content.decode()


@pytest.mark.parametrize(("query", "seen"), [("", 2), ("&hidden=1", 0)])
def test_a_page_behind_another_one_catches_up_without_being_looked_at(match, people, client, query, seen):
    act(match)
    act(match)
    client.force_login(people("ada"))
    url = f"{match.get_absolute_url()}?seen=0.0{query}"
    assert "entry-2" in client.get(url, headers={"HX-Request": "true"}).content.decode()
    assert match.seats.get(user=people("ada")).seen_number == seen
