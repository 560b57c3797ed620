"""The admin's log-in: a second factor, shown in this very session, for all staff."""

import pytest
from django.test import Client, override_settings

from accounts.models import User
from games.demo.moderator import MODERATOR_NAME, make_moderator
from games.moderation.roles import ROLES, make_missing_roles
from tests.games.conftest import People, Tables
from tests.games.matches import begin
from tests.moderation.conftest import Staff
from tests.moderation.second_factor import show_second_factor

pytestmark = pytest.mark.django_db
BACKEND = "accounts.entrance.backends.NameOrEmailBackend"


def where(client: Client, path: str = "/admin/games/match/") -> str:
    """Where one ends who wants to see a page of the admin."""
    answer = client.get(path, follow=True)
    return str(answer.redirect_chain[-1][0]) if answer.redirect_chain else path


def test_a_password_alone_lets_nobody_of_the_house_in(staff: Staff) -> None:
    client = Client()
    client.force_login(staff("administrator"), backend=BACKEND)
    assert where(client) == "/account/2fa/"
    assert "need a second factor" in client.get("/admin/", follow=True).content.decode()


def test_a_superuser_is_no_exception(people: People) -> None:
    user = User.objects.create_superuser("root1", "root1@example.org", "a long sentence")
    client = Client()
    client.force_login(user, backend=BACKEND)
    assert where(client) == "/account/2fa/"
    assert where(show_second_factor(user)) == "/admin/games/match/"


def test_a_session_from_before_the_factor_shows_it_first(staff: Staff) -> None:
    moderator = staff("moderator")
    old = Client()
    old.force_login(moderator, backend=BACKEND)
    show_second_factor(moderator)
    assert where(old).startswith("/account/2fa/reauthenticate/?next=%2Fadmin%2Fgames%2Fmatch%2F")


def test_who_took_the_factor_off_is_out_again(staff: Staff) -> None:
    moderator = staff("moderator")
    client = show_second_factor(moderator)
    moderator.authenticator_set.all().delete()
    assert where(client) == "/account/2fa/"


def test_only_at_the_very_machine_of_a_developer_it_is_not_asked(staff: Staff) -> None:
    client = Client()
    client.force_login(staff("moderator"), backend=BACKEND)
    with override_settings(ALONE_ON_THIS_MACHINE=True):
        assert where(client) == "/admin/games/match/"
        assert client.get("/admin/", REMOTE_ADDR="203.0.113.9").status_code == 302
    assert where(client) == "/account/2fa/"


def test_nobody_is_led_away_from_the_site(staff: Staff) -> None:
    answer = show_second_factor(staff("moderator")).get("/admin/login/?next=https://elsewhere.example/")
    assert answer.headers["Location"] == "/admin/"


def test_a_person_who_is_nobody_has_no_file(staff: Staff) -> None:
    helper = show_second_factor(staff("helper"))
    for nobody in ("abc", "0", "9" * 30):
        answer = helper.get(f"/admin/accounts/user/{nobody}/change/")
        assert (answer.status_code, answer.headers["Location"]) == (302, "/admin/")
    ada = staff("moderator", "ada")
    assert helper.get(f"/admin/accounts/user/{ada.pk}/change/").headers["Location"].endswith(f"/{ada.pk}/file/")


def test_the_roles_are_made_and_what_an_administrator_changed_stays(db: None) -> None:
    from django.contrib.auth.models import Group

    for role, names in ROLES.items():
        held = Group.objects.get(name=role).permissions.values_list("content_type__app_label", "codename")
        assert {f"{app}.{codename}" for app, codename in held} == set(names)
    Group.objects.get(name="helper").permissions.clear()
    Group.objects.get(name="moderator").delete()
    make_missing_roles("default")
    assert Group.objects.get(name="moderator").permissions.exists()
    assert not Group.objects.get(name="helper").permissions.exists()


def test_the_demonstrations_moderator_comes_in_at_home_and_nowhere_else(people: People, table: Tables) -> None:
    begin(people, table, "grace", title="Friday night")
    with override_settings(ALONE_ON_THIS_MACHINE=True):
        make_moderator("moviestar")
        moderator = User.objects.get(username=MODERATOR_NAME)
        client = show_second_factor(moderator)
        assert "1 open report" in client.get("/admin/").content.decode()
    assert client.get("/admin/", follow=True).status_code == 403


def test_a_demonstration_that_others_can_reach_has_no_moderator(people: People) -> None:
    make_moderator("moviestar")
    assert not User.objects.filter(is_staff=True).exists()


def test_an_administrator_neither_demotes_nor_bans_nor_deletes_who_may_do_more(staff: Staff) -> None:
    almighty = staff("administrator", "almighty")
    User.objects.filter(pk=almighty.pk).update(is_superuser=True)
    browser, page = show_second_factor(staff("administrator")), f"/admin/accounts/user/{almighty.pk}/"
    answer = browser.post(f"{page}change/", {"why": "w"})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"{page}file/")
    for is_staff in (True, False):
        User.objects.filter(pk=almighty.pk).update(is_staff=is_staff)
        assert browser.post(f"{page}do/ban/", {"message": "m", "why": "w"}).status_code == 422
        assert browser.post(f"{page}do/delete/", {"why": "w"}).status_code == 422
    almighty.refresh_from_db()
    assert (almighty.is_active, almighty.is_superuser, almighty.under_sanction, almighty.left_at) == (
        *(True, True, False),
        None,
    )
