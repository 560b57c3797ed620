"""What every answer says of itself to a browser, and how cookies are kept: docs/security.md names this file."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db
# A page, one that is not there, an answer for programs, one that they may not have, and what supervisors read.
PATHS = ["/", "/no-such-page/", "/api/v1/openapi.json", "/api/v1/me", "/version"]
ELSEWHERE = "https://elsewhere.example"


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_forbids_guessing_framing_and_telling_where_one_came_from(client: Client, path: str) -> None:
    told = client.get(path).headers
    assert told["X-Content-Type-Options"] == "nosniff"
    assert told["Referrer-Policy"] == "same-origin"
    assert told["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "default-src 'self'" in told["Content-Security-Policy"]
    assert "frame-ancestors 'none'" in told["Content-Security-Policy"]


@pytest.mark.parametrize("path", PATHS)
def test_no_answer_is_for_scripts_of_another_site(client: Client, path: str) -> None:
    for ask in (client.get, client.options):
        answer = ask(path, headers={"Origin": ELSEWHERE, "Access-Control-Request-Method": "GET"})
        assert [name for name in answer.headers if name.startswith("Access-Control")] == []


@pytest.mark.parametrize("path", PATHS)
def test_every_type_says_its_charset_or_needs_none(client: Client, path: str) -> None:
    kind = client.get(path).headers["Content-Type"]
    assert "charset=utf-8" in kind or kind.split(";")[0] in ("application/json", "application/problem+json")


def test_no_script_reads_the_session_and_no_other_site_sends_it(client: Client) -> None:
    given = client.post("/try/").cookies
    assert (given["sessionid"]["httponly"], given["sessionid"]["samesite"]) == (True, "Lax")
    assert [name for name, cookie in given.items() if cookie["domain"] or cookie["samesite"] != "Lax"] == []


def test_with_https_cookies_travel_by_it_alone(settings) -> None:
    assert settings.SESSION_COOKIE_SECURE == settings.CSRF_COOKIE_SECURE == settings.SITE_URL.startswith("https")
