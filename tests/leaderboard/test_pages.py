"""The pages of the leaderboard: who stands where, whatever is asked; and nothing that only some may see."""

from datetime import timedelta
from typing import Any

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from accounts.leaving.services import delete_account
from accounts.models import User
from games.models import Match
from games.play.services.table_events import draw_anew
from leaderboard.ladders import Season
from leaderboard.models import Rating, RatingChange, Tally
from leaderboard.selectors import rankings
from leaderboard.selectors.rankings import ROWS, RankingFilters, ranking_page
from leaderboard.services.counting import count_results
from leaderboard.services.remembering import remember_results
from leaderboard.services.seasons import close_seasons
from leaderboard.urls import urlpatterns
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish
from tests.leaderboard.results import BEGIN, finished

pytestmark = pytest.mark.django_db
WHO = ("anonymous", "guest", "user", "staff")
ADDRESSES = {
    "rankings": [],
    "rankings-live": [],
    "rankings-how": [],
    "rating-of-person": ["ada", "2-overall"],
}


@pytest.fixture
def played(people: People) -> None:
    """ada is ahead of grace after five matches, and has beaten hedy once."""
    for _ in range(5):
        finished(people("ada"), people("grace"))
    finished(people("ada"), people("hedy"))
    count_results()
    remember_results(thorough=True)


def browser_of(who: str, people: People) -> Client:
    client = Client()
    if who != "anonymous":
        user = User.objects.create_user("Guest 4711", is_guest=True) if who == "guest" else people(who)
        User.objects.filter(pk=user.pk).update(is_staff=who == "staff")
        client.force_login(user)
    return client


def crowd(count: int, ladder: str = "many-overall", **said: Any) -> list[User]:
    """Many rated people, the first of them the best; every tenth as good as the one before."""
    users = User.objects.bulk_create(User(username=f"Player {number}") for number in range(count))
    Rating.objects.bulk_create(
        Rating(user=user, ladder=ladder, value=2_000_000 - 1_000 * (number - (number % 10 == 9)), matches=30, **said)
        for number, user in enumerate(users)
    )
    return users


@pytest.mark.parametrize("who", WHO)
@pytest.mark.parametrize("name", ADDRESSES)
def test_everybody_may_look_and_nobody_may_post(people: People, played: None, who: str, name: str) -> None:
    client, url = browser_of(who, people), reverse(name, args=ADDRESSES[name])
    assert client.get(url).status_code == 200
    assert client.post(url).status_code == 405


def test_every_address_is_in_the_table() -> None:
    assert {pattern.name for pattern in urlpatterns} == set(ADDRESSES)


def test_a_table_shows_those_with_enough_matches_and_ones_own_place_always(people: People, played: None) -> None:
    client = browser_of("hedy", people)
    page = client.get("/rankings/?table=2&least=5").content.decode()
    assert page.index("ada") < page.index("grace")
    assert 'id="line-' in page
    assert f'id="line-{people("hedy").pk}"' not in page
    assert "4 more matches and you are in this table" in page
    page = client.get("/rankings/?table=2").content.decode()
    assert f'id="line-{people("hedy").pk}"' in page


@pytest.mark.parametrize(
    "query", ["table=9&kind=nothing&least=7&after=x", "after=1.x", "kind=season-20-9", "after=" + "9" * 90, "kind=%00"]
)
def test_a_mistyped_address_shows_a_table_all_the_same(client: Client, played: None, query: str) -> None:
    assert client.get(f"/rankings/?{query}").status_code == 200


def test_people_i_have_played_with(people: People, played: None) -> None:
    crowd(3, "2-overall")
    found = ranking_page(RankingFilters(table="2", least=1, met=True), people("hedy"))
    assert [line.user.username for line in found.lines] == ["ada", "hedy"]
    assert found.mine is not None
    assert found.mine.place == 2


def test_pages_follow_each_other_without_a_gap_and_equals_share_a_place() -> None:
    users = crowd(3 * ROWS)
    filters, seen = RankingFilters(), []
    while True:
        page = ranking_page(filters, users[0])
        seen += [(line.place, line.user) for line in page.lines]
        if page.following is None:
            break
        filters = filters.replaced(after=page.following)
    assert [user for _, user in seen] == users
    assert [place for place, _ in seen] == [n if n % 10 == 9 else n + 1 for n in range(3 * ROWS)]
    middle = ranking_page(RankingFilters(), users[99])
    assert middle.mine is not None
    assert middle.mine.place == 99


def test_a_page_that_begins_with_equals_knows_their_place() -> None:
    users = crowd(ROWS + 60)
    Rating.objects.filter(user=users[ROWS]).update(value=Rating.objects.get(user=users[ROWS - 1]).value)
    page = ranking_page(RankingFilters(after=ranking_page(RankingFilters(), users[0]).following), users[0])
    assert [line.place for line in page.lines[:2]] == [ROWS - 1, ROWS + 2]


def test_the_number_of_queries_does_not_grow(people: People, played: None, django_assert_max_num_queries: Any) -> None:
    crowd(200)
    with django_assert_max_num_queries(5):
        ranking_page(RankingFilters(), people("ada"))
    with django_assert_max_num_queries(6):
        ranking_page(RankingFilters(met=True, after=(1_990_000, 1)), people("ada"))


