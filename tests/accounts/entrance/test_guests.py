"""People who try it without an account."""

from datetime import timedelta

import pytest
from allauth.core.context import request_context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.contrib.auth.models import AnonymousUser
from django.db.models import ProtectedError
from django.test import Client, RequestFactory
from django.utils import timezone, translation

from accounts.entrance.services.guests import create_guest, sweep_guests, welcome_guest
from accounts.models import Block, User
from accounts.people.services.blocks import block_user
from accounts.signals import account_leaving, guest_joined
from accounts.tasks import sweep_guests as sweep_task
from config.sessions import SessionStore
from tests.accounts.players import link_in_mail, log_in, player, register

pytestmark = pytest.mark.django_db


def stranger(address: str = "10.0.0.1"):
    request = RequestFactory().post("/try/", REMOTE_ADDR=address)
    request.session, request.user = SessionStore(), AnonymousUser()
    return request


def guest_client() -> tuple[Client, User]:
    """A browser in which somebody tries it."""
    guest, client = create_guest(), Client()
    client.force_login(guest, backend="accounts.entrance.backends.NameOrEmailBackend")
    return client, guest


@pytest.fixture
def heard():
    """Note what others are told."""
    told: list[dict] = []

    def note(**news) -> None:
        told.append({key: news[key].pk for key in ("guest", "user") if key in news})

    for signal in (guest_joined, account_leaving):
        signal.connect(note)
    yield told
    for signal in (guest_joined, account_leaving):
        signal.disconnect(note)


def test_a_stranger_becomes_a_guest_without_address_or_password() -> None:
    request = stranger()
    with request_context(request):
        guest = welcome_guest(request)
    assert guest.is_guest
    assert guest.email == ""
    assert not guest.has_usable_password()
    assert request.user == guest
    assert request.session.get_expiry_age() <= 7 * 24 * 60 * 60


def test_whoever_is_logged_in_stays_who_they_are() -> None:
    request = stranger()
    request.user = player("Ada")
    assert welcome_guest(request).username == "Ada"
    assert User.objects.count() == 1


def test_a_flood_of_guests_from_one_address_is_stopped() -> None:
    for _ in range(10):
        with request_context(request := stranger()):
            welcome_guest(request)
    with request_context(request := stranger()), pytest.raises(ImmediateHttpResponse) as stopped:
        welcome_guest(request)
    assert stopped.value.response.status_code == 429
    with request_context(request := stranger("10.0.0.2")):
        assert welcome_guest(request).is_guest


def test_guests_are_called_so_in_the_readers_language() -> None:
    guest = create_guest()
    assert guest.display_name == guest.username
    with translation.override("de"):
        assert guest.display_name.endswith(guest.username.split()[1])


def test_a_guest_who_registers_keeps_the_row_and_the_session() -> None:
    client, guest = guest_client()
    assert register(client, "Ada").status_code == 302
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.email) == ("Ada", False, "ada@example.org")
    assert not guest.is_confirmed
    assert client.get("/settings/").status_code == 200, "still at the table"
    client.post(link_in_mail())
    assert guest.is_confirmed
    assert log_in(Client(), "Ada").status_code == 302
    assert User.objects.count() == 1


def test_a_guest_who_registers_with_a_known_address_learns_nothing() -> None:
    player("Grace")
    client, guest = guest_client()
    assert register(client, "Ada", "grace@example.org").headers["Location"] == "/account/confirm-email/"
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.is_confirmed) == ("Ada", False, False)
    assert client.get("/settings/").status_code == 200


def test_a_guest_who_logs_in_hands_over_and_is_gone(heard: list[dict]) -> None:
    ada = player("Ada")
    client, guest = guest_client()
    assert client.get("/account/login/").status_code == 200
    log_in(client, "Ada")
    assert heard == [{"guest": guest.pk, "user": ada.pk}]
    assert not User.objects.filter(pk=guest.pk).exists()
    assert client.get("/settings/").context["user"] == ada


def test_who_was_kept_away_as_a_guest_is_so_as_oneself() -> None:
    ada, grace = player("Ada"), player("Grace")
    client, guest = guest_client()
    for blocker in (ada, grace):  # ada did not know herself
        block_user(blocker=blocker, blocked=guest)
    log_in(client, "Ada")
    assert list(Block.objects.values_list("blocker", "blocked")) == [(grace.pk, ada.pk)]


def test_a_guest_may_log_in_to_an_account_with_a_second_factor(heard: list[dict]) -> None:
    ada = player("Ada")
    client, guest = guest_client()
    TOTP.activate(ada, "A" * 32)
    codes = RecoveryCodes.activate(ada).get_unused_codes()
    assert log_in(client, "Ada").headers["Location"] == "/account/2fa/authenticate/"
    assert client.get("/").context["user"] == guest
    assert client.post("/account/2fa/authenticate/", {"code": codes[0]}).status_code == 302
    assert heard == [{"guest": guest.pk, "user": ada.pk}]


