"""The chain when somebody vanishes: last call, grace, stand-in, offer, substitute; and what each means for ratings."""

import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from functools import partial

import pytest
import time_machine
from django.core import mail
from django.urls import reverse
from django.utils import timezone

from accounts.mail.services import deliver_due
from accounts.models import Block
from accounts.settings.services import plan_holiday
from games.engine import legal_moves
from games.history.filters import HistoryFilters
from games.history.selectors import history_of
from games.lobby.selectors import invitations_of, offered_seats
from games.lobby.services.invitations import accept_invitation, invite_substitute
from games.lobby.services.seating import KeptAway
from games.lobby.services.substitutes import HadASeat, NotOffered, take_over
from games.models import Heartbeat, Match, Seat
from games.moderation.admin.secrets import plays_in
from games.play.refusals import ActionRefused, GuestsPlayUnrated, NotInvited, NotSeated, SeatedAlready
from games.play.selectors.visibility import may_see
from games.play.services.ai_turns import run_due_turns
from games.play.services.clocks import pause, resume
from games.play.services.deadlines import come_back, pass_deadlines
from games.play.services.moves import TableMoved, play_moves
from games.play.services.offers import offer_seats
from games.play.services.positions import moves_in_force
from games.play.verification import verify_match
from games.takeout import belongings_of
from games.tasks import sweep
from leaderboard.models import Appearance, RatingChange
from leaderboard.rating import LAST
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember_results
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.play.test_clocks import act, asked, live
from tests.processes import ROOT, clean_environment
from tests.races import together

