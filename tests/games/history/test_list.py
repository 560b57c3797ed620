"""The history as a list: who finds what, in which order, a page at a time."""

from typing import Any

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from games.history.filters import ORDERS, HistoryFilters
from games.history.paging import Count, count_up_to, page_of
from games.history.selectors import OWN_DAY, PUBLIC_DAY, history_of, public_history
from games.lobby.results import for_list
from games.models import Match
from games.play.services.moves import play_move
from tests.games.conftest import People, Tables
from tests.games.history.conftest import Past
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db


def found(**asked: str) -> list[str]:
    matches = public_history(HistoryFilters.read(asked))
    return sorted(matches.values_list("title", flat=True))


@pytest.fixture
def some(past: Past) -> None:
    past("ada", "grace", title="Rome after dark", rated=True, number=90)
    past("grace", "ada", "hedy", title="Avant-première", pace="slow", number=240, edition_id="traumfabrik-2000")
    past("hedy", "zadie", title="Sunday in Rome", number=120, scores=(71, 20))


@pytest.mark.parametrize(
    ("asked", "titles"),
    [
        ({}, ["Avant-première", "Rome after dark", "Sunday in Rome"]),
        ({"player": "ada"}, ["Avant-première", "Rome after dark"]),
        ({"player": "ADA", "result": "won"}, ["Rome after dark"]),
        ({"player": "ada", "result": "lost"}, ["Avant-première"]),
        ({"player": "nobody"}, []),
        ({"edition": "traumfabrik-2000"}, ["Avant-première"]),
        ({"seats": "2"}, ["Rome after dark", "Sunday in Rome"]),
        ({"pace": "slow"}, ["Avant-première"]),
        ({"rated": "rated"}, ["Rome after dark"]),
        ({"rated": "casual"}, ["Avant-première", "Sunday in Rome"]),
        ({"since": "2026-01-02"}, ["Avant-première", "Sunday in Rome"]),
        ({"until": "2026-01-02"}, ["Avant-première", "Rome after dark"]),
        ({"since": "2026-01-02", "until": "2026-01-02"}, ["Avant-première"]),
        ({"text": "rome"}, ["Rome after dark", "Sunday in Rome"]),
        ({"text": "rom sun"}, ["Sunday in Rome"]),
        ({"text": "premiere"}, ["Avant-première"]),
        ({"text": "hed"}, ["Avant-première", "Sunday in Rome"]),
        ({"text": "rome grace"}, ["Rome after dark"]),
        ({"text": "ome"}, []),
        ({"text": "%"}, []),
        ({"since": "0001-01-01", "until": "9999-12-31"}, ["Avant-première", "Rome after dark", "Sunday in Rome"]),
        (
            {"edition": "monopoly", "seats": "9", "since": "yesterday"},
            ["Avant-première", "Rome after dark", "Sunday in Rome"],
        ),
    ],
)
def test_every_filter_leaves_what_it_names(some: None, asked: dict[str, str], titles: list[str]) -> None:
    assert found(**asked) == titles


@pytest.mark.parametrize("sort", ORDERS)
@pytest.mark.parametrize("mine", [False, True])
def test_pages_in_every_order_show_every_match_once_and_lead_back(
    past: Past, people: People, sort: str, mine: bool
) -> None:
    for number in range(23):
        past("ada", "grace", scores=(50 + number % 3, 10), number=100 + number % 4)
    filters, day = HistoryFilters(sort="" if sort == "newest" else sort), OWN_DAY if mine else PUBLIC_DAY
    matches = history_of(people("ada"), filters) if mine else public_history(filters)
    order = filters.order(day)
    pages, query = [], dict[str, Any]()
    while not pages or query["after"]:
        page = page_of(matches, order, query, 5, for_list)
        assert bool(page.before) == bool(pages)
        pages.append(page)
        query = {"after": page.after}
    shown = [match for page in pages for match in page.matches]
    sign = "-" if order.falling else ""
    assert [match.pk for match in shown] == list(
        matches.order_by(f"{sign}{order.field}", f"{sign}pk").values_list("pk", flat=True)
    )
    for page, earlier in zip(pages[:0:-1], pages[-2::-1], strict=True):
        assert page_of(matches, order, {"before": page.before}, 5, for_list).matches == earlier.matches


@pytest.mark.parametrize("place", ["", "x", "1", "1.2.3", "9" * 16 + "." + "9" * 18, "-5.1", "１.２", "\0"])
def test_a_mistyped_place_still_shows_a_page(some: None, place: str) -> None:
    for sort in ("", "longest"):
        for way in ("after", "before"):
            assert Client().get("/history/", {way: place, "sort": sort}, follow=True).status_code == 200


