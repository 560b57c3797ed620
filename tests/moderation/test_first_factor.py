"""The first second factor of a member of staff opens the admin when an administrator knows it to be theirs."""

from io import StringIO

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.signals import authenticator_added
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from allauth.mfa.webauthn.internal.auth import WebAuthn
from django.core import mail
from django.core.cache import cache
from django.core.management import CommandError, call_command
from django.test import Client, override_settings

from accounts.mail.services import deliver_due
from accounts.models import ConfirmedFactor, Letter, StaffAct, User
from accounts.staff.services.factors import CannotConfirm, confirm_factors, people_waiting, remove_factors
from tests.accounts.entrance.test_second_factor import code_of
from tests.accounts.players import PASSWORD, log_in, prove_it_is_me
from tests.games.conftest import People
from tests.moderation.conftest import Staff
from tests.moderation.second_factor import show_second_factor

pytestmark = pytest.mark.django_db
WAITS = "Your second factor waits to be confirmed"


def set_up(client: Client) -> str:
    """Sets up an authenticator app, as a page does it, and gives its secret."""
    prove_it_is_me(client)
    page = client.get("/account/2fa/totp/activate/")
    secret = str(page.context["form"].secret)
    answer = client.post("/account/2fa/totp/activate/", {"code": code_of(secret)})
    assert answer.status_code == 302
    cache.clear()  # the code that switched it on counts as used for a while
    return secret


def enter(user: User, code: str) -> Client:
    """Logs in by password and code."""
    client = Client()
    log_in(client, user.username)
    assert client.post("/account/2fa/authenticate/", {"code": code}).status_code == 302
    cache.clear()
    return client


def gets_in(client: Client) -> bool:
    return client.get("/admin/").status_code == 200


def confirm(user: User, **more: object) -> None:
    factors = [factor.pk for factor in user.authenticator_set.exclude(type="recovery_codes")]
    confirm_factors(**{"actor": None, "user": user, "factors": factors, "why": "knows the voice"} | more)  # type: ignore[arg-type]


def key_of(user: User) -> Authenticator:
    """A security key, without the ceremony of a browser."""
    return Authenticator.objects.create(user=user, type="webauthn", data={"name": "Key", "credential": {}})


@pytest.fixture
def helper(staff: Staff) -> User:
    """A member of staff whose password is known."""
    user = staff("helper")
    user.set_password(PASSWORD)
    user.save(update_fields=["password"])
    return user


def test_who_stole_a_password_does_not_come_in_by_a_factor_of_their_own(helper: User) -> None:
    thief = Client()
    log_in(thief, helper.username)
    secret = set_up(thief)
    for client in (thief, enter(helper, code_of(secret))):
        page = client.get("/admin/games/match/", follow=True)
        assert (page.status_code, WAITS in page.content.decode()) == (403, True)
    confirm(helper)
    assert gets_in(enter(helper, code_of(secret)))


def test_a_calm_page_says_what_one_waits_for(helper: User) -> None:
    client = show_second_factor(helper, confirmed=False)
    assert "Authenticator app" in client.get("/admin/", follow=True).content.decode()
    assert client.get("/").status_code == 200


def test_an_administrator_confirms_it_for_a_reason_that_is_traced(helper: User, staff: Staff) -> None:
    colleague, administrator = show_second_factor(helper, confirmed=False), staff("administrator")
    browser = show_second_factor(administrator)
    index = browser.get("/admin/").content.decode()
    assert f'<a href="/admin/accounts/user/{helper.pk}/file/">helper</a> waits for the second factor' in index
    url = f"/admin/accounts/user/{helper.pk}/do/confirm-factor/"
    assert url in browser.get(f"/admin/accounts/user/{helper.pk}/file/").content.decode()
    factor = helper.authenticator_set.get()
    for said in ({"factors": [factor.pk], "why": ""}, {"why": "w"}, {"factors": [4711], "why": "w"}):
        assert browser.post(url, said).status_code == 422
    assert not gets_in(colleague)
    assert browser.post(url, {"factors": [factor.pk], "why": "asked her at lunch"}).status_code == 302
    assert gets_in(colleague)
    act = StaffAct.objects.get()
    assert (act.actor, act.person, act.verb, act.why) == (
        *(administrator, helper, "confirm factor"),
        "asked her at lunch",
    )
    assert "waits for the second factor" not in browser.get("/admin/").content.decode()


