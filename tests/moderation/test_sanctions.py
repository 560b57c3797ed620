"""Sanctions act at once, are told, end by themselves, can be undone, and touch nobody else."""

from collections.abc import Callable
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from channels.testing import WebsocketCommunicator
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.entrance.adapter import AccountAdapter
from accounts.models import Sanction, StaffAct, User
from accounts.sanctions.selectors import ban_on
from accounts.sanctions.services.sanctions import CannotSanction, confirm_read, impose, lift
from config.asgi import application
from games.lobby.services.limits import expect_may_be_rated
from games.lobby.services.seating import join_table
from games.models import Match, PlayedMove
from games.play.refusals import BarredFromRated
from games.talk.services import Muted, say
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.games.talk.test_consumers import cookie_of, in_thread
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db
Kind = Sanction.Kind


def in_days(days: int) -> Any:
    return timezone.now() + timedelta(days=days)


def sanctioned(staff: Staff, user: User, kind: str, days: int | None = 1, **more: Any) -> Sanction:
    end = in_days(days) if days and kind not in (Kind.WARNING, Kind.RENAME) else None
    said = {"reason": "seen in a report", "message": "Please be kind.", "ends_at": end, **more}
    return impose(actor=staff("moderator"), user=user, kind=kind, **said)


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user, backend="accounts.entrance.backends.NameOrEmailBackend")
    return client


@pytest.mark.parametrize("kind", Kind.values)
def test_every_kind_is_told_traced_and_can_be_undone(people: People, staff: Staff, kind: str) -> None:
    ada = people("ada")
    sanction = sanctioned(staff, ada, kind)
    client = browser_of(ada)
    assert "Please be kind." in client.get("/standing/").content.decode()
    lift(actor=staff("moderator"), sanction_id=sanction.pk, why="a mistake")
    acts = StaffAct.objects.order_by("pk")
    assert [act.verb for act in acts] == [f"impose {kind}", f"lift {kind}"]
    assert [act.why for act in acts] == ["seen in a report", "a mistake"]
    assert {(act.actor, act.person, act.target) for act in acts} == {
        (staff("moderator"), ada, f"accounts.sanction/{sanction.pk}")
    }
    assert acts[0].after["message"] == "Please be kind."
    assert (acts[1].before["lifted_at"], bool(acts[1].after["lifted_at"])) == (None, True)
    assert ban_on(User.objects.get(pk=ada.pk)) is None


def test_a_warning_stands_on_every_page_until_it_is_read(people: People, staff: Staff) -> None:
    ada = people("ada")
    sanctioned(staff, ada, Kind.WARNING)
    client = browser_of(ada)
    assert "A moderator has something to tell you." in client.get("/lobby/").content.decode()
    client.post("/standing/read/")
    assert "A moderator has something to tell you." not in client.get("/lobby/").content.decode()


def test_whoever_is_not_sanctioned_is_not_even_asked_about(people: People, django_assert_num_queries: Any) -> None:
    ada = people("ada")
    with django_assert_num_queries(0):
        assert ban_on(ada) is None


@pytest.mark.parametrize("kind", [Kind.SUSPENSION, Kind.BAN])
def test_whoever_is_kept_out_sees_one_page_until_it_ends(people: People, staff: Staff, kind: str) -> None:
    ada = people("ada")
    client = browser_of(ada)
    sanctioned(staff, ada, kind, days=3)
    for path in ("/", "/lobby/", "/settings/", "/tables/new/", "/people/ada/", "/account/email/"):
        assert client.get(path).headers["Location"] == "/standing/", path
    assert client.post("/tables/new/").headers["Location"] == "/standing/"
    assert client.get("/lobby/", headers={"HX-Request": "true"}).headers["HX-Redirect"] == "/standing/"
    for path in ("/standing/", "/settings/data/", "/rules/"):
        assert client.get(path).status_code == 200, path
    for way in ("account_reauthenticate", "mfa_reauthenticate", "mfa_reauthenticate_webauthn"):
        assert client.get(reverse(way)).headers.get("Location") != "/standing/", way
    with time_machine.travel(in_days(3) + timedelta(seconds=1)):
        assert browser_of(ada).get("/lobby/").status_code == 200


