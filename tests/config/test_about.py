"""What the site says about itself, to people and to search engines."""

import re

import pytest
from django.conf import settings
from django.test import Client, override_settings

from accounts.models import User
from config.about.urls import urlpatterns
from config.about.views import NOT_FOR_ROBOTS

FOR_ALL = {"privacy": "/privacy/", "terms": "/terms/", "robots": "/robots.txt", "sitemap": "/sitemap.xml"}
OPERATOR = {"name": "Film Club", "address": ["1 Main Street", "Hollywood"], "mail": "club@example.org"}

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["anonymous", "person", "staff"])
def reader(request: pytest.FixtureRequest, client: Client) -> Client:
    if request.param != "anonymous":
        client.force_login(User.objects.create_user("ada", is_staff=request.param == "staff"))
    return client


@pytest.mark.parametrize("address", FOR_ALL.values())
def test_everybody_may_read_it_and_nobody_write(reader: Client, address: str) -> None:
    assert reader.get(address).status_code == 200
    assert reader.post(address).status_code == 405 or address == FOR_ALL["sitemap"]


def test_every_address_about_the_site_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == {*FOR_ALL, "imprint", "favicon"}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("address", [FOR_ALL["privacy"], FOR_ALL["terms"]])
def test_it_is_there_in_every_language(client: Client, language: str, address: str) -> None:
    english = client.get(address, headers={"accept-language": "en"}).content.decode()
    read = client.get(address, headers={"accept-language": language}).content.decode()
    assert f'lang="{language}"' in read
    lines = [text for text in re.findall(r"<p>([^<]{40,})", english) if text in read]
    assert bool(lines) is (language == "en")


def test_the_imprint_names_who_runs_the_site_where_that_is_known(client: Client) -> None:
    assert client.get("/imprint/").status_code == 404
    assert "/imprint/" not in client.get("/privacy/").content.decode()
    with override_settings(OPERATOR=OPERATOR):
        read = client.get("/imprint/").content.decode()
        assert 'href="/imprint/"' in client.get("/terms/").content.decode()
    assert all(word in read for word in ("Film Club", "1 Main Street", "Hollywood", "mailto:club@example.org"))


def test_search_engines_are_told_what_to_read(client: Client) -> None:
    listed = client.get("/sitemap.xml").content.decode()
    assert f"<loc>{settings.SITE_URL}/rules/</loc>" in listed
    assert f"Sitemap: {settings.SITE_URL}/sitemap.xml" in client.get("/robots.txt").content.decode()
    assert not [path for path in NOT_FOR_ROBOTS if f"<loc>{settings.SITE_URL}{path}" in listed]


def test_old_programs_find_the_icon(client: Client) -> None:
    answer = client.get("/favicon.ico")
    assert (answer.status_code, answer["Location"].endswith(".ico")) == (302, True)
