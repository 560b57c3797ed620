"""Looking for a table by the lobby's part."""

import pytest
from django.test import Client

from accounts.models import User
from games.models import Match, Seek
from tests.games.conftest import People

pytestmark = pytest.mark.django_db
TWO = {"sizes": ["2"], "decision_seconds": "90"}


def browser_of(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_nothing_said_is_three_or_four_casual_players(people: People) -> None:
    answer = browser_of(people("ada")).post("/lobby/seek/start/")
    assert answer.headers["Location"] == "/lobby/"
    seek = Seek.objects.get()
    assert (seek.sizes, seek.decision_seconds, seek.rated, seek.near, seek.edition_id) == ([3, 4], 90, False, False, "")


def test_what_no_page_offers_is_refused_in_words(people: People) -> None:
    client = browser_of(people("ada"))
    for odd in ({"sizes": ["9"]}, {"decision_seconds": "1"}, {"edition_id": "odd"}, {"rated": "perhaps"}):
        page = client.post("/lobby/seek/start/", odd, follow=True).content.decode()
        assert "valid choice" in page
    assert not Seek.objects.exists()


def test_a_stranger_looks_as_a_guest_and_cannot_ask_for_ratings() -> None:
    client = Client()
    assert "seek_rated" not in client.get("/lobby/").content.decode()
    client.post("/lobby/seek/start/", {**TWO, "rated": "rated"})
    seek = Seek.objects.get()
    assert (seek.user.is_guest, seek.rated) == (True, False)
    assert "Looking for a table for <b>2</b>." in client.get("/lobby/").content.decode()


def test_whoever_completes_a_table_goes_there_and_open_pages_of_the_others_follow(people: People) -> None:
    ada, grace = browser_of(people("ada")), browser_of(people("grace"))
    ada.post("/lobby/seek/start/", TWO)
    seek = Seek.objects.get()
    part = f"/lobby/seek/?looking={seek.pk}"
    assert "HX-Redirect" not in ada.get(part).headers
    answer = grace.post("/lobby/seek/start/", TWO)
    table = Match.objects.get().get_absolute_url()
    assert answer.headers["Location"] == table
    assert ada.get(part).headers["HX-Redirect"] == table
    assert "HX-Redirect" not in grace.get(part).headers  # it is not theirs
    assert "HX-Redirect" not in ada.get("/lobby/seek/").headers  # whoever goes back to the lobby stays there


def test_one_can_stop(people: People) -> None:
    client = browser_of(people("ada"))
    client.post("/lobby/seek/start/", TWO)
    client.post("/lobby/seek/stop/")
    assert Seek.objects.get().status == Seek.Status.STOPPED
    assert 'id="seek-start"' in client.get("/lobby/").content.decode()


def test_a_reason_against_it_is_told(people: People, settings: pytest.FixtureRequest) -> None:
    settings.TABLES = 0  # type: ignore[attr-defined]
    page = browser_of(people("ada")).post("/lobby/seek/start/", TWO, follow=True).content.decode()
    assert "You are already at the maximum number of tables." in page