def test_a_log_in_leads_to_the_page_about_it(people: People, staff: Staff) -> None:
    ada = people("ada")
    ada.set_password("a long sentence")
    ada.save()
    sanctioned(staff, ada, Kind.BAN, days=None)
    answer = Client().post("/account/login/", {"login": "ada", "password": "a long sentence"}, follow=True)
    assert answer.redirect_chain[-1][0] == "/standing/"
    assert "Your account is banned" in answer.content.decode()


def test_a_suspended_moderator_does_not_moderate(people: People, staff: Staff, at_work: Callable[..., Client]) -> None:
    client = at_work("helper")
    impose(
        actor=staff("administrator"),
        user=people("helper"),
        kind=Kind.SUSPENSION,
        reason="r",
        message="m",
        ends_at=in_days(1),
    )
    assert client.get("/admin/").headers["Location"] == "/standing/"


def test_a_banned_players_matches_go_on_and_nothing_is_deleted(people: People, table: Tables, staff: Staff) -> None:
    running = begin(people, table, "grace")
    alone = table(ai_levels=("trainee",), size=2)
    waiting = table("grace")
    join_table(match_id=waiting.pk, user=people("ada"))
    own = table("ada", size=3)
    matches = Match.objects.count()
    sanctioned(staff, people("ada"), Kind.BAN, days=None)
    seat = running.seats.get(user=people("ada"))
    assert (seat.brain_level != "", seat.time_outs) == (True, 0)
    assert list(running.table_events.values_list("kind", "seat")) == [("away", seat.number)]
    assert running.seats.get(user=people("grace")).brain_level == ""
    assert not waiting.seats.filter(user=people("ada")).exists()
    own.refresh_from_db()
    assert own.status == Match.Status.DISSOLVED
    alone.refresh_from_db()
    assert (alone.status, Match.objects.count()) == (Match.Status.RUNNING, matches)


def test_an_ai_answers_at_once_for_whoever_is_banned_in_their_turn(people: People, table: Tables, staff: Staff) -> None:
    running = begin(people, table, "grace")
    asked = running.seats.get(number=running.turn_seat)
    assert asked.user is not None
    sanctioned(staff, asked.user, Kind.BAN)
    running.refresh_from_db()
    assert (running.ai_due_at is not None, running.deadline_at) == (True, None)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("path", ["/ws/lobby/", "/ws/tables/{}/", "/ws/waiting/{}/"])
async def test_a_ban_closes_open_sockets_and_opens_no_new_ones(
    people: People, table: Tables, staff: Staff, path: str
) -> None:
    ada = await in_thread(people)("ada")
    match = (
        await in_thread(table)(host="grace") if "waiting" in path else await in_thread(begin)(people, table, "grace")
    )
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", await in_thread(cookie_of)(ada))]
    socket = WebsocketCommunicator(application, path.format(match.pk), headers=headers)
    assert (await socket.connect())[0]
    await in_thread(sanctioned)(staff, ada, Kind.BAN)
    closed = await socket.receive_output()
    while closed["type"] != "websocket.close":
        closed = await socket.receive_output()
    assert closed["code"] == 4401
    again = WebsocketCommunicator(application, path.format(match.pk), headers=headers)
    assert not (await again.connect())[0]


def test_the_muted_cannot_talk_until_it_ends(people: People, staff: Staff, match: Match) -> None:
    ada = people("ada")
    sanctioned(staff, ada, Kind.MUTE, days=3)
    with pytest.raises(Muted):
        say(match=match, user=User.objects.get(pk=ada.pk), text="Hello")
    page = browser_of(ada).get(f"/tables/{match.pk}/talk/").content.decode()
    assert "A moderator has muted you" in page
    assert 'href="/standing/"' in page
    with time_machine.travel(in_days(3) + timedelta(seconds=1)):
        assert say(match=match, user=User.objects.get(pk=ada.pk), text="Hello").text == "Hello"


def test_whoever_is_barred_plays_no_rated_match(people: People, table: Tables, staff: Staff) -> None:
    ada = people("ada")
    rated = table("grace", rated=True, size=3)
    casual = table("grace", size=3)
    for match in (rated, casual):
        join_table(match_id=match.pk, user=ada)
    sanctioned(staff, ada, Kind.UNRATED)
    assert (rated.seats.filter(user=ada).exists(), casual.seats.filter(user=ada).exists()) == (False, True)
    with pytest.raises(BarredFromRated):
        expect_may_be_rated(User.objects.get(pk=ada.pk), rated=True)
    expect_may_be_rated(User.objects.get(pk=ada.pk), rated=False)


