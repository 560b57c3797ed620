"""Addresses: kept for a while, banned for a while, and never those of people who have an account."""

from collections.abc import Callable
from datetime import timedelta

import pytest
import time_machine
from django.test import Client, RequestFactory
from django.utils import timezone

from accounts.admin.person_file import shared_addresses
from accounts.models import AddressBan, Sighting, StaffAct, User
from accounts.staff.services.addresses import (
    CannotBan,
    address_of,
    ban_address,
    expect_may_ban,
    forget_old_sightings,
    lift_address_ban,
    network_of,
    people_seen_at,
    read_network,
)
from tests.games.conftest import People
from tests.moderation.conftest import Staff

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("address", "network"),
    [
        ("203.0.113.9", "203.0.113.9/32"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", "203.0.113.9/32"),
    ],
)
def test_an_address_stands_for_its_household(address: str, network: str) -> None:
    assert network_of(address) == network
    assert address_of(RequestFactory().get("/", REMOTE_ADDR=address)) == network


@pytest.mark.parametrize(
    "network", ["nonsense", "10.0.0.1", "127.0.0.1", "::1", "5.6.0.0/16", "2a00:1:2::/32", "224.0.0.1", "0.0.0.0/0"]
)
def test_what_would_hit_the_wrong_people_is_not_banned(network: str) -> None:
    with pytest.raises(CannotBan):
        read_network(network)


def test_nobody_bans_themselves_or_for_ever(staff: Staff) -> None:
    with pytest.raises(CannotBan):
        expect_may_ban("5.6.7.0/24", own="5.6.7.8/32")
    for days in (-1, 91):
        with pytest.raises(CannotBan):
            ban_address(actor=staff(), network="5.6.7.8", reason="r", ends_at=timezone.now() + timedelta(days=days))


@pytest.mark.parametrize("address", ["5.6.7.8", "2a00:1:2:3::77"])
def test_newcomers_are_kept_out_and_who_has_an_account_comes_in(people: People, staff: Staff, address: str) -> None:
    ada = people("ada")
    ada.set_password("a long sentence")
    ada.save()
    banned = "2a00:1:2:3::1" if ":" in address else address
    ban = ban_address(actor=staff(), network=banned, reason="floods", ends_at=timezone.now() + timedelta(days=7))
    for path in ("/try/", "/account/signup/"):
        refused = Client(REMOTE_ADDR=address).post(path)
        assert (refused.status_code, "Registration is closed for your network" in refused.content.decode()) == (
            403,
            True,
        )
    assert Client(REMOTE_ADDR="9.9.9.9").post("/try/").status_code == 302
    entered = Client(REMOTE_ADDR=address).post("/account/login/", {"login": "ada", "password": "a long sentence"})
    assert entered.status_code == 302
    lift_address_ban(actor=staff(), ban_id=ban.pk, why="quiet again")
    assert Client(REMOTE_ADDR=address).post("/try/").status_code == 302
    assert list(StaffAct.objects.order_by("pk").values_list("verb", flat=True)) == ["ban address", "lift address ban"]


def test_the_admin_bans_by_the_service(at_work: Callable[..., Client]) -> None:
    client, said = at_work(), {"network": "5.6.7.8", "reason": "floods", "days": "7"}
    own = client.post("/admin/accounts/addressban/add/", said, REMOTE_ADDR="5.6.7.8")
    assert (own.status_code, AddressBan.objects.count()) == (200, 0)
    assert client.post("/admin/accounts/addressban/add/", said).status_code == 302
    assert StaffAct.objects.get().after["network"] == "5.6.7.8/32"


def test_several_accounts_are_seen_by_their_address(people: People, at_work: Callable[..., Client]) -> None:
    for name, address in (("ada", "5.6.7.8"), ("grace", "5.6.7.8"), ("hedy", "5.6.7.9")):
        Sighting.objects.create(user=people(name), network=network_of(address))
    assert [[str(row.user) for row in seen.others] for seen in shared_addresses(people("ada"))] == [["grace"]]
    assert people_seen_at(read_network("5.6.7.0/24")) == 3
    file = at_work().get(f"/admin/accounts/user/{people('ada').pk}/file/").content.decode()
    assert "5.6.7.8/32" in file
    assert "5.6.7.8/32" not in at_work("helper").get(f"/admin/accounts/user/{people('ada').pk}/file/").content.decode()


def test_addresses_are_remembered_at_the_log_in_and_forgotten(people: People) -> None:
    Client(REMOTE_ADDR="5.6.7.8").post("/try/")
    assert Sighting.objects.get().network == "5.6.7.8/32"
    with time_machine.travel(timezone.now() + timedelta(days=91)):
        forget_old_sightings()
    assert not Sighting.objects.exists()
    assert User.objects.exists()
