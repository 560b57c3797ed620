"""What moderators do to a match: through services, as facts in the log, told, traced, and never to their own."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from accounts.models import StaffAct, User
from games.engine import legal_moves
from games.models import Match
from games.moderation.services import moderate_match
from games.play.services.ai_turns import answer
from games.play.services.moves import TableMoved, play_move
from games.play.verification import verify_match
from games.signals import result_changed
from leaderboard.services.audit import audit
from leaderboard.services.counting import count_results
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.leaderboard.results import finished, standing
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db


def play(match: Match, count: int = 1) -> None:
    for _ in range(count):
        match.refresh_from_db()
        state = match.read_state()
        play_move(match_id=match.pk, seat=state.turn, move=legal_moves(state)[0], number=match.number + 1)
    match.refresh_from_db()


def deed(name: str, **more: Any) -> Callable[..., None]:
    def act(actor: User, match: Match) -> None:
        getattr(moderate_match, name)(actor=actor, match_id=match.pk, why="the table asked", note="Sorry.", **more)
        match.refresh_from_db()

    return act


def test_a_pause_stops_the_clock_and_gives_the_time_back(staff: Staff, match: Match) -> None:
    now = timezone.now()
    left = match.deadline_at - now
    with time_machine.travel(now, tick=False) as clock:
        deed("pause_match")(staff(), match)
        with pytest.raises(TableMoved):
            play(match)
        clock.shift(timedelta(days=30))
        deed("resume_match")(staff(), match)
        assert abs(match.deadline_at - timezone.now() - left) < timedelta(seconds=5)
        play(match)
    assert list(StaffAct.objects.order_by("pk").values_list("verb", flat=True)) == ["pause match", "resume match"]


def test_moves_are_taken_back_for_all_and_nothing_is_lost(staff: Staff, match: Match) -> None:
    play(match, 2)
    before = match.state
    play(match, 3)
    deed("take_back", count=3, agreed=True)(staff(), match)
    assert (match.state, match.number, match.moves.count()) == (before, 6, 6)
    assert match.moves.last().entry[1:] == ["undo", 3]
    act = StaffAct.objects.get()
    assert (act.before, act.after) == ({"number": 5}, {"number": 6, "count": 3, "everybody_agreed": True})
    page = Client().get(f"/tables/{match.pk}/").content.decode()
    assert "Moderators took back the latest 3 moves for everybody." in page
    assert "Sorry." in page
    past = Client().get(f"/tables/{match.pk}/replay/6/").content.decode()
    assert "Moderators took back the latest 3 moves for everybody." in past
    assert list(verify_match(match)) == []
    play(match, 2)


@pytest.mark.parametrize("count", [0, 4])
def test_no_more_is_taken_back_than_was_played(staff: Staff, match: Match, count: int) -> None:
    play(match, 3)
    with pytest.raises(moderate_match.NotNow):
        deed("take_back", count=count, agreed=False)(staff(), match)
    assert match.moves.count() == 3


def test_an_ai_is_put_on_a_seat_for_good(people: People, staff: Staff, match: Match) -> None:
    seat = match.seats.get(number=match.turn_seat)
    deed("put_ai", seat_number=seat.number)(staff(), match)
    seat.refresh_from_db()
    assert (seat.user_id is not None, bool(seat.brain_level)) == (True, True)
    assert answer(match_id=match.pk, number=1)
    assert StaffAct.objects.get().person == seat.user


def with_ai(people: People, table: Tables, *names: str) -> Match:
    """A match between ada, these people, and a trainee in the last seat."""
    match = begin(people, table, *names, "ida")
    match.seats.filter(user=people("ida")).update(user=None, ai_level="trainee")
    return match


def test_the_tool_offers_the_seats_that_people_hold_and_names_them(
    people: People, table: Tables, at_work: Callable[..., Client]
) -> None:
    match = with_ai(people, table, "grace", "hedy")
    url = f"/admin/games/match/{match.pk}/do/ai/"
    browser = at_work()

    def offered() -> list[tuple[int, str]]:
        return [*browser.get(url).context["form"].fields["seat_number"].choices]

    sits = {seat.user.username: seat.number for seat in match.seats.exclude(user=None)}
    assert offered() == [
        (number, f"Seat {number}: {name}") for name, number in sorted(sits.items(), key=lambda x: x[1])
    ]
    assert len(sits) == 3
    machine = match.seats.get(user=None)
    for number in (machine.number, match.size):
        assert browser.post(url, {"seat_number": number, "why": "w"}).status_code == 422
    assert browser.post(url, {"seat_number": sits["grace"], "why": "asked for it"}).status_code == 302
    assert match.seats.get(number=sits["grace"]).conceded_at is not None
    assert sits["grace"] not in dict(offered())
    match.seats.exclude(user=None).update(conceded_at=timezone.now())
    assert browser.get(url).status_code == 302
    assert url not in browser.get(f"/admin/games/match/{match.pk}/change/").content.decode()


@pytest.mark.parametrize("role", ["helper", "moderator", "administrator"])
def test_the_page_of_a_match_lists_its_players(
    people: People, table: Tables, at_work: Callable[..., Client], role: str
) -> None:
    match = with_ai(people, table, "grace")
    match.seats.filter(user=people("grace")).update(conceded_at=timezone.now())
    page = at_work(role).get(f"/admin/games/match/{match.pk}/change/")
    words = page.content.decode()
    for name in ("ada", "grace"):
        assert f'<a href="/admin/accounts/user/{people(name).pk}/file/">{name}</a>' in words
    assert "Trainee" in words
    assert match.invite_token not in words


def test_a_match_ends_without_a_result_and_can_still_be_seen(people: People, staff: Staff, match: Match) -> None:
    play(match, 2)
    deed("end_without_result")(staff(), match)
    assert (match.status, match.number, match.ai_due_at, match.deadline_at) == (Match.Status.DISSOLVED, 2, None, None)
    with pytest.raises(TableMoved):
        play(match)
    for client in (Client(), browser(people("ada"))):
        page = client.get(f"/tables/{match.pk}/").content.decode()
        assert "ended the match without a result" in page
        assert "The match has no result" in page
        assert "The match is paused" not in page
        assert 'name="bid"' not in page
        assert '"og:description" content="The match has no result"' in page
        assert client.get(f"/tables/{match.pk}/replay/1/").status_code == 200
        assert client.get(f"/tables/{match.pk}/record/").status_code == 404
        assert client.get(f"/tables/{match.pk}/card.png").status_code == 404
        assert bytes(match.secret).hex() not in client.get(f"/tables/{match.pk}/check/").content.decode()
    assert not match.seats.exclude(place=None).exists()


def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_match_is_set_aside_and_taken_up(people: People, staff: Staff, match: Match) -> None:
    deed("set_aside")(staff(), match)
    with pytest.raises(TableMoved):
        play(match)
    assert "set aside" in browser(people("ada")).get(f"/tables/{match.pk}/").content.decode()
    deed("take_up")(staff(), match)
    play(match)


def test_an_unreadable_match_that_was_set_aside_is_shown_as_such(people: People, staff: Staff, match: Match) -> None:
    deed("set_aside")(staff(), match)
    Match.objects.filter(pk=match.pk).update(state={"broken": True})
    answer = browser(people("ada")).get(f"/tables/{match.pk}/")
    assert (answer.status_code, "set aside" in answer.content.decode()) == (200, True)
    # An open page that asks for what it lacks, or plays, loads anew and finds the same.
    scripted = {"HTTP_HX_REQUEST": "true"}
    lacking = browser(people("ada")).get(f"/tables/{match.pk}/?seen=0.0", **scripted)
    played = browser(people("ada")).post(
        f"/tables/{match.pk}/move/", {"pass": "1", "number": 1}, follow=True, **scripted
    )
    assert [reply.headers.get("HX-Redirect") for reply in (lacking, played)] == [f"/tables/{match.pk}/"] * 2
    assert Client().get(f"/tables/{match.pk}/replay/0/").headers["Location"] == f"/tables/{match.pk}/"


def test_whoever_watches_by_link_is_shown_that_it_was_set_aside(staff: Staff, match: Match) -> None:
    deed("set_aside")(staff(), match)
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    url = f"/tables/{match.pk}/?token={match.invite_token}"
    leads_to = Client().get(f"{url}&seen=0.0", headers={"HX-Request": "true"}).headers["HX-Redirect"]
    assert "set aside" in Client().get(leads_to).content.decode()


def test_a_voided_match_leaves_ratings_equal_to_recomputation(
    people: People, staff: Staff, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    ada, grace, hedy = people("ada"), people("grace"), people("hedy")
    finished(ada, grace)
    count_results()
    without = standing()
    wrong = finished(hedy, grace)
    count_results()
    with_it = standing()
    told: list[int] = []

    def hear(match_id: int, **kwargs: Any) -> None:
        told.append(match_id)
        count_results(match_id=match_id)

    result_changed.connect(hear)
    try:
        for name, expected in (("void_match", without), ("count_match", with_it)):
            with django_capture_on_commit_callbacks(execute=True):
                deed(name)(staff(), wrong)
            assert standing() == expected
            assert audit() == []
    finally:
        result_changed.disconnect(hear)
    assert told == [wrong.pk] * 2
    assert without != with_it


@pytest.mark.parametrize(
    "act",
    [
        deed("pause_match"),
        deed("end_without_result"),
        deed("put_ai", seat_number=0),
        deed("take_back", count=1, agreed=True),
        deed("set_aside"),
    ],
)
def test_nobody_looks_after_a_match_they_play_in(
    people: People, staff: Staff, match: Match, act: Callable[..., None]
) -> None:
    play(match)
    match.seats.filter(user=people("grace")).update(user=staff())
    before = match.version
    with pytest.raises(moderate_match.PlaysThere):
        act(staff(), match)
    assert (Match.objects.get(pk=match.pk).version, StaffAct.objects.exists()) == (before, False)


def test_what_is_hidden_is_read_for_a_reason_and_leaves_a_trace(
    match: Match, at_work: Callable[..., Client], staff: Staff
) -> None:
    url, client = f"/admin/games/match/{match.pk}/secrets/", at_work()
    for page in (client.get(url), client.post(url, {"why": " "})):
        assert "Read it" in page.content.decode()
    assert not StaffAct.objects.exists()
    shown = client.post(url, {"why": "two players seem to know the bag"})
    assert shown.context["hidden"] == match.state
    assert "no-store" in shown.headers["Cache-Control"]
    act = StaffAct.objects.get()
    assert (act.verb, act.target, act.why) == (
        "read secrets",
        f"games.match/{match.pk}",
        "two players seem to know the bag",
    )


def test_who_plays_in_a_match_reads_nothing_hidden_there(
    people: People, match: Match, at_work: Callable[..., Client], staff: Staff
) -> None:
    match.seats.filter(user=people("grace")).update(user=staff("administrator"), conceded_at=timezone.now())
    User.objects.filter(username="administrator").update(is_superuser=True)
    client = at_work("administrator")
    url = f"/admin/games/match/{match.pk}/secrets/"
    assert (client.get(url).status_code, client.post(url, {"why": "curious"}).status_code) == (403, 403)
    assert not StaffAct.objects.exists()


def test_staff_see_no_more_of_a_table_than_anybody(
    people: People, table: Tables, at_work: Callable[..., Client]
) -> None:
    hidden = table("ada", visibility=Match.Visibility.INVITED)
    assert at_work("administrator").get(f"/tables/{hidden.pk}/").status_code == 404
