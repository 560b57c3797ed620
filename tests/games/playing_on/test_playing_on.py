"""A position of a match that is over becomes a table against AIs: like any other match, and counted nowhere."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from games.engine import SPECTATOR, replay, undoable, view
from games.engine.state import AUCTION, PARTY, PLACING
from games.history.deal_proof import prove
from games.history.records import record_of
from games.history.services import import_record
from games.history.timeline import timeline_of_match
from games.lobby.selectors import record_of as tally_of
from games.models import Continuation, Match, MatchAnalysis, Seat
from games.play.selectors.visibility import undo_at
from games.play.services.ai_turns import run_due_turns
from games.play.services.moves import NotAllowed, take_back_for_all
from games.play.services.moves import undo as take_back
from games.play.verification import verify_match
from games.playing_on.services import NothingToPlay, StartingPosition, play_on
from leaderboard.selectors.matches import counted_matches
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
KEPT = Path(__file__).parents[2] / "records"
HERE = 60


@pytest.fixture
def over(people, table) -> Match:
    return finish(begin(people, table, "grace", "alan"))


def position_in(match: Match, number: int = HERE) -> StartingPosition:
    return StartingPosition(timeline_of_match(match), number, "Friday night", source=match)


def go_on(people, over, **said) -> Match:
    chosen = {"seat": 1, "level": "director", "dealt_anew": False} | said
    return play_on(position=position_in(over), user=people("grace"), **chosen)


def hidden_in(match: Match) -> Iterator[tuple[int, ...]]:
    return iter(match.read_state().setup.deal)


@pytest.mark.parametrize("dealt_anew", [False, True])
def test_it_stands_where_the_other_stood_and_every_check_holds(people, over, dealt_anew):
    match = go_on(people, over, dealt_anew=dealt_anew)
    then, now = timeline_of_match(over).states[HERE], match.read_state()
    assert view(now, SPECTATOR).state.setup.deal == view(then, SPECTATOR).state.setup.deal
    assert (now.money, now.top, now.turn, now.bid) == (then.money, then.top, then.turn, then.bid)
    assert (now.setup.deal == then.setup.deal) is not dealt_anew
    assert (match.number, match.copied) == (HERE, HERE)
    assert verify_match(match) == []
    assert verify_match(finish(match)) == []
    call_command("verify", str(match.pk))


@pytest.mark.parametrize("phase", [AUCTION, PARTY, PLACING])
@pytest.mark.parametrize("dealt_anew", [False, True])
def test_it_goes_on_from_every_kind_of_question(people, over, phase, dealt_anew):
    """From the last of its kind in a round, so that what comes next is drawn from what nobody had seen."""
    states = timeline_of_match(over).states
    number = max(n for n, state in enumerate(states) if (state.phase, state.quarter) == (phase, 3))
    here = position_in(over, number)
    match = play_on(position=here, user=people("grace"), seat=1, level="director", dealt_anew=dealt_anew)
    now = match.read_state()
    assert (now.phase, now.turn, now.hand, now.offered) == (
        phase,
        states[number].turn,
        states[number].hand,
        states[number].offered,
    )
    assert verify_match(finish(match)) == []


@pytest.mark.parametrize("dealt_anew", [False, True])
def test_its_record_can_be_played_again_and_its_deal_checked(people, over, dealt_anew):
    match = finish(go_on(people, over, dealt_anew=dealt_anew))
    record = record_of(match)
    again = replay(json.loads(json.dumps(record)))
    assert again.finished
    assert again.proof is None
    assert record["match"]["copied"] == HERE
    proof = prove(match)
    assert proof is not None
    assert proof.holds
    assert proof.steps[1].holds is (True if dealt_anew else None)


def test_a_deal_that_was_touched_is_found_out(people, over):
    match = finish(go_on(people, over, dealt_anew=True))
    other = finish(go_on(people, over, dealt_anew=True, seat=0))
    match.secret = other.secret
    proof = prove(match)
    assert proof is not None
    assert not proof.deal_holds


def test_what_was_played_there_stands(people, over):
    """Nobody takes back a move of the other match: the deal is proved by where this one began."""
    timeline = timeline_of_match(over)
    number = next(number for number, state in enumerate(timeline.states) if undoable(state))
    undo = undoable(timeline.states[number])
    assert undo is not None
    here = position_in(over, number)
    match = play_on(position=here, user=people("grace"), seat=undo.seat, level="director", dealt_anew=True)
    assert undo_at(match, match.read_state()) is None
    with pytest.raises(NotAllowed):
        take_back(match_id=match.pk, seat=undo.seat, number=number + 1)
    with pytest.raises(NotAllowed):
        take_back_for_all(match_id=match.pk, count=1)


def test_ais_answer_on_the_other_seats(people, over):
    timeline = timeline_of_match(over)
    asked = next(number for number in range(HERE, over.number) if timeline.states[number].turn == 0)
    here = position_in(over, asked)
    match = play_on(position=here, user=people("grace"), seat=2, level="director", dealt_anew=False)
    assert [seat.ai_level for seat in match.seats.order_by("number")] == ["director", "director", ""]
    assert match.turn_seat == 0
    assert Match.objects.filter(pk=match.pk, ai_due_at__isnull=False).update(ai_due_at=match.created_at)
    run_due_turns()
    answer = match.moves.get(number=asked + 1)
    assert (answer.seat, answer.by_ai or answer.forced) == (0, True)


def test_it_counts_nowhere(people, over):
    before = tally_of(people("grace")), list(counted_matches())
    match = finish(go_on(people, over))
    assert (tally_of(people("grace")), list(counted_matches())) == before
    assert not match.rated
    match.refresh_from_db()
    assert match.shown_at is None


def test_then_and_now_are_compared_at_the_end(people, over):
    match = finish(go_on(people, over))
    client = Client()
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    then, now = (Seat.objects.get(match=one, number=1) for one in (over, match))
    assert f"Then: place {then.place} with {then.score} points." in page
    assert f"Now: place {now.place} with {now.score} points." in page
    assert client.get(reverse("origin", args=[match.pk]))["Location"] == reverse("replay", args=[over.pk, HERE])
    assert reverse("origin", args=[match.pk]) in page
    assert "The deal was fair" not in page
    assert "What if, counts nowhere" in client.get("/history/mine/").content.decode()


def test_from_the_replay_by_a_form_to_the_table(people, over):
    client = Client()
    client.force_login(people("grace"))
    way = reverse("play-on", args=[over.pk, HERE])
    assert way in client.get(reverse("replay", args=[over.pk, HERE])).content.decode()
    page = client.get(way).content.decode()
    assert 'value="1"' in page
    assert client.post(way, {"seat": "7", "level": "director", "hidden": "anew"}).status_code == 422
    answer = client.post(way, {"seat": "1", "level": "director", "hidden": "anew"})
    match = Match.objects.exclude(pk=over.pk).get()
    assert answer["Location"] == match.get_absolute_url()
    again = client.post(way, {"seat": "1", "level": "director", "hidden": "anew"})
    assert again["Location"] == answer["Location"]
    table = client.get(match.get_absolute_url()).content.decode()
    assert "What if, counts nowhere" in table
    assert "What if, counts nowhere" in client.get("/lobby/").content.decode()


def test_another_level_is_another_table(people, over):
    match = go_on(people, over)
    assert go_on(people, over) == match
    assert go_on(people, over, level="trainee") != match


def test_whoever_came_by_a_link_finds_back_by_it_and_nobody_else(people, over):
    MatchAnalysis.objects.create(match=over)
    Match.objects.filter(pk=over.pk).update(visibility=Match.Visibility.UNLISTED)
    here = StartingPosition(timeline_of_match(over), HERE, "Friday night", source=over)
    match = finish(play_on(position=here, user=people("hedy"), seat=1, level="director", dealt_anew=False))
    host, friend = Client(), Client()
    host.force_login(people("hedy"))
    friend.force_login(people("grace"))
    back = host.get(reverse("origin", args=[match.pk]))["Location"]
    assert back == f"{reverse('table-analysis', args=[over.pk])}?token={over.invite_token}&at={HERE}"
    assert host.get(back).status_code == 200
    by_link = f"?token={match.invite_token}"
    assert "token" not in friend.get(reverse("origin", args=[match.pk]) + by_link)["Location"]
    stranger = Client()
    stranger.force_login(people("zadie"))
    turned_away = stranger.get(reverse("origin", args=[match.pk]) + by_link)
    assert turned_away["Location"] == match.get_absolute_url() + by_link


def test_limits_for_tables_hold(people, over, settings):
    settings.TABLES = 0
    client = Client()
    client.force_login(people("grace"))
    way = reverse("play-on", args=[over.pk, HERE])
    page = client.post(way, {"seat": "1", "level": "director", "hidden": "anew"}, follow=True).content.decode()
    assert "You are already at the maximum number of tables" in page
    assert not Continuation.objects.exists()


def test_nothing_goes_on_after_the_end_or_from_a_match_in_play(people, table, over):
    with pytest.raises(NothingToPlay):
        play_on(position=position_in(over, over.number), user=people("ada"), seat=0, level="director", dealt_anew=False)
    running = begin(people, table, "grace")
    client = Client()
    client.force_login(people("ada"))
    assert client.get(reverse("play-on", args=[running.pk, 0])).status_code == 404
    Match.objects.filter(pk=over.pk).update(sealed=True, spectators_allowed=False)
    assert client.get(reverse("play-on", args=[over.pk, HERE])).status_code == 404


def test_a_record_goes_on_too(people):
    raw = (KEPT / "traumfabrik-2000-3-kept-000000.json").read_bytes()
    imported = import_record(owner=people("ada"), raw=raw)
    client = Client()
    client.force_login(people("grace"))
    way = reverse("record-play-on", args=[imported.token, 30])
    assert client.post(way, {"seat": "2", "level": "trainee", "hidden": "as_they_were"}).status_code == 302
    match = Match.objects.get()
    assert verify_match(match) == []
    assert match.continuation.then_score == json.loads(raw)["result"]["scores"][2]