def test_a_rename_leaves_history_whole(people: People, staff: Staff, match: Match) -> None:
    ada = people("ada")
    line = say(match=match, user=ada, text="Hello")
    PlayedMove.objects.create(match=match, number=1, seat=0, entry=[0, "pass"], events=[])
    before = list(match.moves.values()), list(match.seats.values("number", "user")), match.host_id
    sanction = sanctioned(staff, ada, Kind.RENAME, new_name="Quiet One")
    match.refresh_from_db()
    assert (list(match.moves.values()), list(match.seats.values("number", "user")), match.host_id) == before
    page = browser_of(people("grace")).get(f"/tables/{match.pk}/talk/").content.decode()
    assert ("Quiet One" in page, ">ada<" in page, f'id="line-{line.pk}"' in page) == (True, False, True)
    act = StaffAct.objects.get(verb="impose rename")
    assert (act.before["name"], act.after["name"]) == ("ada", "Quiet One")
    renamed = User.objects.get(pk=ada.pk)
    with pytest.raises(Exception, match="taken"):
        AccountAdapter().clean_own_name("Ada", renamed)
    lift(actor=staff("moderator"), sanction_id=sanction.pk, why="a mistake")
    assert User.objects.get(pk=ada.pk).username == "ada"


def test_a_name_that_is_taken_meanwhile_is_not_given_back(people: People, staff: Staff) -> None:
    ada = people("ada")
    sanction = sanctioned(staff, ada, Kind.RENAME)
    assert User.objects.get(pk=ada.pk).username == f"Player {ada.pk}"
    User.objects.create_user("Ada")  # somebody else now
    lift(actor=staff("moderator"), sanction_id=sanction.pk, why="a mistake")
    assert User.objects.get(pk=ada.pk).username == f"Player {ada.pk}"


@pytest.mark.parametrize(("days", "may"), [(7, True), (8, False), (None, False)])
def test_a_helper_undoes_no_more_than_a_helper_imposes(
    people: People, staff: Staff, days: int | None, may: bool
) -> None:
    sanction = sanctioned(staff, people("ada"), Kind.MUTE, days)
    with nullcontext() if may else pytest.raises(CannotSanction):
        lift(actor=staff("helper"), sanction_id=sanction.pk, why="a quarrel that is over")
    sanction.refresh_from_db()
    assert (sanction.lifted_at is not None) == may


@pytest.mark.parametrize(
    ("role", "name", "kind", "days"),
    [
        ("moderator", "moderator", Kind.WARNING, None),  # oneself
        ("moderator", "helper", Kind.MUTE, 1),  # a colleague
        ("helper", "ada", Kind.BAN, 1),  # more than the role allows
        ("helper", "ada", Kind.MUTE, 8),
        ("helper", "ada", Kind.MUTE, None),
        ("moderator", "ada", Kind.SUSPENSION, None),  # without an end it would be a ban
        ("moderator", "ada", Kind.MUTE, -1),
        ("moderator", "ada", Kind.RENAME, None),  # to a name that is taken
    ],
)
def test_what_an_office_does_not_cover(
    people: People, staff: Staff, role: str, name: str, kind: str, days: int | None
) -> None:
    staff("helper")
    actor, user = staff(role), people(name)
    people("grace")
    end = in_days(days) if days else None
    with pytest.raises(CannotSanction):
        impose(actor=actor, user=user, kind=kind, reason="r", message="m", ends_at=end, new_name="grace")
    assert not Sanction.objects.exists()
    assert not StaffAct.objects.exists()


def test_the_mark_on_a_person_goes_with_the_last_sanction(people: People, staff: Staff) -> None:
    ada = people("ada")
    sanctions = [sanctioned(staff, ada, kind) for kind in (Kind.MUTE, Kind.UNRATED)]
    confirm_read(user=ada)
    marks = []
    for sanction in sanctions:
        lift(actor=staff("moderator"), sanction_id=sanction.pk, why="w")
        marks.append(User.objects.get(pk=ada.pk).under_sanction)
    assert marks == [True, False]