pytestmark = pytest.mark.django_db
DAY = timedelta(days=1)
NOON = datetime(2026, 3, 10, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def clock(settings) -> Iterator[time_machine.Traveller]:
    """A clock that stands still until it is moved."""
    settings.GRACE_MINUTES = 60
    settings.AI_PAUSE_SECONDS = [0, 0]
    with time_machine.travel(NOON, tick=False) as traveller:
        yield traveller


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada is asked and vanishes."""
    return begin(people, table, "grace", "hedy", host_begins=True, rated=True)


def wait(clock: time_machine.Traveller, span: timedelta) -> None:
    """Time goes by, without a downtime of ours."""
    clock.shift(span)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})


def vanish(match: Match, clock: time_machine.Traveller) -> Seat:
    """Whoever is asked lets their time and the grace pass; an AI stands in, and nobody else is hurried."""
    seat = asked(match)
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(hours=1))
    assert pass_deadlines() == 1
    return seat


def offered(match: Match, clock: time_machine.Traveller) -> Seat:
    seat = vanish(match, clock)
    wait(clock, 2 * DAY)
    assert offer_seats() == 1
    seat.refresh_from_db()
    return seat


def play_on(match: Match) -> None:
    """Everybody plays to the end, AIs for those who are away."""
    match.refresh_from_db()
    while match.status == Match.Status.RUNNING:
        if asked(match).brain_level:
            run_due_turns()
            match.refresh_from_db()
        else:
            act(match)


def test_last_call_then_grace_then_the_stand_in_then_the_offer(match, people, clock):
    seat = asked(match)
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(minutes=1))
    deliver_due()
    assert "Last call" in "".join(letter.subject for letter in mail.outbox if "ada" in letter.to[0])
    assert pass_deadlines() == 0
    wait(clock, timedelta(minutes=59))
    assert pass_deadlines() == 1
    seat.refresh_from_db()
    assert seat.offer_at == timezone.now() + 2 * DAY
    wait(clock, 2 * DAY - timedelta(seconds=1))
    assert offer_seats() == 0
    wait(clock, timedelta(seconds=1))
    assert (offer_seats(), offer_seats()) == (1, 0)
    assert list(match.table_events.values_list("kind", "seat")) == [("away", 0), ("offered", 0)]


def test_the_offer_waits_for_the_owners_rest_and_holidays(match, people, clock):
    clock.move_to(match.deadline_at)
    wait(clock, timedelta(hours=1))
    plan_holiday(user=people("ada"), first_day=date(2026, 3, 12), last_day=date(2026, 3, 15))
    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now() - timedelta(hours=2))
    assert pass_deadlines() == 1
    assert match.seats.get(number=0).offer_at == datetime(2026, 3, 17, 13, tzinfo=UTC)


@pytest.mark.parametrize("kind", ["downtime", "pause"])
def test_a_time_in_which_nobody_could_come_back_does_not_count(match, clock, kind):
    vanish(match, clock)
    if kind == "pause":
        pause(match=match)
    clock.shift(5 * DAY)
    sweep()
    if kind == "pause":
        resume(match=match)
    offer_seats()
    seat = match.seats.get(number=0)
    assert not seat.is_offered
    assert seat.offer_at - timezone.now() == 2 * DAY


def test_an_owner_who_comes_back_has_the_seat_and_it_is_offered_no_more(match, people, clock):
    offered(match, clock)
    come_back(match_id=match.pk, user=people("ada"))
    seat = match.seats.get(number=0)
    assert (seat.is_offered, seat.offer_at) == (False, None)
    with pytest.raises(NotOffered):
        take_over(match_id=match.pk, user=people("mary"))


def test_live_tables_offer_nothing(people, table, clock):
    match = live(people, table)
    clock.move_to(match.deadline_at)
    Heartbeat.objects.update_or_create(pk=1, defaults={"beat_at": timezone.now()})
    pass_deadlines()
    assert not match.seats.filter(offer_at__isnull=False).exists()


def test_a_substitute_from_the_lobby_plays_on_with_all_the_time(match, people, client, clock):
    seat = offered(match, clock)
    while asked(match).pk != seat.pk:
        act(match)
    client.force_login(people("mary"))
    assert "ada stays away" in client.get("/lobby/").content.decode()
    assert "Take over the seat" in client.get(f"/tables/{match.pk}/terms/").content.decode()
    answer = client.post(f"/tables/{match.pk}/terms/take-over/")
    assert answer.headers["Location"] == match.get_absolute_url()
    seat.refresh_from_db()
    match.refresh_from_db()
    assert (seat.user, seat.began_by, seat.brain_level) == (people("mary"), people("ada"), "")
    assert match.deadline_at == timezone.now() + DAY
    page = client.get(match.get_absolute_url()).content.decode()
    assert "A substitute takes over the seat of <b>ada</b>" in page
    assert 'name="number"' in page
    assert "ada stays away" not in client.get("/lobby/").content.decode()


def test_a_substitute_is_invited_by_whoever_plays_there(match, people, clock):
    with pytest.raises(NotOffered):
        invite_substitute(match_id=match.pk, inviter=people("grace"), name=people("mary").username)
    seat = offered(match, clock)
    with pytest.raises(NotSeated):
        invite_substitute(match_id=match.pk, inviter=people("joan"), name="mary")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.INVITED, spectators_allowed=False)
    with pytest.raises(NotInvited):
        take_over(match_id=match.pk, user=people("mary"))
    invitation = invite_substitute(match_id=match.pk, inviter=people("grace"), name="mary")
    assert invitations_of(people("mary")).get() == invitation
    accept_invitation(invitation_id=invitation.pk, user=people("mary"))
    seat.refresh_from_db()
    assert seat.user == people("mary")
    assert not invitations_of(people("mary")).exists()


def test_who_may_not_sit_there_takes_nothing_over(match, people, guest, clock):
    offered(match, clock)
    with pytest.raises(SeatedAlready):
        take_over(match_id=match.pk, user=people("grace"))
    with pytest.raises(GuestsPlayUnrated):
        take_over(match_id=match.pk, user=guest)
    Block.objects.create(blocker=people("mary"), blocked=people("grace"))
    with pytest.raises(KeptAway):
        take_over(match_id=match.pk, user=people("mary"))
    assert not offered_seats(people("mary")).exists()


def test_whoever_was_replaced_looks_on_and_does_not_come_back(match, people, clock):
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.INVITED, spectators_allowed=False)
    match.host = people("grace")
    match.save(update_fields=["host"])
    offered(match, clock)
    invitation = invite_substitute(match_id=match.pk, inviter=people("grace"), name=people("mary").username)
    accept_invitation(invitation_id=invitation.pk, user=people("mary"))
    ada = people("ada")
    match.refresh_from_db()
    assert may_see(match, ada)
    assert plays_in(ada, match)  # as staff they could not read what is hidden
    with pytest.raises(NotSeated):
        come_back(match_id=match.pk, user=ada)
    assert not offered_seats(ada).exists()


def test_a_second_substitute_follows_and_only_who_began_is_rated(match, people, clock):
    for _ in range(30):
        act(match)
    seat = offered(match, clock)
    first = seat.user
    take_over(match_id=match.pk, user=people("mary"))
    while asked(match).pk != seat.pk:
        act(match)
    offered(match, clock)
    with pytest.raises(HadASeat):
        take_over(match_id=match.pk, user=first)
    take_over(match_id=match.pk, user=people("joan"))
    play_on(match)
    seat.refresh_from_db()
    assert (seat.user, seat.began_by) == (people("joan"), first)
    count_results(thorough=True)
    remember_results(thorough=True)
    moved = RatingChange.objects.filter(match=match)
    assert set(moved.values_list("user", flat=True)) == {people(name).pk for name in ("ada", "grace", "hedy")}
    assert set(moved.filter(user=first).values_list("standing", flat=True)) == {LAST}
    assert Appearance.objects.get(match=match, user=first).has_quit
    assert audit() == []
    assert verify_match(match) == []


def test_the_record_history_and_takeout_know_who_owned_when(match, people, clock, client):
    for _ in range(12):
        act(match)
    seat = offered(match, clock)
    former, mary = seat.user, people("mary")
    before = {row["number"] for row in belongings_of(former)["moves"] if row["match"] == match.pk}
    take_over(match_id=match.pk, user=mary)
    play_on(match)
    assert {row["number"] for row in belongings_of(former)["moves"]} == before
    hers = {row["number"] for row in belongings_of(mary)["moves"]}
    assert hers
    assert min(hers) > max(before)
    assert len(moves_in_force(match)) > len(hers)
    for user in (former, mary):
        assert history_of(user, HistoryFilters()).get() == match
        client.force_login(user)
        for name in ("table", "table-record", "replay"):
            assert client.get(reverse(name, args=[match.pk]), follow=True).status_code == 200
    page = client.get(match.get_absolute_url()).content.decode()
    assert "came as a substitute" in page


def test_what_it_means_for_ratings_is_one_sentence_at_the_table(match, people, client):
    client.force_login(people("grace"))
    page = client.get(f"/tables/{match.pk}/terms/").content.decode()
    assert "Whoever is replaced by a substitute counts as having left and is rated as last" in page


def test_where_all_people_are_gone_the_match_is_played_to_its_end(match, people, clock):
    for _ in range(3):
        while asked(match).brain_level:
            run_due_turns()
            match.refresh_from_db()
        vanish(match, clock)
    while match.status == Match.Status.RUNNING:
        wait(clock, timedelta(hours=1))
        run_due_turns()
        match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    count_results(thorough=True)
    assert audit() == []


@pytest.mark.django_db(transaction=True)
def test_the_owner_returns_in_the_moment_a_substitute_sits_down_and_exactly_one_has_the_seat(people, table, clock):
    match = begin(people, table, "grace", host_begins=True)
    offered(match, clock)

    def attempt(deed) -> bool:
        try:
            return bool(deed())
        except (ActionRefused, TableMoved):
            return False

    ada = people("ada")
    deeds = [
        partial(come_back, match_id=match.pk, user=ada),
        *(partial(take_over, match_id=match.pk, user=people(name)) for name in ("mary", "joan", "rosa")),
    ]
    assert sum(together([partial(attempt, deed) for deed in deeds])) == 1
    kinds = list(match.table_events.values_list("kind", flat=True))
    assert kinds.count("back") + kinds.count("substituted") == 1


def test_a_move_of_the_former_owner_that_comes_a_moment_late_is_not_played(match, people, clock):
    seat = offered(match, clock)
    ada = people("ada")
    take_over(match_id=match.pk, user=people("mary"))
    match.refresh_from_db()
    move = legal_moves(match.read_state())[0]
    with pytest.raises(TableMoved):
        play_moves(match_id=match.pk, seat=seat.number, moves=[move], number=match.number + 1, user_id=ada.pk)


def test_the_log_calls_everybody_as_they_were_when_they_played(match, people, clock, client):
    seat = asked(match)
    act(match)
    while asked(match).pk != seat.pk:
        act(match)
    offered(match, clock)
    take_over(match_id=match.pk, user=people("mary"))
    number = match.number
    act(match)
    client.force_login(people("grace"))
    page = client.get(match.get_absolute_url()).content.decode()
    newer, older = page.split(f'id="entry-{number}"')
    assert "<b>mary</b>" in newer.split('id="log"')[1]
    assert "<b>ada</b>" in older
    assert "<b>mary</b>" not in older.split("</ol>")[0]


def test_these_races_have_the_same_outcome_on_postgresql(postgres_url: str) -> None:
    agreements = ROOT / "tests/games/play/test_agreements.py"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-k", "moment or downtime"]
    done = subprocess.run(
        [*command, str(__file__), str(agreements), str(ROOT / "tests/games/play/test_rest.py")],
        cwd=ROOT,
        env={**clean_environment(), "DATABASE_URL": postgres_url},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
