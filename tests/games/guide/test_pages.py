"""The guide as people meet it: its page, its match, its card at the table, with and without script."""

import re
from random import Random

import pytest
from django.test import Client

from accounts.models import User
from games.guide import LESSONS
from games.guide.services import start_guide
from games.lobby.services.tables import quick_start
from games.models import Guide, Match
from tests.games.conftest import People, Tables
from tests.games.engine.test_view import with_other_secrets
from tests.games.matches import begin, finish
from tests.games.table.test_same_bytes import lay

pytestmark = pytest.mark.django_db
SCRIPT = {"HX-Request": "true"}


@pytest.fixture
def ada(people: People, client: Client) -> User:
    client.force_login(people("ada"))
    return people("ada")


@pytest.fixture
def match(ada: User) -> Match:
    return start_guide(user=ada)


def card(client: Client, match: Match) -> str:
    """The guide's part of the page."""
    page = client.get(match.get_absolute_url()).content.decode()
    found = re.search(r'<section id="guide".*?</section>', page, re.DOTALL)
    assert found
    return found[0]


def attend(client: Client, match: Match, headers: dict[str, str] | None = None, **said: str) -> str:
    answer = client.post(f"/tables/{match.pk}/guide/", said, headers=headers or {}, follow=not headers)
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("page", ["/", "/rules/", "/guide/", "/lobby/"])
def test_strangers_find_the_way_to_it(client: Client, page: str) -> None:
    assert 'action="/guide/start/"' in client.get(page).content.decode()


def test_a_stranger_is_at_the_table_after_one_click(client: Client) -> None:
    answer = client.post("/guide/start/", {"edition_id": "traumfabrik-2000"}, follow=True)
    match = Match.objects.get()
    assert answer.request["PATH_INFO"] == match.get_absolute_url()
    assert match.edition_id == "traumfabrik-2000"
    assert match.host.is_guest
    assert 'data-lesson="bid"' in card(client, match)


def test_an_edition_that_does_not_exist_is_refused_in_words(client: Client) -> None:
    answer = client.post("/guide/start/", {"edition_id": "no-such-edition"}, follow=True)
    assert answer.request["PATH_INFO"] == "/lobby/"
    assert not Match.objects.exists()


def test_the_lobby_offers_it_to_who_never_finished_a_match(client: Client, ada: User) -> None:
    assert "New here?" in client.get("/lobby/").content.decode()
    finish(quick_start(user=ada, seats=2, studio=None, level="trainee"))
    assert "New here?" not in client.get("/lobby/").content.decode()


def test_the_card_points_names_and_counts(client: Client, match: Match) -> None:
    shown = card(client, match)
    assert 'data-part="actions"' in shown
    assert "Guide, 1 of 14" in shown
    state = match.read_state()
    assert state.edition.tiles[state.lot()[0]].name["en"] in shown


def test_without_script_each_press_brings_the_next_words(client: Client, match: Match) -> None:
    assert 'data-lesson="studio"' in attend(client, match, read="bid")
    assert 'data-lesson="lot"' in attend(client, match, read="studio")
    assert "guide--waiting" in attend(client, match, read="lot")
    assert "guide--silent" in attend(client, match, silence="1")
    assert "guide--waiting" in attend(client, match, speak="1")


def test_with_script_only_what_changed_is_sent(client: Client, match: Match) -> None:
    client.get(match.get_absolute_url())
    sent = attend(client, match, SCRIPT, read="bid", seen=f"{match.number}.{match.version}")
    assert 'data-lesson="studio"' in sent
    parts = set(re.findall(r'id="([\w-]+)"', sent))
    assert {"guide", "table-version"} <= parts
    assert not {"lot", "actions", "studio", "track", "board"} & parts


def test_without_script_a_plan_is_still_laid_out_afterwards(client: Client, match: Match) -> None:
    answer = client.post(f"/tables/{match.pk}/guide/", {"read": "bid", "plan": ["a~b~0", "c"]})
    assert answer.headers["Location"] == f"{match.get_absolute_url()}?plan=a~b~0&plan=c"


def test_a_move_made_while_it_was_explained_counts_as_read(client: Client, match: Match) -> None:
    assert 'name="lesson" value="bid"' in card(client, match)
    client.post(f"/tables/{match.pk}/move/", {"number": 1, "pass": 1, "lesson": "bid"})
    assert Guide.objects.get().read == ["bid"]
    assert match.moves.get().entry == [0, "pass"]


def test_a_move_is_played_whatever_the_guide_says(client: Client, match: Match) -> None:
    client.post(f"/tables/{match.pk}/move/", {"number": 1, "bid": 2, "lesson": "nonsense"})
    assert match.moves.get().entry == [0, "bid", 2]
    assert Guide.objects.get().read == []


def test_others_see_no_card(client: Client, people: People, match: Match) -> None:
    for viewer in (None, people("grace")):
        looker = Client()
        if viewer:
            looker.force_login(viewer)
        page = looker.get(f"{match.get_absolute_url()}?token={match.invite_token}").content.decode()
        assert '<section id="guide" hidden></section>' in page


def test_others_cannot_silence_it(people: People, match: Match) -> None:
    other = Client()
    other.force_login(people("grace"))
    other.post(f"/tables/{match.pk}/guide/?token={match.invite_token}", {"silence": "1"})
    assert Guide.objects.get(user=people("ada")).is_on


def test_it_is_refused_in_words_where_people_play(client: Client, people: People, table: Tables, ada: User) -> None:
    match = begin(people, table, "grace")
    assert "own matches against AIs" in attend(client, match, speak="1")
    assert not Guide.objects.filter(match=match).exists()


def test_after_the_end_it_says_what_to_try_next(client: Client, match: Match) -> None:
    finish(match)
    assert 'data-lesson="end"' in attend_all(client, match)
    farewell = attend(client, match, read="end")
    assert "You know how it goes" in farewell
    for way in ("/lobby/#quick-start", "/tables/new/", f"/rules/{match.edition_id}/", "/guide/"):
        assert f'href="{way}"' in farewell
    assert "guide--silent" in attend(client, match, silence="1")


def attend_all(client: Client, match: Match) -> str:
    """Reads everything but the last words."""
    shown = card(client, match)
    for _ in LESSONS:
        found = re.search(r'data-lesson="(\w+)"', shown)
        assert found
        if found[1] == "end":
            break
        shown = attend(client, match, read=found[1])
    return shown


def test_its_page_has_every_explanation_and_marks_what_was_read(client: Client, match: Match) -> None:
    attend(client, match, read="bid")
    page = client.get("/guide/").content.decode()
    assert all(str(lesson.title) in page for lesson in LESSONS)
    assert page.count("badge--good") == 1
    assert "1 of 14 read" in page
    assert "Explain everything again" in page


def test_its_page_offers_other_tables_against_ais(client: Client, match: Match, ada: User, people: People) -> None:
    other = quick_start(user=ada, seats=2, studio=None, level="trainee")
    strange = quick_start(user=people("grace"), seats=2, studio=None, level="trainee")
    page = client.get("/guide/").content.decode()
    assert f'action="/tables/{other.pk}/guide/"' in page
    assert f'action="/tables/{match.pk}/guide/"' not in page
    assert f'action="/tables/{strange.pk}/guide/"' not in page


def test_the_card_is_the_same_whatever_is_hidden(client: Client, match: Match) -> None:
    state, cards = match.read_state(), []
    for secrets in (state, with_other_secrets(state, 0, Random("guide"))):
        lay(match, secrets, bytes(32))
        cards.append(card(client, match))
    assert 'data-lesson="bid"' in cards[0]
    assert cards[0] == cards[1]
