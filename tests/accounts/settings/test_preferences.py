"""Language, time and light, and what we write about."""

import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection
from django.template import Context, Template
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.mail.messages import seal
from accounts.middleware import follow_preferences
from accounts.models import User
from accounts.models.user import NOTICES
from accounts.time_zones import zone_of
from tests.accounts.players import logged_in, player

pytestmark = pytest.mark.django_db


def theme_of(client: Client) -> str:
    return client.get("/account/login/", follow=True).context["theme"]


def test_a_stranger_chooses_light_or_dark_by_cookie(client: Client) -> None:
    assert theme_of(client) == ""
    assert client.post("/preferences/theme/", {"theme": "dark", "next": "/people/"}).headers["Location"] == "/people/"
    assert theme_of(client) == "dark"
    client.post("/preferences/theme/", {"theme": "auto"})
    assert theme_of(client) == ""


def test_a_player_finds_the_theme_again_in_another_browser() -> None:
    ada = player("Ada")
    logged_in(ada).post("/preferences/theme/", {"theme": "light"})
    assert theme_of(logged_in(ada)) == "light"


def test_a_stranger_chooses_a_language_by_cookie(client: Client) -> None:
    client.post("/i18n/setlang/", {"language": "de"})
    assert client.get("/account/login/").headers["Content-Language"] == "de"


def test_a_player_is_spoken_to_in_their_language_everywhere() -> None:
    ada = player("Ada")
    logged_in(ada).post("/i18n/setlang/", {"language": "fr"})
    other = logged_in(ada)
    assert other.get("/settings/").headers["Content-Language"] == "fr"
    assert 'lang="fr"' in other.get("/settings/").content.decode()


@pytest.mark.parametrize(
    ("path", "field", "wrong"),
    [
        ("/preferences/theme/", "theme", "pink"),
        ("/i18n/setlang/", "language", "xx"),
        ("/i18n/setlang/", "language", "es"),  # known to Django, not to us
        ("/i18n/setlang/", "language", ""),
    ],
)
def test_what_does_not_exist_cannot_be_chosen(client: Client, path: str, field: str, wrong: str) -> None:
    assert client.post(path, {field: wrong}).status_code == 400
    assert client.get(path).status_code == 405


@pytest.mark.parametrize("trap", ["https://evil.example/", "//evil.example", "javascript:alert(1)"])
def test_choosing_sends_nobody_off_the_site(client: Client, trap: str) -> None:
    assert client.post("/preferences/theme/", {"theme": "dark", "next": trap}).headers["Location"] == "/"
    assert client.post("/i18n/setlang/", {"language": "de", "next": trap}).headers["Location"] == "/"


def test_the_settings_page_keeps_language_zone_and_theme() -> None:
    ada = player("Ada")
    client = logged_in(ada)
    wishes = {"language": "de", "time_zone": "Europe/Berlin", "theme": "dark"}
    assert client.post("/settings/preferences/", wishes).status_code == 302
    ada.refresh_from_db()
    assert (ada.language, ada.time_zone, ada.theme) == ("de", "Europe/Berlin", "dark")
    assert client.post("/settings/preferences/", {**wishes, "time_zone": "Mars/Olympus"}).status_code == 200


@pytest.mark.parametrize(
    ("zone", "shown"), [("Europe/Berlin", "13:00"), ("", "12:00"), ("Mars/Olympus", "12:00"), ("../x", "12:00")]
)
def test_times_are_shown_in_ones_own_zone(zone: str, shown: str) -> None:
    request = RequestFactory().get("/")
    request.user = User(username="Ada", time_zone=zone)
    noon = Context({"noon": datetime(2026, 1, 1, 12, tzinfo=UTC)})
    assert follow_preferences(lambda _: Template("{{ noon|date:'H:i' }}").render(noon))(request) == shown


def test_notices_are_chosen_by_kind_and_way() -> None:
    ada = player("Ada")
    assert all(getattr(ada, notice) for notice in NOTICES)
    chosen = {"mail_end": "on", "push": ["mention", "my_turn"], "webhook": ["start"]}
    hours = {"quiet_from": "22", "quiet_until": "7", "digest_hour": "8"}
    client = logged_in(ada)
    assert client.post("/settings/notices/", {**chosen, **hours}).status_code == 302
    ada.refresh_from_db()
    assert [notice for notice in NOTICES if getattr(ada, notice)] == ["mail_end"]
    assert (ada.push_kinds, ada.hook_kinds) == ("my_turn mention", "start")
    assert (ada.quiet_from, ada.quiet_until, ada.digest_hour) == (22, 7, 8)
    ticked = re.findall(r'name="(\w+)"(?: value="(\w+)")? aria-labelledby="[^"]*" checked', drawn(client))
    assert ticked == [("push", "my_turn"), ("webhook", "start"), ("mail_end", ""), ("push", "mention")]


