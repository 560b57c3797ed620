"""Taking one's data along, and going for good."""

import json

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.api_tokens.services import make_token
from accounts.leaving.services import delete_account
from accounts.leaving.takeout import take_out
from accounts.models import Block, User
from accounts.people.services.blocks import block_user
from accounts.signals import account_leaving, collect_personal_data
from tests.accounts.players import log_in, logged_in, player, prove_it_is_me, register

pytestmark = pytest.mark.django_db


def test_the_file_holds_all_of_mine_and_nothing_of_others() -> None:
    grace = player("Grace", about="a secret of Grace")
    ada = player("Ada", about="I count", time_zone="Europe/London")
    block_user(blocker=ada, blocked=grace)
    block_user(blocker=grace, blocked=ada)
    TOTP.activate(ada, "TOPSECRET" + "A" * 23)
    codes = RecoveryCodes.activate(ada).get_unused_codes()
    client = logged_in_with(ada, codes.pop())
    answer = client.get("/settings/data/file/")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    text = answer.content.decode()
    mine = json.loads(text)["accounts"]
    assert mine["account"]["username"] == "Ada"
    assert mine["account"]["about"] == "I count"
    assert mine["addresses"] == [{"email": "ada@example.org", "verified": True, "primary": True}]
    assert [block["name"] for block in mine["blocked"]] == ["Grace"]
    assert len(mine["sessions"]) == 1
    assert {factor["type"] for factor in mine["second_factors"]} == {"totp", "recovery_codes"}
    for secret in (ada.password, "argon2", "TOPSECRET", client.session.session_key, "grace@", "a secret of", *codes):
        assert secret not in text


def logged_in_with(ada: User, code: str) -> Client:
    client = Client()
    log_in(client, ada.username)
    client.post("/account/2fa/authenticate/", {"code": code})
    prove_it_is_me(client)
    return client


def test_every_field_of_a_person_is_told_or_withheld_on_purpose() -> None:
    withheld = {"id", "password", "name_key", "is_superuser", "is_staff", "is_active", "is_guest", "is_bot", "left_at"}
    withheld |= {"under_sanction", "holiday_spans"}  # the sanctions and holidays themselves are told
    told = set(take_out(user=player("Ada"))["accounts"]["account"])
    assert told == {field.name for field in User._meta.concrete_fields} - withheld


def test_other_apps_add_their_part_under_their_own_name() -> None:
    def answer(sender, user, **_more) -> dict:
        return {"matches": [user.pk]}

    answer.__module__ = "library.personal"
    collect_personal_data.connect(answer)
    ada = player("Ada")
    try:
        assert take_out(user=ada)["library"] == {"matches": [ada.pk]}
    finally:
        collect_personal_data.disconnect(answer)


@pytest.mark.parametrize("path", ["/settings/data/file/", "/settings/delete/"])
def test_the_password_is_asked_again_first(path: str) -> None:
    client = logged_in(player("Ada"))
    assert client.get(path).headers["Location"].startswith("/account/reauthenticate/")
    prove_it_is_me(client)
    assert client.get(path).status_code == 200


def test_the_name_must_be_typed() -> None:
    ada = player("Ada")
    client = logged_in(ada)
    prove_it_is_me(client)
    assert client.post("/settings/delete/", {"name": "ada"}).status_code == 200
    ada.refresh_from_db()
    assert ada.is_active


def test_an_account_is_wiped_at_once_and_its_row_stays_under_a_neutral_name() -> None:
    ada, grace = player("Ada", about="I count", language="de"), player("Grace")
    block_user(blocker=ada, blocked=grace)
    block_user(blocker=grace, blocked=ada)
    TOTP.activate(ada, "A" * 32)
    RecoveryCodes.activate(ada)
    make_token(user=ada, name="Ada's laptop", scopes=["read"])
    told: list[str] = []

    def note(user, **_more) -> None:
        told.append(user.username)

    account_leaving.connect(note)
    delete_account(user=ada)
    account_leaving.disconnect(note)
    ada.refresh_from_db()
    assert told == ["Ada"], "listeners still meet the person"
    assert ada.username == f"Former player {ada.pk}"
    assert (ada.email, ada.about, ada.language, ada.is_active, ada.has_usable_password()) == ("", "", "", False, False)
    assert not EmailAddress.objects.filter(user=ada).exists()
    assert not Block.objects.exists()
    assert not ada.authenticator_set.exists()
    assert not ada.api_tokens.exists()
    with translation.override("en"):
        assert ada.display_name == f"Former player {ada.pk}"


def test_after_deleting_every_session_is_over_and_the_address_is_free() -> None:
    ada = player("Ada")
    here, there = logged_in(ada), logged_in(ada)
    prove_it_is_me(here)
    assert here.post("/settings/delete/", {"name": "Ada"}).headers["Location"] == "/"
    assert there.get("/settings/").status_code == 302
    assert log_in(Client(), "ada@example.org").status_code == 200
    mail.outbox.clear()
    register(Client(), "Ada", "ada@example.org")
    assert "/confirm-email/" in mail.outbox[0].body


def test_a_listener_that_fails_undoes_the_whole() -> None:
    ada = player("Ada")

    def fail(**_more) -> None:
        raise RuntimeError("no")

    account_leaving.connect(fail)
    try:
        with pytest.raises(RuntimeError):
            delete_account(user=ada)
    finally:
        account_leaving.disconnect(fail)
    ada.refresh_from_db()
    assert ada.username == "Ada"
