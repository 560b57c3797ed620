"""Log in, and how guessers are slowed down."""

from datetime import UTC, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from accounts.entrance.services.known_browsers import COOKIE
from accounts.models import User
from tests.accounts.players import log_in, logged_in, player, seen

pytestmark = pytest.mark.django_db


def guess(times: int, login: str = "Ada", address: str = "10.0.0.1", client: Client | None = None):
    answers = [log_in(client or Client(), login, f"wrong {i}", REMOTE_ADDR=address) for i in range(times)]
    return answers[-1]


@pytest.mark.parametrize("login", ["Ada", "ADA", "ada@example.org", "ADA@Example.org", " ada "])
def test_one_logs_in_by_name_or_address_however_they_are_written(client: Client, login: str) -> None:
    player("Ada")
    assert log_in(client, login).headers["Location"] == "/"


def test_names_beyond_ascii_log_in_in_either_case(client: Client) -> None:
    player("Émile")
    assert log_in(client, "ÉMILE").status_code == 302


def test_a_wrong_password_and_an_unknown_name_are_answered_alike() -> None:
    player("Ada")
    known, unknown = seen(guess(1, "Ada")), seen(guess(1, "Somebody"))
    assert known[2] == unknown[2].replace("Somebody", "Ada")
    assert known[:2] + known[3:] == unknown[:2] + unknown[3:]


def test_a_guesser_is_slowed_down_and_the_owner_elsewhere_is_not() -> None:
    player("Ada")
    refused = guess(6)
    assert "Too many" in str(refused.context["form"].errors)
    assert "Too many" in str(log_in(Client(), "Ada", REMOTE_ADDR="10.0.0.1").context["form"].errors)
    assert log_in(Client(), "Ada", REMOTE_ADDR="10.0.0.2").status_code == 302


def test_another_spelling_is_the_same_account_to_the_counter() -> None:
    player("Ada")
    for name in ("Ada", "ADA", "a-d-a", "А da", "ada"):
        guess(1, name)
    assert "Too many" in str(guess(1).context["form"].errors)


@pytest.mark.parametrize(("first", "then"), [("Ada", "ada@example.org"), ("ada@example.org", "Ada")])
def test_a_name_and_an_address_are_one_person_to_the_counter(first: str, then: str) -> None:
    player("Ada")
    guess(5, first)
    right = log_in(Client(), then, REMOTE_ADDR="10.0.0.1")
    assert right.status_code == 200, "the sixth try for this person, though it were right"
    assert log_in(Client(), then, REMOTE_ADDR="10.0.0.2").status_code == 302


def test_guessing_by_both_from_everywhere_is_counted_together() -> None:
    player("Ada")
    for number in range(60):
        guess(1, ("Ada", "ada@example.org")[number % 2], f"10.0.1.{number}")
    for login in ("Ada", "ada@example.org"):
        assert log_in(Client(), login, REMOTE_ADDR="10.0.2.1").status_code == 200


def test_the_counter_does_not_tell_whose_an_address_is() -> None:
    player("Ada"), player("Grace")
    guess(5, "Ada")
    hers, anothers = seen(guess(1, "ada@example.org")), seen(guess(1, "grace@example.org"))
    assert hers[2] == anothers[2].replace("grace@", "ada@")
    assert hers[:2] + hers[3:] == anothers[:2] + anothers[3:]


def test_who_logs_in_takes_back_what_was_counted() -> None:
    player("Ada")
    guess(4)
    for login in ("Ada", "ada@example.org") * 3:
        assert log_in(Client(), login, REMOTE_ADDR="10.0.0.1").status_code == 302


def test_guessing_from_everywhere_is_slowed_down_but_not_in_the_owners_browser() -> None:
    ada = player("Ada")
    own = logged_in(ada)
    own.post("/account/logout/")
    for net in range(12):
        guess(5, address=f"10.1.0.{net}")
    assert "Too many" in str(log_in(Client(), "Ada", REMOTE_ADDR="10.2.0.1").context["form"].errors)
    assert log_in(own, "Ada", REMOTE_ADDR="10.2.0.2").status_code == 302


def test_a_forged_cookie_makes_nobody_known() -> None:
    player("Ada")
    client = Client()
    client.cookies[COOKIE] = "forged"
    for net in range(12):
        guess(5, address=f"10.1.0.{net}")
    assert "Too many" in str(guess(1, address="10.2.0.1", client=client).context["form"].errors)


