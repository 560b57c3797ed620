"""Public pages, portraits, and keeping somebody away."""

import pytest
from django.db import IntegrityError
from django.test import Client

from accounts.entrance.services.guests import create_guest
from accounts.models import Block, User
from accounts.people.panels import Panel
from accounts.people.portraits import draw_portrait, initials_of
from accounts.people.selectors import blocks_of, ids_blocked_either_way, is_blocked_between
from accounts.people.services.blocks import block_user, unblock_user
from accounts.signals import collect_profile_panels
from tests.accounts.players import logged_in, player

pytestmark = pytest.mark.django_db


def test_everybody_sees_a_page_and_no_script_in_it(client: Client) -> None:
    player("Ada", about="<script>alert(1)</script>\n\nhttps://spam.example")
    page = client.get("/people/Ada/").content.decode()
    assert "&lt;script&gt;alert(1)" in page
    assert 'href="https://spam.example' not in page
    assert "ada@example.org" not in page


def test_another_spelling_leads_to_the_page(client: Client) -> None:
    player("Ada")
    assert client.get("/people/ADA/").headers["Location"] == "/people/Ada/"


def test_names_of_any_script_have_a_page(client: Client) -> None:
    assert client.get(player("Ελένη").get_absolute_url()).status_code == 200
    assert client.get(player("R2-D2 x.y").get_absolute_url()).status_code == 200


def test_nobody_guests_and_those_who_left_have_no_page(client: Client) -> None:
    left = player("Ada")
    User.objects.filter(pk=left.pk).update(is_active=False)
    for name in ("Nobody", create_guest().username, "Ada"):
        assert client.get(f"/people/{name}/").status_code == 404


def test_other_apps_add_their_panels_in_order(client: Client) -> None:
    player("Ada")

    def answer(sender, person, viewer, **_more) -> Panel:
        return Panel("components/badge.html", {"who": person.username}, order=1)

    collect_profile_panels.connect(answer)
    try:
        assert client.get("/people/Ada/").context["panels"] == [Panel("components/badge.html", {"who": "Ada"}, 1)]
    finally:
        collect_profile_panels.disconnect(answer)


def test_one_changes_name_and_text_and_others_cannot_be_imitated() -> None:
    player("Grace")
    ada = player("Ada")
    client = logged_in(ada)
    assert client.post("/settings/", {"username": "ADA", "about": "Hello"}).status_code == 302
    ada.refresh_from_db()
    assert (ada.username, ada.about, ada.name_key) == ("ADA", "Hello", "ada")
    for name in ("grace", "Grасе", "admin", "x"):
        assert client.post("/settings/", {"username": name, "about": ""}).status_code == 200
    ada.refresh_from_db()
    assert ada.username == "ADA"


def test_a_name_changes_three_times_a_day_at_most() -> None:
    client = logged_in(player("Ada"))
    answers = [client.post("/settings/", {"username": f"Ada {i}", "about": ""}).status_code for i in range(4)]
    assert answers == [302, 302, 302, 200]


def test_a_text_is_no_longer_than_it_may_be() -> None:
    assert logged_in(player("Ada")).post("/settings/", {"username": "Ada", "about": "x" * 601}).status_code == 200


def test_a_portrait_is_always_the_same_for_a_name() -> None:
    assert draw_portrait("Ada") == draw_portrait("ADA") != draw_portrait("Grace")


@pytest.mark.parametrize(
    ("name", "initials"), [("Ada", "AD"), ("Ada Lovelace", "AL"), ("guest 41", "G4"), ("山田太郎", "山田"), ("?", "?")]
)
def test_initials(name: str, initials: str) -> None:
    assert initials_of(name) == initials


def test_a_portrait_is_a_picture_that_may_be_kept_and_tells_no_numbers(client: Client) -> None:
    ada = player("Ada")
    answer = client.get(f"/avatar/{ada.pk}.svg")
    assert answer.headers["Content-Type"] == "image/svg+xml"
    assert "max-age=86400" in answer.headers["Cache-Control"]
    again = client.get(f"/avatar/{ada.pk}.svg", headers={"If-None-Match": answer.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/avatar/999999.svg").status_code == 200


def test_blocking_counts_in_both_directions_until_it_is_undone() -> None:
    ada, bob, eve = player("Ada"), player("Bob"), player("Eve")
    block_user(blocker=ada, blocked=bob)
    block_user(blocker=ada, blocked=bob)
    block_user(blocker=eve, blocked=ada)
    assert is_blocked_between(ada, bob)
    assert is_blocked_between(bob, ada)
    assert not is_blocked_between(bob, eve)
    assert ids_blocked_either_way(ada) == {bob.pk, eve.pk}
    assert [block.blocked for block in blocks_of(ada)] == [bob]
    unblock_user(blocker=ada, blocked=bob)
    assert not is_blocked_between(ada, bob)


def test_nobody_blocks_themselves() -> None:
    ada = player("Ada")
    with pytest.raises(ValueError, match="themselves"):
        block_user(blocker=ada, blocked=ada)
    with pytest.raises(IntegrityError):
        Block.objects.create(blocker=ada, blocked=ada)


def test_one_blocks_and_unblocks_on_a_page_by_post_only() -> None:
    ada, bob = player("Ada"), player("Bob")
    client = logged_in(ada)
    assert client.get("/people/Bob/block/").status_code == 405
    client.post("/people/Bob/block/")
    assert is_blocked_between(ada, bob)
    assert "Unblock" in client.get("/people/Bob/").content.decode()
    assert "Bob" in client.get("/settings/blocked/").content.decode()
    answer = client.post("/people/Bob/unblock/", {"next": "/settings/blocked/"})
    assert answer.headers["Location"] == "/settings/blocked/"
    assert not is_blocked_between(ada, bob)


@pytest.mark.parametrize("wanted", ["true", "home", "https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_where_to_go_on_is_a_page_of_ours_or_the_usual_one(wanted: str) -> None:
    player("Bob")
    answer = logged_in(player("Ada")).post("/people/Bob/block/", {"next": wanted})
    assert (answer.status_code, answer.headers["Location"]) == (302, "/people/Bob/")
