"""With which browser people come: two with one are seen, and nobody finds out more."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.models import DeviceSighting, User
from accounts.staff.services.devices import COOKIE, KEPT_FOR
from accounts.tasks import sweep_guests

pytestmark = pytest.mark.django_db
LONG_AGO = timedelta(days=1)


def person(name: str) -> User:
    return User.objects.create_user(name, seen_at=timezone.now() - LONG_AGO)


def visit(client: Client, user: User) -> str:
    """Open a page with a browser, and return the number that it carries."""
    client.force_login(user)
    DeviceSighting.objects.filter(user=user).delete()  # the test's log-in has no browser
    client.get("/")
    return client.cookies[COOKIE].value


def test_two_with_one_browser_share_a_device_and_two_with_their_own_do_not() -> None:
    ada, grace, hedy = (person(name) for name in ("ada", "grace", "hedy"))
    shared = Client()
    assert visit(shared, ada) == visit(shared, grace)
    visit(Client(), hedy)
    seen = dict(DeviceSighting.objects.values_list("user__username", "device"))
    assert seen["ada"] == seen["grace"] != seen["hedy"]


def test_neither_number_nor_browser_is_kept_and_what_a_stranger_made_up_counts_for_nothing() -> None:
    client = Client(headers={"user-agent": "Zebra/1.0"})
    client.cookies[COOKIE] = "x" * 500
    token = visit(client, person("ada"))
    row = DeviceSighting.objects.get()
    assert len(token) == 22
    assert token not in row.device
    assert len(row.device) == 32
    cookie = client.cookies[COOKIE]
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie["max-age"] == KEPT_FOR.total_seconds()


def test_strangers_carry_no_number() -> None:
    client = Client()
    client.get("/")
    assert COOKIE not in client.cookies


def test_it_is_in_the_takeout_and_goes_with_the_account_or_after_some_weeks() -> None:
    ada, grace = person("ada"), person("grace")
    for user in (ada, grace):
        visit(Client(), user)
    assert take_out(user=ada)["accounts"]["seen_with"][0]["device"] == DeviceSighting.objects.get(user=ada).device
    delete_account(user=ada)
    assert DeviceSighting.objects.get().user == grace
    DeviceSighting.objects.update(last_at=timezone.now() - KEPT_FOR - LONG_AGO)
    sweep_guests()
    assert not DeviceSighting.objects.exists()