def drawn(client: Client) -> str:
    """The page about notices in one line, as templates are drawn."""
    return " ".join(client.get("/settings/notices/").content.decode().split())


@pytest.mark.parametrize(
    "nonsense", [{"push": ["is_staff"]}, {"quiet_from": "24", "quiet_until": "1"}, {"quiet_from": "3"}]
)
def test_nonsense_about_notices_changes_nothing(nonsense: dict[str, Any]) -> None:
    ada = player("Ada")
    assert logged_in(ada).post("/settings/notices/", {"mail_end": "on", **nonsense}).status_code == 200
    ada.refresh_from_db()
    assert all(getattr(ada, notice) for notice in NOTICES)


def told(client: Client, zone: str) -> Client:
    """A browser that has said in which zone it is."""
    client.cookies["zone"] = zone
    return client


def test_the_browsers_zone_holds_until_one_is_chosen() -> None:
    ada = player("Ada")
    client = told(logged_in(ada), "Europe/Berlin")
    client.get("/")
    ada.refresh_from_db()
    assert zone_of(ada) == ZoneInfo("Europe/Berlin")
    wishes = {"language": "en", "time_zone": "Asia/Tokyo", "theme": "auto"}
    client.post("/settings/preferences/", wishes)
    told(client, "America/Lima").get("/")
    ada.refresh_from_db()
    assert zone_of(ada) == ZoneInfo("Asia/Tokyo")
    client.post("/settings/preferences/", {**wishes, "time_zone": "UTC"})
    ada.refresh_from_db()
    assert zone_of(ada) == ZoneInfo("UTC")
    client.post("/settings/preferences/", {**wishes, "time_zone": ""})
    client.get("/")
    ada.refresh_from_db()
    assert zone_of(ada) == ZoneInfo("America/Lima")


@pytest.mark.parametrize("nonsense", ["Mars/Olympus", "../../etc/passwd", "", "x" * 5_000, "Europe", "\x00"])
def test_what_is_no_zone_counts_for_nothing(nonsense: str) -> None:
    ada = player("Ada")
    client = logged_in(ada)
    assert told(client, nonsense).get("/settings/").status_code == 200
    ada.refresh_from_db()
    assert ada.browser_zone == ""


def test_the_zone_is_written_once() -> None:
    client = told(logged_in(player("Ada")), "Europe/Berlin")
    client.get("/rules/")
    with CaptureQueriesContext(connection) as captured:
        client.get("/rules/")
    assert not [query for query in captured if query["sql"].startswith("UPDATE")]


@pytest.mark.parametrize(("zone", "shown"), [("Europe/Berlin", "13:00"), ("", "12:00"), ("Mars", "12:00")])
def test_a_stranger_is_shown_the_browsers_time(zone: str, shown: str) -> None:
    request = RequestFactory().get("/")
    request.user = AnonymousUser()
    request.COOKIES["zone"] = zone
    noon = datetime(2026, 1, 15, 12, tzinfo=UTC)
    drawn = follow_preferences(lambda _request: Template("{{ noon|date:'H:i' }}").render(Context({"noon": noon})))
    assert drawn(request) == shown


def test_every_notice_is_a_switch_that_something_reads(project: Path) -> None:
    """A switch without a letter behind it would be an empty promise."""
    page = logged_in(player("Ada")).get("/settings/notices/").content.decode()
    assert set(re.findall(r'name="(mail_\w+)"', page)) == set(NOTICES)
    letters = "".join((project / "games" / room / "letters.py").read_text() for room in ("mail", "talk"))
    assert [notice for notice in NOTICES if f'"{notice}"' not in letters] == []


@pytest.mark.parametrize("notice", NOTICES)
def test_a_link_turns_off_its_own_notice_and_no_other(notice: str) -> None:
    ada = player("Ada")
    off = reverse("notices-off", args=[seal(ada, notice)])
    asked = Client().get(off).content.decode()
    done = Client().post(off).content.decode()
    ada.refresh_from_db()
    assert [other for other in NOTICES if not getattr(ada, other)] == [notice]
    assert re.search(r'class="lede">\s*We write', asked)
    assert re.search(r'class="lede">\s*We no longer write', done)


def test_a_browser_that_says_another_zone_each_time_is_not_followed_for_long() -> None:
    """Each change draws all tables of the person anew: a page that is only looked at must not cost that."""
    ada, zones = player("Ada"), set()
    client = logged_in(ada)
    for zone in sorted(available_timezones())[:20]:
        told(client, zone).get("/rules/")
        ada.refresh_from_db()
        zones.add(ada.browser_zone)
    assert len(zones) == 6
