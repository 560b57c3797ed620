"""Register, confirm, come in."""

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.test import Client
from django.utils import translation

from accounts.models import User
from tests.accounts.players import PASSWORD, link_in_mail, log_in, logged_in, player, prove_it_is_me, register, seen

pytestmark = pytest.mark.django_db


def test_one_registers_confirms_by_the_mails_link_and_is_in(client: Client) -> None:
    assert register(client).headers["Location"] == "/account/confirm-email/"
    assert "Check your inbox" in client.get("/account/confirm-email/").content.decode()
    page = client.get(link_in_mail())
    assert "ada@example.org" in page.content.decode()
    assert not User.objects.get().is_confirmed, "nothing acts on GET"
    assert client.post(link_in_mail()).headers["Location"] == "/"
    ada = User.objects.get()
    assert ada.is_confirmed
    assert client.session["_auth_user_id"] == str(ada.pk)


def test_without_confirming_nobody_gets_in_but_a_new_link_comes(client: Client) -> None:
    player(confirmed=False)
    assert log_in(client, "Ada").headers["Location"] == "/account/confirm-email/"
    assert "_auth_user_id" not in client.session
    assert len(mail.outbox) == 1


def test_a_link_of_confirmation_works_once(client: Client) -> None:
    register(client)
    client.post(link_in_mail())
    assert Client().post(link_in_mail()).status_code == 404
    assert "does not work any more" in Client().get(link_in_mail()).content.decode()


def test_registering_with_a_known_address_looks_the_same_and_tells_the_owner() -> None:
    player("Grace", language="de")
    known, unknown = Client(), Client()
    answers = [register(known, "Ada", "grace@example.org"), register(unknown, "Bob", "new@example.org")]
    assert seen(answers[0]) == seen(answers[1])
    pages = [client.get("/account/confirm-email/") for client in (known, unknown)]
    texts = [page.content.decode().replace("grace@", "new@") for page in pages]
    assert len(texts[0]) == len(texts[1])
    told, asked = mail.outbox
    assert told.to == ["grace@example.org"]
    assert "/confirm-email/" not in told.body
    assert "/confirm-email/" in asked.body
    again = [register(Client(), "Ada", "x@example.org"), register(Client(), "Bob", "y@example.org")]
    assert [answer.status_code for answer in again] == [200, 200], "both names are taken, so a second try tells nothing"


def test_nobody_can_confirm_an_address_that_another_has_confirmed() -> None:
    player("Grace")
    register(Client(), "Ada", "grace@example.org")
    ada = User.objects.get(username="Ada")
    assert not EmailAddress.objects.get(user=ada).set_verified()


def test_the_mail_comes_in_the_language_of_the_reader(client: Client) -> None:
    client.cookies["django_language"] = "fr"
    register(client)
    assert User.objects.get().language == "fr"
    player("Grace", language="de")
    with translation.override("fr"):
        client.post("/account/password/reset/", {"email": "grace@example.org"})
    assert len(mail.outbox) == 2


def test_weak_passwords_and_bad_names_are_refused_in_words(client: Client) -> None:
    answer = register(client, "admin", "ada@example.org", "12345678")
    assert set(answer.context["form"].errors) == {"username", "password1"}


def test_one_changes_the_address_and_the_old_one_hears_of_it() -> None:
    client = logged_in(player("Ada"))
    prove_it_is_me(client)
    client.post("/account/email/", {"email": "new@example.org", "action_add": ""})
    assert User.objects.get().email == "ada@example.org"
    client.post(link_in_mail())
    assert User.objects.get().email == "new@example.org"
    assert EmailAddress.objects.get().email == "new@example.org"
    assert mail.outbox[-1].to == ["ada@example.org"]


def test_changing_to_an_address_of_another_looks_the_same_and_does_nothing() -> None:
    player("Grace")
    client = logged_in(player("Ada"))
    prove_it_is_me(client)
    answers = []
    for email in ("grace@example.org", "nobody@example.org"):
        answers.append(client.post("/account/email/", {"email": email, "action_add": ""}).headers["Location"])
        assert email in client.get("/account/email/").content.decode()
    assert answers[0] == answers[1]
    assert "/confirm-email/" not in mail.outbox[0].body
    assert "/confirm-email/" in mail.outbox[1].body


def test_one_with_a_password_changes_it_and_other_devices_are_out() -> None:
    ada = player("Ada")
    here, there = logged_in(ada), logged_in(ada)
    new = {"oldpassword": PASSWORD, "password1": "another sentence", "password2": "another sentence"}
    assert here.post("/account/password/change/", new).status_code == 302
    assert here.get("/settings/").status_code == 200
    assert there.get("/settings/").status_code == 302


def test_a_forgotten_password_is_reset_once_by_the_mails_link(client: Client) -> None:
    player("Ada")
    client.post("/account/password/reset/", {"email": "ada@example.org"})
    link = link_in_mail()
    form = client.get(link, follow=True)
    answer = client.post(form.request["PATH_INFO"], {"password1": "another sentence", "password2": "another sentence"})
    assert answer.status_code == 302
    assert log_in(Client(), "ada@example.org", "another sentence").status_code == 302
    assert "does not work any more" in Client().get(link, follow=True).content.decode()


def test_asking_for_a_new_password_tells_nobody_who_has_an_account() -> None:
    player("Ada")
    answers = [
        Client().post("/account/password/reset/", {"email": f"{name}@example.org"}) for name in ("ada", "nobody")
    ]
    assert seen(answers[0]) == seen(answers[1])
    assert len(mail.outbox) == 2
