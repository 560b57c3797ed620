"""Pages about somebody's account are stored nowhere."""

import pytest
from allauth.mfa.recovery_codes.internal.auth import RecoveryCodes
from allauth.mfa.totp.internal.auth import TOTP
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from accounts import urls
from tests.accounts.players import logged_in, player, prove_it_is_me

pytestmark = pytest.mark.django_db
# What everybody may read or does without looking at it.
PUBLIC = {"profile", "avatar", "block", "unblock", "preferences-theme", "set_language", "announcement-dismiss"}
PUBLIC |= {"service-worker", "follow", "unfollow"}
GIVEN = {"pk": 1, "key": "key", "uidb36": "1", "token": "token", "name": "Ada"}


def names(patterns: list[URLPattern | URLResolver]) -> set[str]:
    """Every page's name below these addresses."""
    inside = [names(pattern.url_patterns) for pattern in patterns if isinstance(pattern, URLResolver)]
    return {pattern.name for pattern in patterns if isinstance(pattern, URLPattern) and pattern.name}.union(*inside)


def address(name: str) -> str:
    """Where a page is, with something plausible for what its address asks for."""
    parameters = get_resolver().reverse_dict[name][0][0][1]
    return reverse(name, kwargs={key: GIVEN[key] for key in parameters})


PRIVATE = sorted({*names(urls.urlpatterns), "my-reports"} - PUBLIC)


@pytest.fixture
def ada() -> Client:
    """Somebody with everything an account can have, who has just proved who they are."""
    user = player("Ada")
    client = logged_in(user)
    TOTP.activate(user, "A" * 32)
    RecoveryCodes.activate(user)
    prove_it_is_me(client)
    return client


def test_the_walk_goes_where_secrets_are() -> None:
    assert {"settings", "account_email", "mfa_index", "mfa_view_recovery_codes", "usersessions_list"} <= set(PRIVATE)
    assert {"take-out", "standing", "mfa_download_recovery_codes", "mfa_activate_totp"} <= set(PRIVATE)


@pytest.mark.parametrize("name", PRIVATE)
def test_no_account_page_is_stored(ada: Client, name: str) -> None:
    for client in (ada, Client()):
        answer = client.get(address(name))
        assert "no-store" in answer.headers.get("Cache-Control", ""), (name, answer.status_code)
        assert "private" in answer.headers["Cache-Control"]


def test_a_page_with_secrets_was_really_shown(ada: Client) -> None:
    assert ada.get("/account/2fa/recovery-codes/").status_code == 200
    assert ada.get("/account/2fa/recovery-codes/download/").status_code == 200


def test_public_pages_may_be_stored() -> None:
    user = player("Ada")
    assert "public" in Client().get(f"/avatar/{user.pk}.svg").headers["Cache-Control"]
