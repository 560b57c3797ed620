"""New tables and their waiting rooms."""

from typing import Any
from urllib.parse import quote

import pytest
from django.contrib.messages import get_messages
from django.test import Client

from accounts.models import User
from games.lobby.forms.table import TableForm
from games.lobby.services.dissolving import dissolve_table
from games.lobby.services.seating import join_table
from games.models import Invitation, Match
from games.play.refusals import KeptAway
from tests.games.conftest import People, Tables

pytestmark = pytest.mark.django_db


def usual(people: People, **said: Any) -> dict[str, Any]:
    """The form as it stands, with a few answers changed."""
    form = TableForm(host=people("ada"))
    answers = {name: field.initial for name, field in form.fields.items() if field.initial is not None}
    return {**answers, **said}


def words(answer: Any) -> str:
    return " ".join(str(message) for message in get_messages(answer.wsgi_request))


def test_the_form_opens_a_table_as_it_stands(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    answer = client.post("/tables/new/", usual(people))
    match = Match.objects.get()
    assert answer.headers["Location"] == match.get_absolute_url()
    assert (match.size, match.pace, match.decision_seconds, match.visibility) == (4, "live", 90, "public")
    assert match.spectators_allowed
    assert match.starts_when_full


@pytest.mark.parametrize(("pace", "auctions"), [("live", "in_turn"), ("slow", "together")])
def test_auctions_are_held_as_suits_the_pace(client: Client, people: People, pace: str, auctions: str) -> None:
    client.force_login(people("ada"))
    client.post("/tables/new/", usual(people, pace=pace))
    assert Match.objects.get().auctions == auctions


def test_every_option_arrives(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    people("grace")
    said = usual(
        people,
        title="  Late \u202e  sh\u200bow ",
        edition_id="traumfabrik-2000",
        size=5,
        ai_seats=2,
        pace="slow",
        slow_seconds=3 * 86400,
        slow_bank=7 * 86400,
        slow_auctions="in_turn",
        live_auctions="together",
        answers_named="on",
        silence_passes="on",
        orders_shown="on",
        rated="rated",
        money="open",
        visibility="invited",
        invited="Grace, grace",
        first_player="host",
        studios="chosen",
    )
    for name in ("spectators_allowed", "chat_allowed", "starts_when_full"):
        del said[name]
    client.post("/tables/new/", said)
    match = Match.objects.get()
    assert (match.title, match.edition_id, match.size) == ("Late show", "traumfabrik-2000", 5)
    assert (match.pace, match.decision_seconds, match.bank_seconds) == ("slow", 3 * 86400, 7 * 86400)
    assert "3 days a move, bank of 7 days" in client.get(match.get_absolute_url()).content.decode()
    assert match.auctions == Match.Auctions.IN_TURN
    assert all((match.answers_named, match.silence_passes, match.orders_shown))
    assert all((match.rated, match.open_money, match.host_begins, match.studios_chosen))
    assert not any((match.spectators_allowed, match.chat_allowed, match.starts_when_full))
    assert Invitation.objects.get().user == people("grace")
    assert match.seats.filter(ai_level="trainee").count() == 2


@pytest.mark.parametrize(
    ("said", "field", "told"),
    [
        ({"size": 2, "ai_seats": 2}, "ai_seats", "at most 1 can be an AI"),
        ({"invited": "nobody, ada"}, "invited", "Nobody here is called “nobody”."),
        ({"pace": "fast"}, "pace", "valid choice"),
        ({"title": "x" * 61}, "title", "at most 60 characters"),
    ],
)
def test_what_is_wrong_is_told_at_its_place(
    client: Client, people: People, said: dict[str, Any], field: str, told: str
) -> None:
    client.force_login(people("ada"))
    answer = client.post("/tables/new/", usual(people, **said))
    assert answer.status_code == 422
    assert told in " ".join(answer.context["form"].errors[field])
    assert not Match.objects.exists()


def test_a_guest_is_told_what_ratings_need(client: Client, people: People, guest: Any) -> None:
    client.force_login(guest)
    answer = client.post("/tables/new/", usual(people, rated="rated"))
    assert "confirmed e-mail" in answer.content.decode()


def test_a_limit_is_told_on_the_form(client: Client, people: People, table: Tables, settings: Any) -> None:
    settings.OPEN_TABLES = 1
    table()
    client.force_login(people("ada"))
    assert "maximum number of open tables" in client.post("/tables/new/", usual(people)).content.decode()


def test_a_table_with_ais_on_all_other_seats_begins_at_once(client: Client, people: People) -> None:
    client.force_login(people("ada"))
    client.post("/tables/new/", usual(people, ai_seats=3))
    assert Match.objects.get().status == Match.Status.RUNNING


def test_options_are_shown_as_they_are_and_changed(client: Client, people: People, table: Tables) -> None:
    match = table(size=5, ai_levels=("trainee",), open_money=True)
    client.force_login(people("ada"))
    shown = client.get(f"/tables/{match.pk}/options/").context["form"]
    assert (shown["size"].value(), shown["money"].value(), shown["ai_seats"].value()) == (5, "open", 1)
    client.post(f"/tables/{match.pk}/options/", usual(people, size=3))
    match.refresh_from_db()
    assert (match.size, match.open_money, match.seats.count()) == (3, False, 3)


def test_a_friend_joins_by_the_link(client: Client, people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.UNLISTED)
    client.force_login(people("grace"))
    link = f"/tables/join/{match.invite_token}/"
    assert client.get(f"/tables/{match.pk}/").status_code == 404
    assert "Take a seat" in client.get(link).content.decode()
    assert client.post(link).headers["Location"] == f"/tables/{match.pk}/"
    assert client.get(f"/tables/{match.pk}/").status_code == 200


def test_a_friend_without_an_account_joins_as_a_guest(client: Client, table: Tables) -> None:
    match = table(visibility=Match.Visibility.UNLISTED)
    client.post(f"/tables/join/{match.invite_token}/")
    assert match.seats.get(number=1).user.is_guest


def test_a_guest_is_blocked_in_the_waiting_room_and_let_near_again(
    client: Client, people: People, table: Tables, guest: User
) -> None:
    match, other = table(), table()
    join_table(match_id=match.pk, user=guest)
    client.force_login(people("ada"))
    url = f"/people/{guest.username}"
    room = client.get(match.get_absolute_url()).content.decode()
    assert f'action="{quote(url)}/block/"' in room
    assert f'<input type="hidden" name="next" value="/tables/{match.pk}/">' in room
    assert client.post(f"{url}/block/", {"next": f"/tables/{match.pk}/"}).headers["Location"] == f"/tables/{match.pk}/"
    with pytest.raises(KeptAway):
        join_table(match_id=other.pk, user=guest)
    assert "/block/" not in client.get(match.get_absolute_url()).content.decode()
    blocked = client.get("/settings/blocked/").content.decode()
    assert f'href="{quote(url)}/"' not in blocked, "a guest has no page"
    assert f'action="{quote(url)}/unblock/"' in blocked
    assert client.post(f"{url}/unblock/").headers["Location"] == "/settings/blocked/"
    join_table(match_id=other.pk, user=guest)


def test_only_who_has_an_account_can_block_a_guest(client: Client, table: Tables, guest: User) -> None:
    match = table()
    join_table(match_id=match.pk, user=guest)
    assert "/block/" not in client.get(match.get_absolute_url()).content.decode()
    client.force_login(guest)
    assert "/block/" not in client.get(match.get_absolute_url()).content.decode()


def test_who_came_by_link_blocks_a_guest_and_is_still_there(
    client: Client, people: People, table: Tables, guest: User
) -> None:
    match = table(visibility=Match.Visibility.UNLISTED)
    join_table(match_id=match.pk, user=guest, token=match.invite_token)
    client.force_login(people("grace"))
    way = f"/tables/{match.pk}/?token={match.invite_token}"
    assert f'<input type="hidden" name="next" value="{way}">' in client.get(way).content.decode()


def test_a_stranger_logs_in_for_a_rated_table(client: Client, table: Tables) -> None:
    match = table(rated=True)
    answer = client.post(f"/tables/{match.pk}/join/")
    assert answer.headers["Location"] == f"/account/login/?next=/tables/{match.pk}/"


def test_a_link_to_a_table_by_invitation_opens_nothing(client: Client, people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.INVITED)
    client.force_login(people("grace"))
    assert client.get(f"/tables/join/{match.invite_token}/").status_code == 404


def test_the_link_is_shown_to_the_host_only(client: Client, people: People, table: Tables) -> None:
    match = table()
    join_table(match_id=match.pk, user=people("grace"))
    for name, shown in (("ada", True), ("grace", False), ("hedy", False)):
        client.force_login(people(name))
        assert (match.invite_token in client.get(f"/tables/{match.pk}/").content.decode()) is shown


def test_a_refusal_is_told_kindly(client: Client, people: People, table: Tables) -> None:
    match = table(size=2)
    join_table(match_id=match.pk, user=people("grace"))
    client.force_login(people("hedy"))
    answer = client.post(f"/tables/{match.pk}/join/")
    assert "Somebody else has just taken the last seat" in words(answer)


def test_a_live_room_asks_and_then_goes_to_the_match(client: Client, people: People, table: Tables) -> None:
    match = table(size=2)
    join_table(match_id=match.pk, user=people("grace"))
    for name in ("ada", "grace"):
        client.force_login(people(name))
        assert "I am ready" in client.get(f"/tables/{match.pk}/room/").content.decode()
        client.post(f"/tables/{match.pk}/ready/", {"ready": "yes"})
    part = client.get(f"/tables/{match.pk}/room/", headers={"HX-Request": "true"})
    assert part.headers["HX-Redirect"] == match.get_absolute_url()


def test_who_leaves_goes_to_the_lobby(client: Client, people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.INVITED, invited=(people("grace"),))
    client.force_login(people("ada"))
    assert client.post(f"/tables/{match.pk}/leave/").headers["Location"] == "/lobby/"
    assert "dissolved" in client.get(f"/tables/{match.pk}/").content.decode()


def test_the_room_of_who_was_sent_away_goes_to_the_lobby(client: Client, people: People, table: Tables) -> None:
    match = table(visibility=Match.Visibility.UNLISTED)
    client.force_login(people("grace"))
    url = f"/tables/{match.pk}/room/"
    assert client.get(url).status_code == 404
    part = client.get(url, headers={"HX-Request": "true", "HX-Target": "room"})
    assert part.headers["HX-Redirect"] == "/lobby/"


def test_what_is_done_in_the_room_goes_to_the_match_when_it_begins(
    client: Client, people: People, table: Tables
) -> None:
    match = table(size=2)
    client.force_login(people("ada"))
    said = {"free_seats": "fill", "level": "trainee"}
    from_room = {"HX-Request": "true", "HX-Target": "room"}
    answer = client.post(f"/tables/{match.pk}/start/", said, headers=from_room, follow=True)
    assert answer.headers["HX-Redirect"] == match.get_absolute_url()


@pytest.mark.parametrize("status", ["running", "dissolved"])
def test_a_link_leads_somewhere_at_any_time(client: Client, people: People, table: Tables, status: str) -> None:
    match = table(visibility=Match.Visibility.UNLISTED, size=2, ai_levels=("trainee",) if status == "running" else ())
    if status == "dissolved":
        dissolve_table(match_id=match.pk, host=people("ada"))
    answer = client.get(f"/tables/join/{match.invite_token}/", follow=True)
    assert answer.status_code == 200
    assert answer.redirect_chain


def test_a_dissolved_table_is_no_dead_end(client: Client, people: People, table: Tables) -> None:
    match = table()
    dissolve_table(match_id=match.pk, host=people("ada"))
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert "This table has been dissolved" in page
    assert 'href="/lobby/"' in page


def test_the_host_invites_by_name_and_withdraws(client: Client, people: People, table: Tables) -> None:
    match = table()
    people("grace")
    client.force_login(people("ada"))
    assert "grace is invited." in words(client.post(f"/tables/{match.pk}/invite/", {"name": "grace"}))
    invitation = match.invitations.get()
    client.post(f"/tables/{match.pk}/withdraw/{invitation.pk}/")
    assert not match.invitations.exists()


@pytest.mark.parametrize("address", ["kick", "ai", "studio"])
def test_nonsense_is_refused_in_words(client: Client, people: People, table: Tables, address: str) -> None:
    match = table(studios_chosen=True)
    client.force_login(people("ada"))
    answer = client.post(f"/tables/{match.pk}/{address}/", {"seat": "x", "studio": "x"})
    assert "not one of the choices" in words(answer)


@pytest.mark.parametrize("part", ["", "room/"])
def test_who_logs_in_from_the_waiting_room_comes_back_to_its_page(client: Client, table: Tables, part: str) -> None:
    hidden, listed = table(visibility=Match.Visibility.UNLISTED), table()
    shown = client.get(f"/tables/{hidden.pk}/{part}?token={hidden.invite_token}").content.decode()
    assert f"/account/login/?next=/tables/join/{hidden.invite_token}/" in shown
    shown = client.get(f"/tables/{listed.pk}/{part}?token=a/b").content.decode()
    assert f'/account/login/?next=/tables/{listed.pk}/"' in shown
