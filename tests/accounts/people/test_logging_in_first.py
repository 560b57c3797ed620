"""Whoever has been logged out meanwhile logs in and comes back to a page, whatever they asked for."""

from urllib.parse import parse_qs, urlsplit

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db


def page_after(answer) -> str:
    """The page that one comes to once logged in."""
    return parse_qs(urlsplit(answer.headers["Location"]).query)["next"][0]


def test_a_page_is_come_back_to(client: Client) -> None:
    assert page_after(client.get("/settings/?tab=mail")) == "/settings/?tab=mail"


@pytest.mark.parametrize(
    ("before", "page"),
    [
        ("http://testserver/tables/5/analysis/?at=7", "/tables/5/analysis/?at=7"),
        ("https://elsewhere.example/tables/5/", "/"),
        ("http://testserver.elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_of_a_button_the_page_is_come_back_to_where_it_was(client: Client, before: str, page: str) -> None:
    assert page_after(client.post("/tables/5/analysis/ask/", headers={"Referer": before})) == page


def test_no_script_puts_the_page_for_logging_in_where_an_answer_belongs(client: Client) -> None:
    answer = client.post("/tables/5/analysis/ask/", headers={"Referer": "http://testserver/x/", "HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, "/account/login/?next=/x/")