@pytest.mark.parametrize("role", ["helper", "moderator"])
def test_only_administrators_confirm(staff: Staff, role: str) -> None:
    new = staff("moderator", "newcomer")
    show_second_factor(new, confirmed=False)
    url = f"/admin/accounts/user/{new.pk}/do/confirm-factor/"
    browser = show_second_factor(staff(role))
    said = {"factors": [new.authenticator_set.get().pk], "why": "w"}
    assert browser.post(url, said).status_code == 403
    assert "waits for the second factor" not in browser.get("/admin/").content.decode()
    with pytest.raises(CannotConfirm):
        confirm(new, actor=staff(role))


def test_nobody_confirms_their_own_and_a_superuser_is_confirmed_by_one(staff: Staff, people: People) -> None:
    administrator, almighty = staff("administrator"), staff("administrator", "almighty")
    User.objects.filter(pk=almighty.pk).update(is_superuser=True)
    for user, actor in ((administrator, administrator), (almighty, administrator)):
        show_second_factor(user, confirmed=False)
        with pytest.raises(CannotConfirm):
            confirm(user, actor=actor)
    confirm(administrator, actor=User.objects.get(pk=almighty.pk))
    key_of(people("ada"))
    with pytest.raises(CannotConfirm):
        confirm(people("ada"), actor=administrator)


def test_a_factor_of_another_is_not_confirmed_by_the_way(helper: User, staff: Staff) -> None:
    other = staff("moderator")
    mine, theirs = key_of(helper), key_of(other)
    for factors in ([mine.pk, theirs.pk], [theirs.pk], []):
        with pytest.raises(CannotConfirm):
            confirm(helper, factors=factors)
    assert not ConfirmedFactor.objects.exists()


def test_the_very_first_administrator_is_confirmed_from_the_shell() -> None:
    root = User.objects.create_superuser("root1", "root1@example.org", "a long sentence")
    with pytest.raises(CommandError, match="no second factor"):
        call_command("confirm_factor", "root1")
    client, said = show_second_factor(root, confirmed=False), StringIO()
    assert not gets_in(client)
    call_command("confirm_factor", "Root1", stdout=said)
    assert "Confirmed for root1" in said.getvalue()
    assert gets_in(client)
    act = StaffAct.objects.get()
    assert (act.actor, act.person, act.verb) == (None, root, "confirm factor")
    with pytest.raises(CommandError, match="Nobody"):
        call_command("confirm_factor", "somebody")


def test_the_shell_confirms_staff_only(people: People) -> None:
    key_of(people("ada"))
    with pytest.raises(CommandError, match="Only staff"):
        call_command("confirm_factor", "ada")


def added(client: Client, factor: Authenticator) -> None:
    """What allauth rings when a page adds a factor."""
    request = client.get("/").wsgi_request
    authenticator_added.send(sender=Authenticator, request=request, user=factor.user, authenticator=factor)


def test_who_has_shown_a_confirmed_one_adds_and_replaces_without_asking(helper: User) -> None:
    client = show_second_factor(helper)
    first, second = helper.authenticator_set.get(), key_of(helper)
    added(client, second)
    first.delete()
    assert not gets_in(client)  # until the other one is shown
    asked = client.get("/admin/login/?next=/admin/")
    assert asked.headers["Location"] == "/account/2fa/reauthenticate/?next=%2Fadmin%2F"
    assert gets_in(show_second_factor(helper, confirmed=False))


