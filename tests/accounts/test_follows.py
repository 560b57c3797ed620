"""Following somebody: it opens no door, blocks end it, and the lobby shows where they play."""

import pytest
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.models import Follow
from accounts.people.services import follows as services
from accounts.people.services.blocks import block_user
from accounts.people.services.follows import FollowRefused, follow
from tests.accounts.players import logged_in, player

pytestmark = pytest.mark.django_db


def test_a_person_is_followed_and_left_on_their_page() -> None:
    ada, grace = player("Ada"), player("Grace")
    client = logged_in(ada)
    assert ">Follow<" in client.get("/people/Grace/").content.decode().replace(" ", "").replace("\n", "")
    client.post("/people/Grace/follow/")
    client.post("/people/Grace/follow/")
    assert list(ada.follows.values_list("followed", flat=True)) == [grace.pk]
    assert "Grace" in client.get("/settings/following/").content.decode()
    assert "'followed': [{'name': 'Grace'" in str(take_out(user=ada))
    client.post("/people/Grace/unfollow/", {"next": "/settings/following/"})
    assert "You follow nobody" in client.get("/settings/following/").content.decode()


def test_nobody_follows_themselves_nor_whom_a_block_stands_between() -> None:
    ada, grace = player("Ada"), player("Grace")
    block_user(blocker=grace, blocked=ada)
    for other in (ada, grace):
        with pytest.raises(FollowRefused):
            follow(follower=ada, followed=other)
    page = logged_in(ada).post("/people/Grace/follow/", follow=True).content.decode()
    assert "You cannot follow this player." in page


def test_a_block_ends_following_both_ways() -> None:
    ada, grace = player("Ada"), player("Grace")
    follow(follower=ada, followed=grace)
    follow(follower=grace, followed=ada)
    block_user(blocker=ada, blocked=grace)
    assert not Follow.objects.exists()


def test_nobody_follows_more_than_so_many(monkeypatch) -> None:
    monkeypatch.setattr(services, "MOST_FOLLOWED", 1)
    ada = player("Ada")
    follow(follower=ada, followed=player("Grace"))
    with pytest.raises(FollowRefused, match="as many players"):
        follow(follower=ada, followed=player("Hedy"))


def test_leaving_takes_it_along() -> None:
    ada, grace = player("Ada"), player("Grace")
    follow(follower=ada, followed=grace)
    delete_account(user=grace)
    assert not Follow.objects.exists()


def test_a_stranger_is_asked_to_log_in() -> None:
    player("Grace")
    assert "/account/login/" in Client().post("/people/Grace/follow/").headers["Location"]
