"""People."""

import pytest
from allauth.account.models import EmailAddress
from django.contrib.auth import authenticate
from django.contrib.auth.hashers import identify_hasher
from django.contrib.sessions.models import Session
from django.db import IntegrityError
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.tasks import forget_expired_sessions

pytestmark = pytest.mark.django_db


def test_two_people_cannot_confirm_one_address_however_it_is_written() -> None:
    for name, written in (("ada", "ada@example.org"), ("grace", "ADA@example.org")):
        user = User.objects.create_user(name, written)
        address = EmailAddress(user=user, email=written, primary=True)
        address.clean()
        address.save()
    assert [address.set_verified() for address in EmailAddress.objects.order_by("pk")] == [True, False]


def test_two_people_cannot_share_a_name_however_it_is_written() -> None:
    User.objects.create_user("ada")
    with pytest.raises(IntegrityError):
        User.objects.create_user("Ada")


def test_many_guests_have_no_address() -> None:
    User.objects.create_user("guest-1")
    User.objects.create_user("guest-2")
    assert User.objects.filter(email="").count() == 2


def test_a_person_logs_in_however_the_name_is_written() -> None:
    ada = User.objects.create_user("Ada", password="a long sentence")
    assert authenticate(username="ADA", password="a long sentence") == ada


def test_passwords_are_hashed_by_argon2() -> None:
    ada = User.objects.create_user("ada", password="a long sentence")
    assert identify_hasher(ada.password).algorithm == "argon2"


def test_the_site_calls_a_person_by_the_name_they_chose() -> None:
    ada = User(username="ada")
    assert ada.get_full_name() == ada.get_short_name() == "ada"


def test_an_administrator_sees_and_adds_people(admin_client: Client) -> None:
    assert admin_client.get("/admin/accounts/user/?q=ada").status_code == 200
    answers = {
        "username": "ada",
        "usable_password": "true",
        "password1": "a long sentence",
        "password2": "a long sentence",
        "why": "has no mailbox",
    }
    added = admin_client.post("/admin/accounts/user/add/", answers)
    assert added.headers["Location"].endswith("/change/"), added.headers["Location"]
    page = admin_client.get(f"/admin/accounts/user/{User.objects.get(username='ada').pk}/change/")
    assert page.status_code == 200


def test_expired_sessions_are_forgotten() -> None:
    Session.objects.create(session_key="old", session_data="", expire_date=timezone.now())
    forget_expired_sessions()
    assert not Session.objects.exists()