def test_who_takes_all_off_begins_anew(helper: User) -> None:
    client = Client()
    log_in(client, helper.username)
    secret = set_up(client)
    confirm(helper)
    client = enter(helper, code_of(secret))
    assert gets_in(client)
    prove_it_is_me(client)
    client.post("/account/2fa/totp/deactivate/")
    assert client.get("/admin/", follow=True).redirect_chain[-1][0] == "/account/2fa/"
    set_up(client)
    added(client, helper.authenticator_set.get(type="totp"))
    assert WAITS in client.get("/admin/", follow=True).content.decode()
    assert [*people_waiting()] == [helper]


def test_a_session_from_before_the_factor_adds_none_that_opens_the_admin(helper: User) -> None:
    """Somebody stole the password and was in before its owner had a factor; later they add one of their own."""
    old = Client()
    log_in(old, helper.username)
    TOTP.activate(helper, generate_totp_secret())
    confirm(helper)
    mine = key_of(helper)
    added(old, mine)
    assert not ConfirmedFactor.objects.filter(authenticator=mine).exists()


def test_recovery_codes_lead_into_the_site_but_not_into_the_admin(helper: User) -> None:
    show_second_factor(helper)
    codes = RecoveryCodes.activate(helper).get_unused_codes()
    client = enter(helper, codes[0])
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain[-1][0].startswith("/account/2fa/reauthenticate/")
    assert "Only a confirmed second factor" in page.content.decode()
    mine = key_of(helper)
    added(client, mine)
    assert not ConfirmedFactor.objects.filter(authenticator=mine).exists()


def test_at_a_developers_own_machine_nothing_is_asked(helper: User) -> None:
    client = Client()
    client.force_login(helper, backend="accounts.entrance.backends.NameOrEmailBackend")
    with override_settings(ALONE_ON_THIS_MACHINE=True):
        assert gets_in(client)
    assert not gets_in(client)


def test_a_key_is_named_as_its_owner_named_it(helper: User) -> None:
    assert isinstance(key_of(helper).wrap(), WebAuthn)
    client = Client()
    client.force_login(helper, backend="accounts.entrance.backends.NameOrEmailBackend")
    assert "Key," in client.get("/admin/", follow=True).content.decode()


def test_an_administrator_takes_off_what_a_thief_has_set_up(helper: User, staff: Staff) -> None:
    thief = Client()
    log_in(thief, helper.username)
    set_up(thief)
    browser = show_second_factor(staff("administrator"))
    url = f"/admin/accounts/user/{helper.pk}/do/remove-factors/"
    assert "Remove second factors" in browser.get(f"/admin/accounts/user/{helper.pk}/file/").content.decode()
    assert browser.post(url, {"why": ""}).status_code == 422
    assert browser.post(url, {"why": "she never set it up"}).status_code == 302
    assert not helper.authenticator_set.exists()
    assert "Log in" in thief.get("/settings/", follow=True).content.decode()
    act = StaffAct.objects.get()
    assert (act.person, act.verb, act.why) == (helper, "remove factors", "she never set it up")
    assert [name.partition(" ")[0] for name in act.before["factors"]] == ["totp", "recovery_codes"]
    letter = Letter.objects.get()
    Letter.objects.update(due_at=letter.written_at)
    assert deliver_due() == 1
    assert (mail.outbox[-1].to, mail.outbox[-1].subject) == ([helper.email], "Your second factors were removed")
    assert browser.get(url, follow=True).redirect_chain[-1][0] == f"/admin/accounts/user/{helper.pk}/file/"


@pytest.mark.parametrize("role", ["helper", "moderator", "administrator"])
def test_nobody_takes_off_the_factors_of_who_may_do_more_or_their_own(staff: Staff, role: str) -> None:
    almighty, actor = staff("administrator", "almighty"), staff(role)
    User.objects.filter(pk=almighty.pk).update(is_superuser=True)
    for user in (almighty, actor):
        show_second_factor(user)
        with pytest.raises(CannotConfirm):
            remove_factors(actor=actor, user=user, why="w")
        assert user.authenticator_set.exists()