def test_one_address_that_tries_many_names_is_slowed_down() -> None:
    for number in range(20):
        guess(1, f"name {number}")
    assert "Too many" in str(guess(1, "somebody else").context["form"].errors)


def test_floods_of_registrations_are_answered_with_a_page_in_our_dress() -> None:
    client = Client()
    for number in range(10):
        client.post("/account/signup/", {"username": f"Name {number}"})
    answer = client.post("/account/signup/", {"username": "One more"})
    assert answer.status_code == 429
    assert "One take at a time" in answer.content.decode()


def test_the_session_gets_a_new_key_on_logging_in(client: Client) -> None:
    player("Ada")
    client.get("/account/login/")
    session = client.session
    session["planted"] = True
    session.save()
    before = session.session_key
    client.cookies["sessionid"] = before
    log_in(client, "Ada")
    assert client.session.session_key != before


@pytest.mark.parametrize(("remember", "at_close"), [("on", False), ("", True)])
def test_one_is_remembered_or_forgotten_when_the_browser_closes(client: Client, remember: str, at_close: bool) -> None:
    player("Ada")
    client.post("/account/login/", {"login": "Ada", "password": "a long sentence", "remember": remember})
    assert client.session.get_expire_at_browser_close() is at_close


@pytest.mark.parametrize("trap", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "/\\evil.example"])
def test_nobody_is_sent_off_the_site(client: Client, trap: str) -> None:
    player("Ada")
    answer = client.post("/account/login/", {"login": "Ada", "password": "a long sentence", "next": trap})
    assert answer.headers["Location"] == "/"


def test_logging_in_goes_on_where_one_wanted_to(client: Client) -> None:
    player("Ada")
    answer = client.post("/account/login/", {"login": "Ada", "password": "a long sentence", "next": "/settings/"})
    assert answer.headers["Location"] == "/settings/"


def test_logging_out_needs_a_post() -> None:
    client = logged_in(player("Ada"))
    client.get("/account/logout/")
    assert client.get("/settings/").status_code == 200
    client.post("/account/logout/")
    assert client.get("/settings/").status_code == 302


def test_a_closed_account_is_told_so_only_with_the_right_password() -> None:
    User.objects.filter(pk=player("Ada").pk).update(is_active=False)
    assert log_in(Client(), "Ada").headers["Location"] == "/account/inactive/"
    assert log_in(Client(), "Ada", "wrong").status_code == 200


@pytest.mark.parametrize("email", ["boss@example.org", ""])
def test_an_administrator_made_on_the_console_can_log_in_at_once(client: Client, email: str) -> None:
    User.objects.create_superuser("Boss", email, "a long sentence")
    assert log_in(client, "Boss").headers["Location"] == "/"
    assert client.get("/admin/").status_code == 200


def test_the_admin_has_no_door_of_its_own_for_guessers(client: Client) -> None:
    assert client.get("/admin/login/").headers["Location"].startswith("/account/login/")
    answer = client.post("/admin/login/", {"username": "Boss", "password": "a guess"})
    assert answer.headers["Location"].startswith("/account/login/")


def test_mail_that_cannot_be_sent_is_no_error_to_the_person(client: Client, monkeypatch, caplog) -> None:
    def fail(self) -> None:
        raise ConnectionRefusedError

    monkeypatch.setattr("django.core.mail.EmailMultiAlternatives.send", fail)
    assert client.post("/account/password/reset/", {"email": "ada@example.org"}).status_code == 302
    assert "could not be sent" in caplog.text


def test_nobody_gives_away_the_only_address() -> None:
    ada = player("Ada")
    client = logged_in(ada)
    client.post("/account/reauthenticate/", {"password": "a long sentence"})
    client.post("/account/email/", {"email": "ada@example.org", "action_remove": ""})
    assert ada.is_confirmed


def test_a_log_in_ends_after_sixty_days_however_often_one_comes(client: Client) -> None:
    player("Ada")
    with time_machine.travel(datetime(2026, 3, 2, tzinfo=UTC), tick=False) as clock:
        client.post("/account/login/", {"login": "Ada", "password": "a long sentence", "remember": "on"})
        for _ in range(59):
            clock.shift(timedelta(days=1))
            assert client.get("/settings/").status_code == 200
        clock.shift(timedelta(days=2))
        assert client.get("/settings/").status_code == 302
