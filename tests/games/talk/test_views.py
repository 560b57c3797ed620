"""Talk and notes over HTTP: with and without script, for everybody who may come by."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from accounts.models import User
from games.models import ChatLine, Match, Note
from games.talk.services import LINES_AT_ONCE
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
CANARY = "canary-9c41"


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    return begin(people, table, "grace")


def browser(user: User | None) -> Client:
    client = Client()
    if user is not None:
        client.force_login(user)
    return client


def say(client: Client, match: Match, text: str, **more: Any) -> Any:
    return client.post(reverse("table-say", args=[match.pk]), {"text": text}, **more)


def page(client: Client, match: Match) -> str:
    return client.get(reverse("table-talk", args=[match.pk])).content.decode()


def test_without_script_a_form_says_it_and_leads_back(match: Match, people: People) -> None:
    client = browser(people("ada"))
    assert 'name="text"' in page(client, match)
    answer = say(client, match, "Hello <b>everybody</b>")
    assert answer.status_code == 302
    assert answer["Location"] == f"/tables/{match.pk}/#talk"
    for user in (people("grace"), people("hedy"), None):
        assert "Hello &lt;b&gt;everybody&lt;/b&gt;" in page(browser(user), match)


def test_with_script_the_line_comes_back_and_the_form_is_told_to_empty_itself(match: Match, people: People) -> None:
    answer = say(browser(people("ada")), match, "Hello", headers=HTMX)
    assert answer["HX-Trigger"] == "talk-said"
    assert 'hx-swap-oob="beforeend:#talk-lines"' in answer.content.decode()
    assert f'id="line-{ChatLine.objects.get().pk}"' in answer.content.decode()


def test_a_refusal_is_said_beside_the_form_and_the_words_stay(match: Match, people: People) -> None:
    client = browser(people("ada"))
    for number in range(LINES_AT_ONCE):
        say(client, match, f"line {number}")
    answer = say(client, match, "one too many", headers=HTMX)
    assert "HX-Trigger" not in answer
    assert "faster than the others can read" in answer.content.decode()
    assert "talk-note" in answer.content.decode()
    say(client, match, "again too many")
    assert "faster than the others can read" in page(client, match)
    assert ChatLine.objects.count() == LINES_AT_ONCE


def test_who_may_not_talk_is_told_what_it_needs(match: Match, people: People, guest: User) -> None:
    assert 'action="/tables' not in page(browser(None), match).partition('id="talk"')[2]
    assert "Log in to chat" in page(browser(None), match)
    assert "confirmed e-mail address" in page(browser(guest), match)
    assert say(browser(None), match, "hello")["Location"].startswith("/account/login/")
    say(browser(guest), match, "hello")
    assert not ChatLine.objects.exists()


def test_what_spectators_say_is_in_no_page_of_a_player_before_the_end(match: Match, people: People) -> None:
    say(browser(people("hedy")), match, CANARY)
    assert CANARY in page(browser(people("hedy")), match)
    pages = [reverse(name, args=[match.pk]) for name in ("table-talk", "table", "table-check")]
    for user in (people("ada"), people("grace"), None):
        for address in pages:
            for headers in ({}, HTMX):
                assert CANARY not in browser(user).get(address, headers=headers).content.decode()
    finish(match)
    assert CANARY in page(browser(people("ada")), match)


def test_a_table_one_may_not_see_has_no_talk(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", visibility=Match.Visibility.PUBLIC, spectators_allowed=False)
    for user in (people("hedy"), None):
        assert browser(user).get(reverse("table-talk", args=[match.pk])).status_code == 404
    for name in ("table-say", "table-notes"):
        assert browser(people("hedy")).post(reverse(name, args=[match.pk]), {"text": "x"}).status_code == 404
    assert not ChatLine.objects.exists()
    assert not Note.objects.exists()


def test_a_table_by_link_keeps_its_link(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.UNLISTED)
    client, token = browser(people("hedy")), match.invite_token
    assert say(client, match, "hello").status_code == 404
    shown = client.get(reverse("table-talk", args=[match.pk]), {"token": token}).content.decode()
    action = re.search(r'action="([^"]*/say/[^"]*)"', shown)
    assert action
    answer = client.post(action[1], {"text": "hello"})
    assert answer["Location"] == f"/tables/{match.pk}/?token={token}#talk"


def test_posts_only_and_from_this_site_only(match: Match, people: People) -> None:
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(people("ada"))
    for name in ("table-say", "table-notes", "table-rematch"):
        assert browser(people("ada")).get(reverse(name, args=[match.pk])).status_code == 405
        assert strict.post(reverse(name, args=[match.pk]), {"text": "x"}).status_code == 403


def test_earlier_lines_come_page_by_page(match: Match, people: People) -> None:
    ChatLine.objects.bulk_create(
        ChatLine(match=match, author=people("ada"), audience="seats", text=f"said-{number:03}") for number in range(70)
    )
    client = browser(people("grace"))
    latest = page(client, match)
    assert "said-069" in latest
    assert "said-019" not in latest
    link = re.search(r'href="([^"]*before=\d+)"', latest)
    assert link
    assert "said-019" in client.get(link[1]).content.decode()
    older = client.get(link[1], headers=HTMX).content.decode()
    assert 'hx-swap-oob="afterbegin:#talk-lines"' in older
    assert "<html" not in older
    for nonsense in ("-1", "x", "9" * 40):
        assert client.get(reverse("table-talk", args=[match.pk]), {"before": nonsense}).status_code == 200


def test_notes_are_saved_by_form_and_by_script_and_shown_to_their_writer_only(match: Match, people: People) -> None:
    client, address = browser(people("ada")), reverse("table-notes", args=[match.pk])
    answer = client.post(address, {"text": CANARY})
    assert answer["Location"] == f"/tables/{match.pk}/#notes"
    saved = client.post(address, {"text": f"{CANARY} more"}, headers=HTMX).content.decode()
    assert "Saved" in saved
    assert CANARY not in saved
    assert Note.objects.get().text == f"{CANARY} more"
    for user in (people("grace"), people("hedy"), None):
        for name in ("table-talk", "table", "table-check"):
            assert CANARY not in browser(user).get(reverse(name, args=[match.pk])).content.decode()


def test_a_note_that_is_too_long_is_refused_in_words(match: Match, people: People) -> None:
    address = reverse("table-notes", args=[match.pk])
    answer = browser(people("ada")).post(address, {"text": "x" * 4_001}, headers=HTMX)
    assert "up to 4,000 characters" in answer.content.decode()
    assert not Note.objects.exists()


def test_a_guest_may_take_notes(match: Match, guest: User) -> None:
    browser(guest).post(reverse("table-notes", args=[match.pk]), {"text": "mine"})
    assert Note.objects.get().user == guest


def test_a_rematch_leads_to_the_new_table_and_tells_the_others(match: Match, people: People) -> None:
    address = reverse("table-rematch", args=[match.pk])
    assert browser(people("ada")).post(address)["Location"] == f"/tables/{match.pk}/"
    finish(match)
    assert browser(people("hedy")).post(address)["Location"] == f"/tables/{match.pk}/"
    assert browser(None).post(address)["Location"].startswith("/account/login/")
    answer = browser(people("ada")).post(address, headers=HTMX)
    again = Match.objects.get(rematch_of=match)
    assert answer["HX-Redirect"] == f"/tables/{again.pk}/"
    assert f'href="/tables/{again.pk}/"' in page(browser(people("grace")), match)
    assert f'href="/tables/{again.pk}/"' not in page(browser(people("hedy")), match)
    assert browser(people("grace")).post(address)["Location"] == f"/tables/{again.pk}/"
