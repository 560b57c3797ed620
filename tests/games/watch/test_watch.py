"""Watching: what everybody may see of public matches, the strongest players' first."""

from datetime import timedelta

import pytest
from django.core.cache import cache
from django.test import Client
from django.utils import timezone

from games.engine import SPECTATOR, view
from games.engine.scoring import points
from games.models import Match, Presence
from games.watch.featuring import featured_match
from games.watch.selectors import best_finished, running_tables, watchers_of
from games.watch.values import feature, rows_of
from leaderboard.models import Rating
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
LIVE = {"pace": Match.Pace.LIVE, "decision_seconds": 90, "ready_check": False}
FEW_QUERIES = 30


def rate(people: People, **values: int) -> None:
    for name, value in values.items():
        Rating.objects.create(user=people(name), ladder="all", value=value * 1000, matches=40)


@pytest.mark.parametrize(
    "hidden",
    [
        {"visibility": Match.Visibility.UNLISTED},
        {"visibility": Match.Visibility.INVITED},
        {"spectators_allowed": False},
    ],
)
def test_only_what_everybody_may_look_at_is_listed(people: People, table: Tables, hidden: dict[str, object]) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(**hidden)
    assert running_tables() == []
    assert featured_match() is None
    assert "grace" not in Client().get("/watch/").content.decode()


def test_tables_of_strong_players_come_first(people: People, table: Tables) -> None:
    rate(people, hedy=1900, joan=1300)
    weak = begin(people, table, "joan")
    strong = begin(people, table, "hedy")
    assert [running.match_id for running in running_tables()] == [strong.pk, weak.pk]
    assert featured_match() == strong


def test_live_tables_come_before_slow_ones(people: People, table: Tables) -> None:
    rate(people, hedy=1900)
    slow = begin(people, table, "hedy")
    live = begin(people, table, "grace", **LIVE)
    assert [running.match_id for running in running_tables()] == [live.pk, slow.pk]


def test_where_nothing_happens_nothing_stands_in_the_light(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    Match.objects.filter(pk=match.pk).update(changed_at=timezone.now() - timedelta(hours=1))
    assert featured_match() is None


def test_where_nobody_plays_the_best_finished_match_is_shown(people: People, table: Tables) -> None:
    old, best, other = (finish(begin(people, table, "grace")) for _ in range(3))
    Match.objects.filter(pk=old.pk).update(best_score=99, finished_at=timezone.now() - timedelta(days=30))
    Match.objects.filter(pk=best.pk).update(best_score=70)
    Match.objects.filter(pk=other.pk).update(best_score=60)
    assert best_finished() == best
    page = Client().get("/watch/").content.decode()
    assert f"/tables/{best.pk}/replay/" in page
    Match.objects.exclude(pk=old.pk).delete()
    assert best_finished() == old  # better than nothing


def test_points_are_markers_and_awards_and_never_money(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", "hedy")
    state = view(match.read_state(), SPECTATOR).state
    assert [player.points for player in rows_of([match])[0].players] == [0, 0, 0]
    assert state.money == [None, None, None]
    assert "money" not in str(feature(match).players[0].player)


def test_a_finished_match_shows_the_whole_score(people: People, table: Tables) -> None:
    match = finish(begin(people, table, "grace"))
    shown = feature(match)
    assert [each.player.points for each in shown.players] == [points(match.read_state(), seat).total for seat in (0, 1)]


def test_where_everybody_is_asked_at_once_nobody_is_named(people: People, table: Tables) -> None:
    match = begin(people, table, "grace", "hedy", auctions=Match.Auctions.TOGETHER)
    assert match.awaited
    shown = feature(match)
    assert shown.asked == ""
    assert {each.stage for each in shown.players} == {""}
    assert "0 of 3 have answered" in Client().get("/watch/").content.decode()


def test_spectators_are_counted_once_and_players_not_at_all(people: People, table: Tables) -> None:
    match = begin(people, table, "grace")
    for number, user in enumerate([people("grace"), people("joan"), people("joan"), None, None]):
        Presence.objects.create(match=match, user=user, connection=f"page-{number}")
    Presence.objects.create(
        match=match, user=people("fritz"), connection="gone", seen_at=timezone.now() - timedelta(hours=1)
    )
    assert watchers_of([match.pk]) == {match.pk: 3}


def test_a_page_full_of_tables_asks_no_more_than_one_of_one(
    people: People, table: Tables, django_assert_max_num_queries: object
) -> None:
    for name in ("grace", "hedy", "joan", "fritz"):
        begin(people, table, name)
    with django_assert_max_num_queries(FEW_QUERIES):  # type: ignore[operator]
        page = Client().get("/watch/")
    assert page.content.decode().count('class="watched"') == 4


@pytest.mark.parametrize(("query", "shown"), [("", 2), ("?pace=live", 1), ("?pace=slow", 1), ("?pace=odd&page=x", 2)])
def test_the_list_is_filtered_by_its_address(people: People, table: Tables, query: str, shown: int) -> None:
    begin(people, table, "grace", **LIVE)
    begin(people, table, "hedy")
    assert Client().get(f"/watch/running/{query}").content.decode().count('class="watched"') == shown


def test_nothing_secret_stands_on_any_page_of_watching(people: People, table: Tables) -> None:
    """The tiles that lie face down, and the stack, are named nowhere."""
    match = begin(people, table, "grace", "hedy", visibility=Match.Visibility.PUBLIC)
    state, seen = match.read_state(), view(match.read_state(), SPECTATOR).state
    secret = {
        state.edition.tiles[tile].id
        for tile, shown in zip(state.setup.deal.bag, seen.setup.deal.bag, strict=True)
        if tile != shown and isinstance(tile, int)
    }
    names = {str(tile.name["en"]) for tile in state.edition.tiles if tile.id in secret}
    visible = {str(tile.name["en"]) for tile in state.edition.tiles if tile.id not in secret}
    for address in ("/watch/", "/watch/featured/", "/watch/featured/?small=1", "/watch/running/"):
        page = Client().get(address).content.decode()
        assert not {name for name in names - visible if f">{name}<" in page}
        assert bytes(match.secret).hex() not in page


@pytest.mark.parametrize("address", ["/watch/", "/watch/featured/", "/watch/running/"])
def test_everybody_may_watch_and_nobody_acts_by_it(people: People, table: Tables, address: str) -> None:
    begin(people, table, "grace")
    player = Client()
    player.force_login(people("joan"))
    for client in (Client(), player):
        assert client.get(address).status_code == 200
        assert client.post(address).status_code == 405


def test_the_first_page_shows_the_match_in_the_light(people: People, table: Tables) -> None:
    assert "data-part" not in Client().get("/").content.decode()
    cache.clear()  # the order of tables is kept for a moment
    match = begin(people, table, "grace", title="Late show")
    page = Client().get("/").content.decode()
    assert "Late show" in page
    assert f'data-watched="/ws/watch/{match.pk}/"' in page
