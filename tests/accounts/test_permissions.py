"""Who may open which page: a table over every address of the accounts."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import get_resolver

from accounts.entrance.services.guests import create_guest
from tests.accounts.players import logged_in, player

pytestmark = pytest.mark.django_db

OPEN, LOGIN, REGISTER, PROVE, HOME, NO, GONE, WRONG = (
    "open",
    "log in",
    "register",
    "prove it",
    "home",
    "no such method",
    "gone",
    "wrong",
)

# address: what a stranger, a guest and a player get on GET. PROVE: the password once more.
TABLE = {
    "account/login/": (OPEN, OPEN, HOME),
    "account/signup/": (OPEN, OPEN, HOME),
    "account/logout/": (HOME, OPEN, OPEN),
    "account/inactive/": (OPEN, OPEN, OPEN),
    "account/reauthenticate/": (LOGIN, REGISTER, OPEN),
    "account/email/": (LOGIN, REGISTER, OPEN),
    "account/confirm-email/": (OPEN, OPEN, OPEN),
    "account/confirm-email/wrong/": (OPEN, OPEN, OPEN),
    "account/password/change/": (LOGIN, REGISTER, OPEN),
    "account/password/set/": (LOGIN, REGISTER, "/account/password/change/"),
    "account/password/reset/": (OPEN, OPEN, OPEN),
    "account/password/reset/done/": (OPEN, OPEN, OPEN),
    "account/password/reset/key/1-wrong/": (OPEN, OPEN, OPEN),
    "account/password/reset/key/done/": (OPEN, OPEN, OPEN),
    "account/login/code/confirm/": (LOGIN, HOME, HOME),
    "account/2fa/": (LOGIN, REGISTER, OPEN),
    "account/2fa/authenticate/": (LOGIN, LOGIN, HOME),
    "account/2fa/reauthenticate/": (LOGIN, REGISTER, PROVE),
    "account/2fa/totp/activate/": (LOGIN, REGISTER, PROVE),
    "account/2fa/totp/deactivate/": (LOGIN, REGISTER, GONE),
    "account/2fa/recovery-codes/": (LOGIN, REGISTER, GONE),
    "account/2fa/recovery-codes/generate/": (LOGIN, REGISTER, PROVE),
    "account/2fa/recovery-codes/download/": (LOGIN, REGISTER, GONE),
    "account/2fa/webauthn/": (LOGIN, REGISTER, OPEN),
    "account/2fa/webauthn/add/": (LOGIN, REGISTER, PROVE),
    "account/2fa/webauthn/reauthenticate/": (LOGIN, REGISTER, PROVE),
    "account/2fa/webauthn/keys/1/remove/": (LOGIN, REGISTER, PROVE),
    "account/2fa/webauthn/keys/1/edit/": (LOGIN, REGISTER, PROVE),
    "account/2fa/webauthn/login/": (LOGIN, LOGIN, HOME),
    "account/sessions/": (LOGIN, REGISTER, OPEN),
    "account/sessions/1/end/": (NO, REGISTER, NO),
    "settings/": (LOGIN, "/settings/preferences/", OPEN),
    "settings/preferences/": (LOGIN, OPEN, OPEN),
    "settings/notices/": (LOGIN, REGISTER, OPEN),
    "settings/rest/": (LOGIN, OPEN, OPEN),
    "settings/rest/holidays/": (LOGIN, NO, NO),
    "settings/rest/holidays/1/end/": (LOGIN, NO, NO),
    "settings/notices/devices/": (NO, NO, NO),
    "settings/notices/devices/1/remove/": (NO, NO, NO),
    "settings/notices/webhooks/": (NO, NO, NO),
    "settings/notices/webhooks/1/remove/": (NO, NO, NO),
    "service-worker.js": (OPEN, OPEN, OPEN),
    "settings/following/": (LOGIN, REGISTER, OPEN),
    "settings/blocked/": (LOGIN, REGISTER, OPEN),
    "settings/tokens/": (LOGIN, REGISTER, OPEN),
    "settings/tokens/1/revoke/": (NO, NO, NO),
    "settings/tokens/bot/": (NO, NO, NO),
    "settings/data/": (LOGIN, REGISTER, OPEN),
    "settings/data/file/": (LOGIN, REGISTER, PROVE),
    "settings/delete/": (LOGIN, REGISTER, PROVE),
    "standing/": (LOGIN, OPEN, OPEN),
    "standing/read/": (NO, NO, NO),
    "standing/1/appeal/": (NO, NO, NO),
    "announcements/1/dismiss/": (NO, NO, NO),
    "notices/off/forged/": (GONE, GONE, GONE),
    "preferences/theme/": (NO, NO, NO),
    "i18n/setlang/": (NO, NO, NO),
    "people/Grace/": (OPEN, OPEN, OPEN),
    "people/Grace/follow/": (NO, NO, NO),
    "people/Grace/unfollow/": (NO, NO, NO),
    "people/Grace/block/": (NO, NO, NO),
    "people/Grace/unblock/": (NO, NO, NO),
    "avatar/1.svg": (OPEN, OPEN, OPEN),
}
POSTS = {
    "settings/rest/": (LOGIN, "/settings/rest/", "/settings/rest/"),
    "settings/rest/holidays/": (LOGIN, OPEN, OPEN),
    "settings/rest/holidays/999999/end/": (LOGIN, "/settings/rest/", "/settings/rest/"),
    "settings/notices/devices/": (LOGIN, REGISTER, WRONG),
    "settings/notices/devices/999999/remove/": (LOGIN, REGISTER, "/settings/notices/"),
    "settings/notices/webhooks/": (LOGIN, REGISTER, OPEN),
    "settings/notices/webhooks/999999/remove/": (LOGIN, REGISTER, "/settings/notices/"),
    "notices/off/forged/": (GONE, GONE, GONE),
    "standing/read/": (LOGIN, "/standing/", "/standing/"),
    "standing/999999/appeal/": (LOGIN, "/standing/", "/standing/"),
    "announcements/999999/dismiss/": (HOME, HOME, HOME),
    "people/Grace/follow/": (LOGIN, REGISTER, "/people/Grace/"),
    "people/Grace/unfollow/": (LOGIN, REGISTER, "/people/Grace/"),
    "people/Grace/block/": (LOGIN, REGISTER, "/people/Grace/"),
    "people/Grace/unblock/": (LOGIN, REGISTER, "/people/Grace/"),
    "account/sessions/999999/end/": (LOGIN, REGISTER, GONE),
}
WAYS = {LOGIN: "/account/login/", REGISTER: "/account/signup/", PROVE: "/account/reauthenticate/", HOME: "/"}


def verdict(answer) -> str:
    if answer.status_code in {200, 400, 404, 405}:
        return {200: OPEN, 400: WRONG, 404: GONE, 405: NO}[answer.status_code]
    where = answer.headers["Location"].split("?")[0]
    return next((way for way, path in WAYS.items() if path == where), where)


def people() -> tuple[Client, Client, Client]:
    guest = Client()
    guest.force_login(create_guest(), backend="accounts.entrance.backends.NameOrEmailBackend")
    return Client(), guest, logged_in(player("Ada"))


@pytest.mark.parametrize("path", TABLE)
def test_who_may_look(path: str) -> None:
    player("Grace")
    assert tuple(verdict(client.get(f"/{path}")) for client in people()) == TABLE[path]


def of_staff() -> Iterator[Client]:
    """Helper, moderator and administrator, each a player in all that concerns their own account."""
    for role in Group.objects.order_by("name"):
        user = player(role.name.capitalize(), is_staff=True)
        user.groups.set([role])
        yield logged_in(user)


@pytest.mark.parametrize("path", TABLE)
def test_who_looks_after_the_house_sees_what_a_player_sees(path: str) -> None:
    player("Grace")
    assert [verdict(client.get(f"/{path}")) for client in of_staff()] == [TABLE[path][2]] * 3


@pytest.mark.parametrize("path", POSTS)
def test_who_looks_after_the_house_does_what_a_player_does(path: str) -> None:
    player("Grace")
    assert [verdict(client.post(f"/{path}")) for client in of_staff()] == [POSTS[path][2]] * 3


@pytest.mark.parametrize("path", POSTS)
def test_who_may_act(path: str) -> None:
    player("Grace")
    assert tuple(verdict(client.post(f"/{path}")) for client in people()) == POSTS[path]


def test_the_table_names_every_address() -> None:
    resolver = get_resolver("accounts.urls")
    named = {resolver.resolve(f"/{path}").url_name for path in TABLE}
    assert named == {name for name in get_resolver("accounts.urls").reverse_dict if isinstance(name, str)}


@pytest.mark.parametrize("path", [path for path, ways in TABLE.items() if OPEN in ways])
def test_every_page_wears_the_design_and_no_inline_script(path: str) -> None:
    player("Grace")
    for client in people():
        answer = client.get(f"/{path}")
        if answer.status_code != 200 or not answer.headers["Content-Type"].startswith("text/html"):
            continue
        page = answer.content.decode()
        assert 'class="app-bar"' in page
        assert "css/people.css" in page
        assert "<h1>" in page
        assert " style=" not in page
        for script in page.split("<script")[1:]:
            assert " src=" in script.split(">")[0] or "application/json" in script.split(">")[0]
