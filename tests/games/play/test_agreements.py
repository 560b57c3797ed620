"""A pause or an end by agreement of all: asked, agreed to, declined, withdrawn; AIs agree, and anybody goes on."""

from datetime import timedelta
from functools import partial

import pytest
import time_machine
from django.utils import timezone

from accounts.models import User
from games.models import Match, TableEvent
from games.play.refusals import ActionRefused, NotSeated
from games.play.selectors.agreements import proposal_at
from games.play.services.agreements import (
    AskedAlready,
    AskedOften,
    NothingToAgreeOn,
    QuestionSettled,
    RatedNeedsTwo,
    answer,
    go_on,
    propose,
)
from games.play.services.clocks import pause
from games.play.services.conceding import concede
from games.play.services.locking import seats_of
from games.play.services.moves import MatchPaused
from leaderboard.models import RatingChange
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, live
from tests.races import together

pytestmark = pytest.mark.django_db
PAUSE, END = TableEvent.Kind.PAUSE_ASKED, TableEvent.Kind.END_ASKED


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace", "hedy")


def open_question(match: Match) -> int:
    proposal = proposal_at(match, seats_of(match))
    assert proposal is not None
    return proposal.pk


def agree(match: Match, user: User, agrees: bool = True) -> None:
    answer(match_id=match.pk, user=user, proposal_id=open_question(match), agrees=agrees)
    match.refresh_from_db()


def attempt(match: Match, user: User, asked: int, agrees: bool = True) -> str:
    try:
        answer(match_id=match.pk, user=user, proposal_id=asked, agrees=agrees)
    except ActionRefused:
        return "refused"
    return "done"


def kinds(match: Match) -> list[str]:
    return list(match.table_events.values_list("kind", flat=True))


def test_the_match_is_paused_once_everybody_agrees_and_anybody_lets_it_go_on(match, people):
    deadline, now = match.deadline_at, timezone.now()
    with time_machine.travel(now, tick=False) as clock:
        propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
        agree(match, people("grace"))
        assert match.paused_at is None
        agree(match, people("hedy"))
        assert (match.paused_at, match.paused_by) == (now, Match.PausedBy.PLAYERS)
        with pytest.raises(MatchPaused):
            act(match)
        clock.shift(timedelta(days=30))
        go_on(match_id=match.pk, user=people("grace"))
    match.refresh_from_db()
    assert (match.paused_at, match.paused_by) == (None, "")
    assert match.deadline_at == deadline + timedelta(days=30)
    assert kinds(match) == ["pause_asked", "agreed", "agreed", "paused", "resumed"]


def test_live_tables_are_paused_as_well(people, table):
    match = live(people, table)
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    agree(match, people("grace"))
    assert match.paused_at is not None


def test_it_ends_without_a_result_once_everybody_agrees_and_nobodys_rating_moves(people, table):
    match = begin(people, table, "grace", rated=True)
    for _ in range(20):
        act(match)
    propose(match_id=match.pk, user=people("grace"), kind=END)
    agree(match, people("ada"))
    assert match.status == Match.Status.DISSOLVED
    assert (match.deadline_at, match.ai_due_at) == (None, None)
    count_results(thorough=True)
    assert not RatingChange.objects.exists()
    assert audit() == []
    assert kinds(match) == ["end_asked", "agreed", "called_off"]


def test_whoever_does_not_agree_settles_it(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=END)
    agree(match, people("grace"))
    agree(match, people("hedy"), agrees=False)
    assert match.status == Match.Status.RUNNING
    assert proposal_at(match, seats_of(match)) is None
    assert kinds(match) == ["end_asked", "agreed", "declined"]


def test_whoever_asked_withdraws_it(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=END)
    agree(match, people("ada"), agrees=False)
    assert kinds(match) == ["end_asked", "withdrawn"]


def test_one_question_at_a_time_and_no_more_than_three_of_one_person_until_somebody_plays(match, people):
    ada = people("ada")
    for _ in range(3):
        propose(match_id=match.pk, user=ada, kind=PAUSE)
        with pytest.raises(AskedAlready):
            propose(match_id=match.pk, user=people("grace"), kind=END)
        agree(match, people("grace"), agrees=False)
    with pytest.raises(AskedOften):
        propose(match_id=match.pk, user=ada, kind=PAUSE)
    act(match)
    propose(match_id=match.pk, user=ada, kind=PAUSE)