def test_a_wrong_password_leaves_the_guest_a_guest() -> None:
    player("Ada")
    client, guest = guest_client()
    log_in(client, "Ada", "wrong")
    assert client.get("/").context["user"] == guest


def test_idle_guests_are_swept_away_and_others_stay(heard: list[dict]) -> None:
    idle, busy, ada = create_guest(), create_guest(), player("Ada")
    long_ago = timezone.now() - timedelta(days=8)
    User.objects.filter(pk__in=[idle.pk, ada.pk]).update(seen_at=long_ago, date_joined=long_ago)
    sweep_task()
    assert set(User.objects.all()) == {busy, ada}
    assert heard == [{"user": idle.pk}]


def test_a_guest_to_whom_other_peoples_matches_refer_stays_under_a_neutral_name(monkeypatch) -> None:
    guest = create_guest()
    User.objects.update(seen_at=timezone.now() - timedelta(days=8))

    def refuse(self, *args, **kwargs) -> None:
        raise ProtectedError("A match refers to this row.", set())

    monkeypatch.setattr(User, "delete", refuse)
    assert sweep_guests() == 1
    guest.refresh_from_db()
    assert (guest.username, guest.is_guest, guest.is_active) == (f"Former player {guest.pk}", False, False)
    assert sweep_guests() == 0


def test_accounts_that_nobody_ever_confirmed_free_their_names() -> None:
    fresh, old, used, staff = (player(name, confirmed=False) for name in ("Fresh", "Older", "Used", "Boss"))
    long_ago = timezone.now() - timedelta(days=8)
    User.objects.exclude(pk=fresh.pk).update(date_joined=long_ago)
    User.objects.filter(pk=used.pk).update(last_login=long_ago)
    User.objects.filter(pk=staff.pk).update(is_staff=True)
    assert sweep_guests() == 1
    assert not User.objects.filter(pk=old.pk).exists()


def test_whoever_registers_while_the_sweep_runs_stays() -> None:
    first, second = create_guest(), create_guest()
    User.objects.update(seen_at=timezone.now() - timedelta(days=8))

    def register_meanwhile(**news) -> None:
        User.objects.exclude(pk=news["user"].pk).update(is_guest=False)

    account_leaving.connect(register_meanwhile)
    try:
        assert sweep_guests() == 1
    finally:
        account_leaving.disconnect(register_meanwhile)
    assert User.objects.filter(pk__in=[first.pk, second.pk]).count() == 1


def test_a_guests_session_lasts_from_the_latest_visit() -> None:
    client = Client()
    client.post("/try/")
    session = client.session
    session.set_expiry(timedelta(days=1))
    session.save()
    client.get("/")
    assert client.session.get_expiry_age() < 2 * 24 * 60 * 60, "not written for every page"
    User.objects.update(seen_at=timezone.now() - timedelta(hours=2))
    client.get("/")
    assert client.session.get_expiry_age() > 6 * 24 * 60 * 60


def test_whoever_registers_is_remembered_no_shorter_than_others() -> None:
    client = Client()
    client.post("/try/")
    register(client, "Ada")
    assert client.session.get_expiry_age() > 30 * 24 * 60 * 60


def test_a_visit_keeps_a_guest() -> None:
    client, guest = guest_client()
    User.objects.update(seen_at=timezone.now() - timedelta(days=8))
    client.get("/")
    assert sweep_guests() == 0
    guest.refresh_from_db()
    assert timezone.now() - guest.seen_at < timedelta(minutes=1)


def test_a_guest_is_asked_before_their_matches_are_lost() -> None:
    client, guest = guest_client()
    answer = client.post("/account/logout/", follow=True)
    page = answer.content.decode()
    assert answer.context["user"] == guest
    assert "nobody can go on with your matches" in page
    assert 'href="/account/signup/"' in page
    assert client.post("/account/logout/", {"sure": "yes"}).status_code == 302
    assert not client.get("/").context["user"].is_authenticated


def test_the_menu_leads_a_guest_to_the_question_and_logs_everybody_else_out() -> None:
    client, _guest = guest_client()
    assert '<form method="post" action="/account/logout/">' not in client.get("/rules/").content.decode()
    ada = Client()
    player("Ada")
    log_in(ada, "Ada")
    assert '<form method="post" action="/account/logout/">' in ada.get("/rules/").content.decode()
    ada.post("/account/logout/")
    assert not ada.get("/").context["user"].is_authenticated


def test_a_guest_who_lacks_the_second_factor_goes_back_as_a_guest() -> None:
    ada = player("Ada")
    client, guest = guest_client()
    TOTP.activate(ada, "A" * 32)
    log_in(client, "Ada")
    assert "/account/logout/" not in client.get("/account/2fa/authenticate/").content.decode()
    assert client.get("/").context["user"] == guest
