"""Whoever saves a person writes what they changed and nothing else: what others did meanwhile stands."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from allauth.account.models import EmailAddress
from django.core import mail
from django.db.models.signals import pre_save
from django.test import Client

from accounts.leaving.services import delete_account
from accounts.models import Sanction, User
from accounts.sanctions.selectors import ban_on
from accounts.sanctions.services.sanctions import impose, refresh_ban_flags
from config.signals import sweeping
from tests.accounts.players import PASSWORD, link_in_mail, log_in, logged_in, player, prove_it_is_me, register
from tests.moderation.second_factor import show_second_factor

pytestmark = pytest.mark.django_db
ANOTHER = "another long sentence"


def change_about(client: Client) -> None:
    assert client.post("/settings/", {"username": "Ada", "about": "I like movies."}).status_code == 302


def change_name(client: Client) -> None:
    assert client.post("/settings/", {"username": "Augusta", "about": ""}).status_code == 302


def change_preferences(client: Client) -> None:
    wishes = {"language": "de", "time_zone": "Europe/Berlin", "theme": "dark"}
    assert client.post("/settings/preferences/", wishes).status_code == 302


def change_notices(client: Client) -> None:
    assert client.post("/settings/notices/", {"mail_end": "on"}).status_code == 302


def change_theme(client: Client) -> None:
    assert client.post("/preferences/theme/", {"theme": "dark"}).status_code == 302


def change_language(client: Client) -> None:
    assert client.post("/i18n/setlang/", {"language": "fr"}).status_code == 302


def change_password(client: Client) -> None:
    words = {"oldpassword": PASSWORD, "password1": ANOTHER, "password2": ANOTHER}
    assert client.post("/account/password/change/", words).status_code == 302


def reset_password(client: Client) -> None:
    stranger = Client()
    stranger.post("/account/password/reset/", {"email": "ada@example.org"})
    form = stranger.get(link_in_mail(), follow=True)
    words = {"password1": ANOTHER, "password2": ANOTHER}
    assert stranger.post(form.request["PATH_INFO"], words).status_code == 302


def change_address(client: Client) -> None:
    prove_it_is_me(client)
    client.post("/account/email/", {"action_add": "", "email": "augusta@example.org"})
    assert mail.outbox[-1].to == ["augusta@example.org"]
    client.post(link_in_mail())


def log_in_elsewhere(client: Client) -> None:
    log_in(Client(), "Ada")


CHANGES: dict[Callable[[Client], None], dict[str, object]] = {
    change_about: {"about": "I like movies."},
    change_name: {"username": "Augusta", "name_key": "augusta"},
    change_preferences: {"language": "de", "time_zone": "Europe/Berlin", "theme": "dark"},
    change_notices: {"mail_end": True, "mail_my_turn": False},
    change_theme: {"theme": "dark"},
    change_language: {"language": "fr"},
    change_password: {},
    reset_password: {},
    change_address: {"email": "augusta@example.org"},
    log_in_elsewhere: {},
}


@contextmanager
def meanwhile(act: Callable[[User], None]) -> Iterator[list[User]]:
    """Do something to whoever is saved next, after their row was read and before it is written."""
    done: list[User] = []

    def act_once(instance: User, **kwargs) -> None:
        if not done:
            done.append(instance)
            act(User.objects.get(pk=instance.pk))

    pre_save.connect(act_once, sender=User)
    try:
        yield done
    finally:
        pre_save.disconnect(act_once, sender=User)


def boss() -> User:
    return User.objects.create_superuser("Boss", "boss@example.org", PASSWORD)


def ban(actor: User, user: User) -> None:
    impose(actor=actor, user=user, kind=Sanction.Kind.BAN, reason="harm", message="Go away.")


@pytest.mark.parametrize("change", CHANGES, ids=lambda change: change.__name__)
def test_a_ban_in_the_middle_of_a_change_stands_and_so_does_the_change(change: Callable[[Client], None]) -> None:
    ada, actor = player("Ada"), boss()
    client, password = logged_in(ada), ada.password
    with meanwhile(lambda person: ban(actor, person)) as done:
        change(client)
    assert done
    ada.refresh_from_db()
    assert ada.under_sanction
    assert ban_on(ada)
    assert {name: getattr(ada, name) for name in CHANGES[change]} == CHANGES[change]
    assert (ada.password != password) == (change in (change_password, reset_password))


def test_a_ban_while_a_guest_registers_stands() -> None:
    client, actor = Client(), boss()
    client.post("/try/")
    guest = User.objects.get(is_guest=True)
    with meanwhile(lambda person: ban(actor, person)):
        register(client, "Ada")
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.under_sanction) == ("Ada", False, True)


def test_a_ban_while_an_administrator_gives_a_role_stands() -> None:
    ada, actor = player("Ada"), boss()
    client = show_second_factor(actor)
    words = {"is_active": "on", "is_staff": "on", "why": "a helper"}
    with meanwhile(lambda person: ban(actor, person)):
        answer = client.post(f"/admin/accounts/user/{ada.pk}/change/", words)
    assert answer.status_code == 302, answer.content.decode()
    ada.refresh_from_db()
    assert (ada.is_staff, ada.under_sanction) == (True, True)


@pytest.mark.parametrize("change", [change_about, change_password], ids=lambda change: change.__name__)
def test_an_account_that_is_deleted_meanwhile_does_not_come_back(change: Callable[[Client], None]) -> None:
    ada = player("Ada")
    client = logged_in(ada)
    with meanwhile(lambda person: delete_account(user=person)):
        change(client)
    ada.refresh_from_db()
    assert (ada.username, ada.email, ada.is_active) == (f"Former player {ada.pk}", "", False)
    assert not EmailAddress.objects.filter(user=ada).exists()


def test_another_name_given_by_moderators_is_not_written_away() -> None:
    ada, actor = player("Ada"), boss()

    def rename(person: User) -> None:
        impose(actor=actor, user=person, kind=Sanction.Kind.RENAME, reason="rude", message="Choose a kind one.")

    read_before = User.objects.get(pk=ada.pk)
    rename(ada)
    read_before.about = "I like movies."
    read_before.save()
    ada.refresh_from_db()
    assert (ada.username, ada.about) == (f"Player {ada.pk}", "I like movies.")


def test_a_person_without_changes_writes_nothing(django_assert_num_queries) -> None:
    ada = User.objects.get(pk=player("Ada").pk)
    with django_assert_num_queries(0):
        ada.save()
    ada.theme = "dark"
    with django_assert_num_queries(1):
        ada.save()
    with django_assert_num_queries(0):
        ada.save()


def test_what_was_not_read_is_not_written() -> None:
    pk = player("Ada").pk
    ada = User.objects.only("username").get(pk=pk)
    User.objects.filter(pk=pk).update(about="elsewhere", theme="light")
    ada.about = "here"
    ada.save()
    ada = User.objects.get(pk=pk)
    assert (ada.about, ada.theme) == ("here", "light")


def test_reading_one_column_anew_forgets_no_change_of_another() -> None:
    ada = player("Ada")
    ada.about = "changed"
    ada.refresh_from_db(fields=["theme"])
    ada.save()
    ada.refresh_from_db()
    assert ada.about == "changed"


def test_the_sweep_puts_right_what_the_flag_says() -> None:
    ada, grace, actor = player("Ada"), player("Grace"), boss()
    ban(actor, ada)
    User.objects.filter(pk=ada.pk).update(under_sanction=False)
    impose(actor=actor, user=grace, kind=Sanction.Kind.WARNING, reason="a word", message="Please.")
    Sanction.objects.filter(user=grace).update(seen_at=grace.date_joined, ends_at=grace.date_joined)
    sweeping.send(sender=None)
    for person in (ada, grace):
        person.refresh_from_db()
    assert (ada.under_sanction, grace.under_sanction) == (True, False)
    assert refresh_ban_flags() == 0