def test_an_answer_is_for_the_very_question_that_was_seen(match, people):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    seen = open_question(match)
    agree(match, people("ada"), agrees=False)
    propose(match_id=match.pk, user=people("ada"), kind=END)
    with pytest.raises(QuestionSettled):
        answer(match_id=match.pk, user=people("grace"), proposal_id=seen, agrees=True)


def test_ais_and_those_who_left_agree(people, table):
    match = begin(people, table, "grace", "hedy", size=4, ai_levels=("trainee",))
    concede(match_id=match.pk, user=people("hedy"))
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    agree(match, people("grace"))
    assert match.paused_at is not None


def test_alone_with_ais_it_is_done_at_once_but_a_rated_match_needs_two(table, people):
    match = table(size=2, ai_levels=("trainee",))
    propose(match_id=match.pk, user=people("ada"), kind=END)
    match.refresh_from_db()
    assert match.status == Match.Status.DISSOLVED
    rated = table(size=2, ai_levels=("trainee",), rated=True)
    with pytest.raises(RatedNeedsTwo):
        propose(match_id=rated.pk, user=people("ada"), kind=END)


def test_what_moderators_paused_only_they_let_go_on(match, people):
    pause(match=match)
    with pytest.raises(NothingToAgreeOn):
        go_on(match_id=match.pk, user=people("ada"))
    with pytest.raises(NothingToAgreeOn):
        propose(match_id=match.pk, user=people("ada"), kind=END)


@pytest.mark.parametrize("deed", ["propose", "answer", "go_on"])
def test_only_who_plays_there_has_a_say(match, people, deed):
    propose(match_id=match.pk, user=people("ada"), kind=PAUSE)
    stranger = people("mary")
    deeds = {
        "propose": partial(propose, match_id=match.pk, user=stranger, kind=END),
        "answer": partial(answer, match_id=match.pk, user=stranger, proposal_id=open_question(match), agrees=True),
        "go_on": partial(go_on, match_id=match.pk, user=stranger),
    }
    with pytest.raises(NotSeated):
        deeds[deed]()


def test_it_works_by_forms_alone_and_the_log_tells_it(match, people, client):
    page = f"/tables/{match.pk}/terms/"
    client.force_login(people("ada"))
    assert "Ask for a pause" in client.get(page).content.decode()
    assert client.post(f"{page}propose/", {"kind": "pause_asked"}).headers["Location"] == page
    for name in ("grace", "hedy"):
        client.force_login(people(name))
        shown = client.get(page).content.decode()
        assert "ada asks for a pause." in shown
        client.post(f"{page}answer/", {"proposal": open_question(match), "answer": "agree"})
    table_page = client.get(match.get_absolute_url()).content.decode()
    assert "<b>ada</b> asks for a pause. The match is paused once everybody agrees." in table_page
    assert "Go on playing" in table_page
    client.post(f"{page}go-on/")
    match.refresh_from_db()
    assert match.paused_at is None


def test_an_answer_to_a_question_that_nobody_can_have_asked_is_refused_in_words(match, people, client):
    client.force_login(people("grace"))
    page = f"/tables/{match.pk}/terms/"
    said = client.post(f"{page}answer/", {"proposal": "9" * 5_000, "answer": "agree"}, follow=True)
    assert str(QuestionSettled()) in said.content.decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", [PAUSE, END])
def test_the_last_two_agree_in_the_same_moment_and_it_is_done_once(people, table, kind):
    match = begin(people, table, "grace", "hedy")
    propose(match_id=match.pk, user=people("ada"), kind=kind)
    asked = open_question(match)
    together(partial(attempt, match, people(name), asked) for name in ("grace", "hedy") * 3)
    assert kinds(match).count("paused" if kind == PAUSE else "called_off") == 1
    assert kinds(match).count("agreed") == 2


@pytest.mark.django_db(transaction=True)
def test_one_agrees_and_one_declines_in_the_same_moment_and_one_stands(people, table):
    match = begin(people, table, "grace", "hedy")
    propose(match_id=match.pk, user=people("ada"), kind=END)
    agree(match, people("grace"))
    asked = open_question(match)

    assert sorted(
        together(
            [
                partial(attempt, match, people("hedy"), asked),
                partial(attempt, match, people("ada"), asked, agrees=False),
            ]
        )
    ) == ["done", "refused"]
    match.refresh_from_db()
    assert (match.status == Match.Status.DISSOLVED) is ("withdrawn" not in kinds(match))