def test_only_the_latest_matches_tell_whom_somebody_met(people: People, played: None, monkeypatch: Any) -> None:
    finished(people("ada"), people("hedy"))
    remember_results(thorough=True)
    count_results()
    monkeypatch.setattr(rankings, "LATEST", 1)
    met = ranking_page(RankingFilters(table="2", met=True), people("ada")).lines
    assert {line.user.username for line in met} == {"ada", "hedy"}


def test_a_final_table_waits_while_a_long_history_is_counted_anew(people: People) -> None:
    for _ in range(2):
        finished(people("ada"), people("grace"))
    count_results()
    Tally.objects.filter(match=Match.objects.latest("pk")).update(is_rated=False)
    season = Season.at(BEGIN)
    assert close_seasons(now=season.ends_at + timedelta(days=2)) == []
    RatingChange.objects.filter(match=Match.objects.latest("pk")).delete()
    count_results()
    finished(people("ada"), people("grace"), finished_at=season.ends_at + timedelta(days=2))
    assert close_seasons(now=season.ends_at + timedelta(days=2)) == [season]


def test_a_final_table_is_kept_whatever_comes_after(people: People) -> None:
    match = finished(people("ada"), people("grace"))
    count_results()
    season = Season.at(BEGIN)
    assert close_seasons(now=season.ends_at) == []
    assert close_seasons(now=season.ends_at + timedelta(days=2)) == [season]
    assert close_seasons(now=season.ends_at + timedelta(days=3)) == []
    match.voided_at = BEGIN
    match.save()
    count_results()
    delete_account(user=people("ada"))
    found = ranking_page(
        RankingFilters.read({"table": "2", "kind": f"season-{season.key}", "least": "1"}), people("grace")
    )
    assert found.is_final
    assert [(line.place, line.shown) for line in found.lines] == [(1, 1520), (2, 1480)]
    assert found.lines[0].user.display_name.startswith("Former player")


def test_who_left_stands_in_no_table(people: People, played: None) -> None:
    delete_account(user=people("ada"))
    found = ranking_page(RankingFilters(table="2", least=1), people("grace"))
    assert [line.user.username for line in found.lines] == ["hedy", "grace"]


def test_the_ladder_against_ais_shows_its_anchors(client: Client) -> None:
    assert "levels__one" in client.get("/rankings/?kind=ai").content.decode()


def test_the_calculator_works_without_script_and_says_what_is_missing(client: Client) -> None:
    page = client.get("/rankings/how/?mine=1600&rating_1=1500&result_1=ahead").content.decode()
    assert "+7.2" in page
    assert "1607.2" in page
    page = client.get("/rankings/how/?mine=1600&rating_1=").content.decode()
    assert "Enter your rating" in page
    german = client.get(
        "/rankings/how/?mine=1500&newcomer=on&rating_1=1500&result_1=behind", headers={"Accept-Language": "de"}
    )
    assert "−20,0" in german.content.decode()


def test_a_rating_has_a_chart_and_a_table_beneath(people: People, played: None, client: Client) -> None:
    page = client.get("/rankings/of/ada/2-overall/").content.decode()
    assert 'class="rating-chart__line"' in page
    assert page.count("<tr>") == 7
    assert client.get("/rankings/of/ADA/2-overall/").headers["Location"] == "/rankings/of/ada/2-overall/"
    assert client.get("/rankings/of/ada/many-overall/").status_code == 404
    assert client.get("/rankings/of/nobody/2-overall/").status_code == 404


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_page_speaks_every_language(people: People, played: None, client: Client, language: str) -> None:
    for path in ("/rankings/", "/rankings/?table=2&kind=slow-traumfabrik-2000", "/rankings/how/", "/people/ada/"):
        assert client.get(path, headers={"Accept-Language": language}).status_code == 200


def test_a_rating_stands_beside_the_name_in_the_lobby_and_the_waiting_room(
    people: People, table: Tables, played: None, client: Client
) -> None:
    match = table("ada", size=3)
    value = Rating.objects.get(user=people("ada"), ladder="2-overall").shown
    for path in ("/lobby/", f"/tables/{match.pk}/"):
        assert f'title="Rating">{value}?</span>' in client.get(path).content.decode()


def test_the_end_of_a_match_tells_what_it_did_to_the_ratings(people: People, table: Tables, client: Client) -> None:
    match = finish(begin(people, table, "grace", rated=True))
    for seat, place in zip(match.seats.order_by("number"), (1, 2), strict=True):
        seat.place = place
        seat.save()
    assert "They will be calculated in a moment." in client.get(f"/tables/{match.pk}/").content.decode()
    count_results(match_id=match.pk)
    draw_anew(match_id=match.pk)
    page = client.get(f"/tables/{match.pk}/").content.decode()
    assert '<b class="rating-step rating-step--gain">+20</b>' in page
    Match.objects.filter(pk=match.pk).update(voided_at=BEGIN, version=F("version") + 1)
    assert "rating-step" not in client.get(f"/tables/{match.pk}/").content.decode()
