"""Words for everybody: on every page until they end, in the language of whoever reads them."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.utils import timezone

from accounts.models import Announcement, StaffAct
from tests.games.conftest import People

pytestmark = pytest.mark.django_db
TEXTS = {"en": "Season two begins", "fr": "La saison deux commence", "de": "Die zweite Saison beginnt"}


def announced(**more: Any) -> Announcement:
    now = timezone.now()
    said = {"texts": TEXTS, "begins_at": now, "ends_at": now + timedelta(days=1), **more}
    return Announcement.objects.create(**said)


def test_an_announcement_is_on_every_page_in_the_readers_language_until_it_ends(people: People) -> None:
    announced()
    for path in ("/", "/lobby/", "/rules/", "/account/login/"):
        assert "Season two begins" in Client().get(path).content.decode()
    page = Client().get("/", headers={"Accept-Language": "de"}).content.decode()
    assert "Die zweite Saison beginnt" in page
    with time_machine.travel(timezone.now() + timedelta(days=1, seconds=1)):
        assert "Season two begins" not in Client().get("/").content.decode()


def test_an_announcement_waits_for_its_time_and_can_be_put_away() -> None:
    later = announced(begins_at=timezone.now() + timedelta(hours=1))
    assert "Season two begins" not in Client().get("/").content.decode()
    Announcement.objects.filter(pk=later.pk).delete()
    row = announced()
    client = Client()
    assert client.post(f"/announcements/{row.pk}/dismiss/", {"next": "/lobby/"}).headers["Location"] == "/lobby/"
    assert "Season two begins" not in client.get("/").content.decode()
    assert "Season two begins" in Client().get("/").content.decode()


def test_a_cookie_that_nobody_of_ours_wrote_harms_no_page() -> None:
    row, client = announced(), Client()
    client.cookies["heard"] = f"{'9' * 5_000}.x..{row.pk}"
    assert "Season two begins" not in client.get("/").content.decode()


def test_announcements_are_asked_for_once_for_many_pages(django_assert_max_num_queries: Any) -> None:
    announced()
    Client().get("/rules/")
    with django_assert_max_num_queries(0):
        Client().get("/rules/")


def test_an_announcement_is_made_in_the_admin_in_all_languages(at_work: Callable[..., Client]) -> None:
    now = timezone.now()
    said = {
        **{f"text_{language}": text for language, text in TEXTS.items()},
        **{"level": "info", "begins_at_0": f"{now:%Y-%m-%d}", "begins_at_1": f"{now:%H:%M:%S}"},
        **{"ends_at_0": f"{now + timedelta(days=2):%Y-%m-%d}", "ends_at_1": "12:00:00", "why": "the season"},
    }
    client = at_work()
    assert client.post("/admin/accounts/announcement/add/", {**said, "text_fr": ""}).status_code == 200
    assert client.post("/admin/accounts/announcement/add/", said).status_code == 302
    row = Announcement.objects.get()
    assert row.texts == TEXTS
    changed = client.post(f"/admin/accounts/announcement/{row.pk}/change/", {**said, "text_en": "Season 2"})
    assert changed.status_code == 302
    act = StaffAct.objects.get(verb="change announcement")
    assert (act.before["texts"]["en"], act.after["texts"]["en"]) == ("Season two begins", "Season 2")
