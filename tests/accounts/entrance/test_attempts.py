"""Who came in stands in the log, and who did not: by what and from where, and never what was typed."""

import pytest
from allauth.core.context import request_context
from django.test import Client

from accounts.entrance.services.guests import welcome_guest
from accounts.models import User
from tests.accounts.entrance.test_guests import stranger
from tests.accounts.entrance.test_second_factor import protected
from tests.accounts.players import PASSWORD, log_in, player

pytestmark = pytest.mark.django_db
FROM = {"REMOTE_ADDR": "192.0.2.7"}


@pytest.fixture
def lines(caplog: pytest.LogCaptureFixture) -> pytest.LogCaptureFixture:
    caplog.set_level("INFO", "site.entrance")
    return caplog


def test_a_log_in_is_a_line_with_account_factor_and_address(lines: pytest.LogCaptureFixture) -> None:
    ada = player("Ada")
    log_in(Client(), "Ada", **FROM)
    assert lines.messages == [f"Logged in: account {ada.pk} by password from 192.0.2.7"]


def test_a_wrong_password_is_a_line_and_neither_it_nor_the_name_stands_there(lines: pytest.LogCaptureFixture) -> None:
    ada = player("Ada")
    log_in(Client(), "Ada", "a wrong sentence", **FROM)
    log_in(Client(), PASSWORD, "Ada", **FROM)
    refused = [f"Log-in refused: account {who} by password from 192.0.2.7" for who in (ada.pk, "-")]
    assert lines.messages == refused


def test_guesses_beyond_the_limit_are_lines_too(lines: pytest.LogCaptureFixture) -> None:
    player("Ada")
    for _ in range(8):
        log_in(Client(), "Ada", "a wrong sentence", **FROM)
    assert len(lines.messages) == 8


def test_a_second_factor_is_named_and_a_wrong_code_is_a_line(lines: pytest.LogCaptureFixture) -> None:
    codes = protected().get("/account/2fa/recovery-codes/").context["unused_codes"]
    ada = User.objects.get(username="Ada")
    lines.clear()
    client = Client()
    log_in(client, "Ada", **FROM)
    for code in ("000000", codes[0]):
        client.post("/account/2fa/authenticate/", {"code": code}, **FROM)
    assert lines.messages == [
        f"Log-in refused: account {ada.pk} by totp from 192.0.2.7",
        f"Logged in: account {ada.pk} by password, recovery_codes from 192.0.2.7",
    ]


def test_a_guest_is_a_line(lines: pytest.LogCaptureFixture) -> None:
    request = stranger("192.0.2.7")
    with request_context(request):
        guest = welcome_guest(request)
    assert lines.messages == [f"Logged in: account {guest.pk} by guest from 192.0.2.7"]