def test_no_more_than_some_are_counted(past: Past) -> None:
    for _ in range(4):
        past()
    assert count_up_to(public_history(HistoryFilters()), most=3) == Count(3, more=True)
    assert count_up_to(public_history(HistoryFilters()), most=4) == Count(4, more=False)


def test_a_page_takes_as_many_queries_for_many_matches_as_for_one(past: Past) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as captured:
            assert Client().get("/history/").status_code == 200
        return len(captured)

    past("ada", "grace")
    queries()
    few = queries()
    for _ in range(30):
        past("ada", "grace", "hedy", "zadie")
    assert queries() == few <= 6


def test_only_what_everybody_may_watch_is_public(past: Past, people: People) -> None:
    past(title="public")
    past(title="by link", visibility=Match.Visibility.UNLISTED)
    past(title="invited", visibility=Match.Visibility.INVITED)
    past(title="no spectators", spectators_allowed=False)
    past(title="running", status=Match.Status.OPEN)
    assert found() == ["public"]
    mine = history_of(people("grace"), HistoryFilters())
    assert sorted(mine.values_list("title", flat=True)) == ["by link", "invited", "no spectators", "public"]
    assert not history_of(people("hedy"), HistoryFilters()).exists()


def test_a_result_without_a_player_asks_for_one(past: Past) -> None:
    past()
    assert "a result belongs to somebody" in Client().get("/history/?result=won").content.decode()
    assert "a result belongs to somebody" not in Client().get("/history/?result=won&player=ada").content.decode()


def test_whom_one_met(past: Past, people: People) -> None:
    past("ada", "grace", title="first")
    past("ada", "hedy", title="second")
    met = history_of(people("ada"), HistoryFilters(player="hedy"))
    assert list(met.values_list("title", flat=True)) == ["second"]


def test_a_match_enters_the_history_when_it_ends(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", title="Matinée")
    assert found(text="matinee") == []
    finish(match)
    assert found(text="matinee", player="grace") == ["Matinée"]
    match.refresh_from_db()
    assert match.best_score == max(match.seats.values_list("score", flat=True))


def test_the_last_move_itself_enters_it(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", title="Finale")
    finish(match)
    last = match.moves.order_by("-number").first()
    assert last is not None
    last.delete()
    from games.engine.moves import from_entry
    from games.play.services.positions import state_after

    match.write_state(state_after(match))
    match.status, match.number, match.best_score = Match.Status.RUNNING, match.number - 1, 0
    match.save()
    match.title_words.all().delete()
    seat, move = from_entry(last.entry)
    play_move(match_id=match.pk, seat=seat, move=move, number=match.number + 1)
    match.refresh_from_db()
    assert (match.status, match.shown_at) == (Match.Status.FINISHED, match.finished_at)
    assert found(text="fina") == ["Finale"]
    assert match.best_score > 0


def test_the_page_tells_who_won_and_marks_what_does_not_count(past: Past, people: People) -> None:
    match = past("ada", "grace", title="Rome", rated=True, voided_at="2026-02-01T00:00Z")
    client = Client()
    client.force_login(people("grace"))
    html = client.get("/history/mine/").content.decode()
    assert 'match-row__result--me">' in html
    assert "does not count" in html
    assert f'href="/tables/{match.pk}/replay/"' in html
    assert "1 match" in html


def test_a_form_s_empty_fields_leave_the_address(past: Past) -> None:
    answer = Client().get("/history/?player=&text=rome&sort=&edition=")
    assert answer.headers["Location"] == "/history/?text=rome"


@pytest.mark.parametrize("asked", ["player=nobody", "text=nothing", "until=1990-01-01"])
def test_nothing_found_says_what_to_do(past: Past, asked: str) -> None:
    past()
    assert 'class="empty-state"' in Client().get(f"/history/?{asked}").content.decode()


def test_days_begin_where_the_reader_lives(past: Past, people: People) -> None:
    past(title="Nightcap", finished_at="2026-03-01T23:30Z")
    client = Client()
    client.force_login(people("ada"))
    User.objects.filter(username="ada").update(time_zone="Asia/Tokyo")
    with time_machine.travel("2026-03-05"):
        assert b"Nightcap" in client.get("/history/?since=2026-03-02").content
        assert b"Nightcap" not in client.get("/history/?until=2026-03-01").content
