"""The lobby as people see it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import Block, User
from games.lobby.services.seating import join_table
from games.lobby.services.tables import quick_start
from games.models import Match
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db
SLOW = {"pace": Match.Pace.SLOW, "decision_seconds": 86400}


def titles(client: Client, query: str = "") -> set[str]:
    page = client.get(f"{reverse('lobby')}?{query}").context["page"]
    return {match.title for match in page.object_list}


@pytest.fixture
def choice(table: Tables) -> None:
    """Tables of all kinds."""
    table("ada", title="live")
    table("ada", title="slow", **SLOW)
    table("ada", title="rated", rated=True, size=2)
    table("ada", title="old", edition_id="traumfabrik-2000")
    table("ada", title="with AI", ai_levels=("trainee",), size=3)
    table("grace", title="unlisted", visibility=Match.Visibility.UNLISTED)
    table("grace", title="invited", visibility=Match.Visibility.INVITED)


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("", {"live", "slow", "rated", "old", "with AI"}),
        ("pace=slow", {"slow"}),
        ("rated=rated", {"rated"}),
        ("rated=casual&pace=live", {"live", "old", "with AI"}),
        ("edition=traumfabrik-2000", {"old"}),
        ("free=2", {"live", "slow", "old"}),
        ("ai=with", {"with AI"}),
        ("ai=without&free=1", {"live", "slow", "rated", "old"}),
        ("free=4", set()),
        ("pace=fast&free=many&edition=x&unknown=1", {"live", "slow", "rated", "old", "with AI"}),
    ],
)
def test_filters_stand_in_the_address(client: Client, choice: None, query: str, shown: set[str]) -> None:
    assert titles(client, query) == shown


def test_chips_turn_one_filter_over_and_keep_the_others(client: Client) -> None:
    chips = {chip.label: chip for chip in client.get("/lobby/?pace=live&free=2").context["chips"]}
    assert chips["Live"].chosen
    assert chips["Live"].url == "/lobby/?free=2"
    assert chips["Rated"].url == "/lobby/?free=2&pace=live&rated=rated"
    assert chips["All"].url == "/lobby/"


def test_full_tables_and_those_of_people_one_is_kept_apart_from_are_not_offered(
    client: Client, people: People, table: Tables
) -> None:
    full, mine, blocked = (
        table("grace", title="full", size=2),
        table("grace", title="mine"),
        table("ada", title="ada's"),
    )
    join_table(match_id=full.pk, user=people("hedy"))
    join_table(match_id=mine.pk, user=people("zadie"))
    Block.objects.create(blocker=people("ada"), blocked=people("zadie"))
    assert titles(client) == {"mine", "ada's"}
    client.force_login(people("zadie"))
    assert titles(client) == set()
    assert blocked.status == Match.Status.OPEN


def test_a_stranger_sees_what_this_is_and_a_player_their_tables(client: Client, people: People) -> None:
    assert "home.html" in [template.name for template in client.get("/").templates]
    client.force_login(people("ada"))
    assert "games/lobby/page.html" in [template.name for template in client.get("/").templates]


def test_tables_that_wait_for_me_come_first(client: Client, people: People, table: Tables) -> None:
    ada = people("ada")
    table("ada", title="open")
    waiting = quick_start(user=ada, seats=2, studio=1, level="trainee")
    Match.objects.filter(pk=waiting.pk).update(title="mine", turn_seat=0, ai_due_at=None)
    other = quick_start(user=ada, seats=2, studio=1, level="trainee")
    Match.objects.filter(pk=other.pk).update(title="theirs", turn_seat=1)
    asked = table("ada", title="ready check", size=2)
    join_table(match_id=asked.pk, user=people("grace"))
    client.force_login(ada)
    rows = client.get("/").context["rows"]
    assert {row.name for row in rows[:2]} == {"mine", "ready check"}
    assert [row.yours for row in rows] == [True, True, False, False]
    said = {row.name: (row.asked, row.note) for row in rows}
    assert said["ready check"][0] == "Are you ready?"
    assert said["mine"][0] == "Bid or pass"
    assert said["theirs"][0] == "Trainee (AI) is bidding"


def test_invitations_wait_for_an_answer(client: Client, people: People, table: Tables) -> None:
    table("ada", title="Rome", visibility=Match.Visibility.INVITED, invited=(people("grace"),))
    client.force_login(people("grace"))
    page = client.get("/").content.decode()
    assert "ada invites you" in page
    assert "One invitation is waiting for your answer." in page


def fill_lobby(people: People, table: Tables, number: int) -> None:
    ada = people("ada")
    for index in range(number):
        match = table(f"host-{number}-{index}", size=3)
        join_table(match_id=match.pk, user=people("grace"))
        quick_start(user=ada, seats=4, studio=2, level="trainee")
        table(f"inviter-{number}-{index}", visibility=Match.Visibility.INVITED, invited=(ada,))


def test_a_full_lobby_asks_the_database_no_more_than_an_empty_one(
    client: Client, people: People, table: Tables, django_assert_max_num_queries: Any
) -> None:
    client.force_login(people("ada"))
    fill_lobby(people, table, 1)
    with django_assert_max_num_queries(27) as few:
        client.get("/lobby/")
    fill_lobby(people, table, 5)
    with django_assert_max_num_queries(len(few)):
        client.get("/lobby/")
    with django_assert_max_num_queries(9):
        client.get("/lobby/open/")
    with django_assert_max_num_queries(9):
        client.get("/lobby/own/")


def test_the_living_parts_are_parts(client: Client, people: People, choice: None) -> None:
    client.force_login(people("ada"))
    own, listed = client.get("/lobby/own/").content.decode(), client.get("/lobby/open/?pace=slow").content.decode()
    assert "<html" not in own
    assert 'id="hero-note" hx-swap-oob="true"' in own
    assert 'hx-get="/lobby/open/?pace=slow"' in listed
    assert "<html" not in listed


def test_trying_it_makes_a_guest_and_a_match(client: Client) -> None:
    answer = client.post("/try/")
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert (match.status, match.size, match.rated) == ("running", 4, False)
    guest = User.objects.get()
    assert guest.is_guest
    assert match.seats.filter(user=guest).count() == 1
    assert match.seats.exclude(ai_level="").count() == 3


def test_a_quick_start_follows_the_panel(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    said = {"seats": 2, "studio": 5, "level": "trainee", "edition_id": "traumfabrik-2000"}
    client.post("/try/", said)
    match = Match.objects.get()
    assert (match.size, match.edition_id, match.host.username) == (2, "traumfabrik-2000", "ada")
    assert match.seats.get(user=people("ada")).studio == 5


@pytest.mark.parametrize("said", [{"seats": 9}, {"level": "random"}, {"edition_id": "x"}, {"studio": 7}])
def test_a_quick_start_that_nobody_offers_is_refused_in_words(client: Client, said: dict[str, Any]) -> None:
    answer = client.post("/try/", said, follow=True)
    assert not Match.objects.exists()
    assert "Select a valid choice" in answer.content.decode()


def test_a_guest_with_enough_matches_is_told_so(client: Client, settings: Any) -> None:
    settings.GUEST_TABLES = 1
    client.post("/try/")
    answer = client.post("/try/", {"seats": 2}, follow=True)
    assert Match.objects.count() == 1
    assert "Finish a match first" in answer.content.decode()
