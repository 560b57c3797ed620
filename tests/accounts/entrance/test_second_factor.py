"""The second factor, and where one is logged in."""

from datetime import UTC, datetime

import pytest
import time_machine
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    generate_totp_secret,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from allauth.usersessions.models import UserSession
from django.core.cache import cache
from django.test import Client

from accounts.entrance.factors import ENCRYPTED, FactorAdapter
from tests.accounts.players import log_in, logged_in, player, prove_it_is_me

pytestmark = pytest.mark.django_db


def code_of(secret: str) -> str:
    """What an app shows now: the oldest code that is accepted could be too old when it arrives."""
    _before, now, _after = yield_hotp_counters_from_time()
    return format_hotp_value(hotp_value(secret, now))


def protected() -> Client:
    """Somebody who has just switched the authenticator app on."""
    client = logged_in(player("Ada"))
    prove_it_is_me(client)
    page = client.get("/account/2fa/totp/activate/")
    answer = client.post("/account/2fa/totp/activate/", {"code": code_of(page.context["form"].secret)})
    assert answer.headers["Location"] == "/account/2fa/recovery-codes/"
    return client


def test_with_the_app_on_the_password_alone_does_not_let_in() -> None:
    protected()
    thief = Client()
    assert log_in(thief, "Ada").headers["Location"] == "/account/2fa/authenticate/"
    assert thief.get("/settings/").status_code == 302
    assert thief.post("/account/2fa/authenticate/", {"code": "000000"}).status_code == 200


def test_a_recovery_code_lets_in_once() -> None:
    codes = protected().get("/account/2fa/recovery-codes/").context["unused_codes"]
    for answer in (302, 200):
        client = Client()
        log_in(client, "Ada")
        assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == answer


def test_a_code_of_the_app_lets_in_once() -> None:
    protected()
    cache.clear()  # the code that switched it on counts as used for a while
    secret = Authenticator.objects.get(type="totp").wrap()
    assert isinstance(secret, TOTP)
    client = Client()
    log_in(client, "Ada")
    shown = code_of(decrypt(secret.instance.data["secret"]))
    assert client.post("/account/2fa/authenticate/", {"code": shown}).status_code == 302
    assert client.get("/settings/").status_code == 200
    over_the_shoulder = Client()
    log_in(over_the_shoulder, "Ada")
    assert over_the_shoulder.post("/account/2fa/authenticate/", {"code": shown}).status_code == 200


def test_a_code_lets_nobody_in_again_while_it_is_still_good() -> None:
    """The code of the next half minute is good for a minute and a half."""
    with time_machine.travel(datetime(2026, 3, 2, 12, 0, 1, tzinfo=UTC), tick=False) as clock:
        protected()
        factor = Authenticator.objects.get(type="totp")
        *_, shown = (
            format_hotp_value(hotp_value(decrypt(factor.data["secret"]), moment))
            for moment in yield_hotp_counters_from_time()
        )
        for answer in (302, 200, 200):
            client = Client()
            log_in(client, "Ada")
            assert client.post("/account/2fa/authenticate/", {"code": shown}).status_code == answer
            clock.shift(40)


def test_the_secrets_of_factors_are_encrypted_in_the_database() -> None:
    client = protected()
    codes = client.get("/account/2fa/recovery-codes/").context["unused_codes"]
    app, recovery = (Authenticator.objects.get(type=kind) for kind in ("totp", "recovery_codes"))
    assert app.data["secret"].startswith(ENCRYPTED)
    assert recovery.data["seed"].startswith(ENCRYPTED)
    assert recovery.wrap().generate_codes() == codes


def test_factors_from_before_they_were_encrypted_still_let_in() -> None:
    secret = generate_totp_secret()
    ada = player("Ada")
    Authenticator.objects.create(user=ada, type="totp", data={"secret": secret})
    client = Client()
    log_in(client, "Ada")
    assert client.post("/account/2fa/authenticate/", {"code": code_of(secret)}).status_code == 302


def test_a_key_that_was_replaced_still_opens_factors_and_a_lost_one_lets_nobody_in(settings) -> None:
    adapter = FactorAdapter()
    stored = adapter.encrypt("ABCD")
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another key"
    assert adapter.decrypt(stored) == "ABCD"
    settings.SECRET_KEY_FALLBACKS = []
    assert adapter.decrypt(stored) != adapter.decrypt(stored)


def test_changing_factors_asks_for_the_password_again() -> None:
    client = logged_in(player("Ada"))
    for path in ("totp/activate/", "webauthn/add/", "recovery-codes/generate/"):
        assert client.get(f"/account/2fa/{path}").headers["Location"].startswith("/account/reauthenticate/")


def test_recovery_codes_can_be_saved_as_a_file() -> None:
    answer = protected().get("/account/2fa/recovery-codes/download/")
    assert "attachment" in answer.headers["Content-Disposition"]
    assert len(answer.content.decode().split("\n\n")[1].split()) == 10


def test_one_sees_the_sessions_and_ends_them() -> None:
    ada = player("Ada")
    here, there, elsewhere = logged_in(ada), logged_in(ada), logged_in(ada)
    assert here.get("/account/sessions/").context["session_count"] == 3
    other = UserSession.objects.get(session_key=there.session.session_key)
    here.post(f"/account/sessions/{other.pk}/end/")
    assert there.get("/settings/").status_code == 302
    assert elsewhere.get("/settings/").status_code == 200
    here.post("/account/sessions/")
    assert elsewhere.get("/settings/").status_code == 302
    assert here.get("/settings/").status_code == 200


def test_nobody_ends_the_session_of_another() -> None:
    ada, grace = logged_in(player("Ada")), logged_in(player("Grace"))
    session = UserSession.objects.get(session_key=ada.session.session_key)
    assert grace.post(f"/account/sessions/{session.pk}/end/").status_code == 404
    assert ada.get("/settings/").status_code == 200
