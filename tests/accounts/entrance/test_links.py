"""Every absolute address is built from SITE_URL, whatever name and port the site was asked by."""

import re
from collections.abc import Callable

import pytest
from django.core import mail
from django.test import Client

from games.lobby.services.tables import TableOptions, open_table
from tests.accounts.players import logged_in, player, prove_it_is_me, register

pytestmark = pytest.mark.django_db
STRANGE = {"HTTP_HOST": "localhost:6666"}


@pytest.fixture(autouse=True)
def our_site(settings) -> None:
    settings.SITE_URL = "https://play.example"


def ask_for_password(client: Client) -> None:
    client.post("/account/password/reset/", {"email": "ada@example.org"}, **STRANGE)


def ask_for_unknown_password(client: Client) -> None:
    client.post("/account/password/reset/", {"email": "nobody@example.org"}, **STRANGE)


def register_anew(client: Client) -> None:
    register(Client(), "Grace", "grace@example.org", **STRANGE)


def register_with_known_address(client: Client) -> None:
    register(Client(), "Grace", "ada@example.org", **STRANGE)


def change_address(client: Client) -> None:
    prove_it_is_me(client)
    client.post("/account/email/", {"action_add": "", "email": "augusta@example.org"}, **STRANGE)


def change_password(client: Client) -> None:
    words = {"oldpassword": "a long sentence", "password1": "another sentence", "password2": "another sentence"}
    client.post("/account/password/change/", words, **STRANGE)


WRITERS = [
    *(ask_for_password, ask_for_unknown_password, register_anew, register_with_known_address),
    *(change_address, change_password),
]


@pytest.mark.parametrize("write", WRITERS, ids=lambda write: write.__name__)
def test_mails_link_to_our_site_alone(write: Callable[[Client], None]) -> None:
    client = logged_in(player("Ada"))
    mail.outbox.clear()
    write(client)
    assert mail.outbox
    for message in mail.outbox:
        text = f"{message.subject}\n{message.body}"
        assert set(re.findall(r"https?://[^/\s<\"]+", text)) == {"https://play.example"}
        assert "localhost" not in text


def test_the_link_of_a_mail_still_works() -> None:
    client = logged_in(player("Ada"))
    ask_for_password(client)
    found = re.search(r"https://play\.example(/\S+)", str(mail.outbox[-1].body))
    assert found
    assert "password1" in client.get(found[1], follow=True).content.decode()


def test_an_invitation_links_to_our_site() -> None:
    ada = player("Ada")
    match = open_table(host=ada, options=TableOptions(visibility="unlisted"))
    page = logged_in(ada).get(match.get_absolute_url(), **STRANGE).content.decode()
    assert f"https://play.example/tables/join/{match.invite_token}/" in page
    assert "6666" not in page
