"""Whoever left or was stood in for is marked wherever a result is told, and crowned nowhere."""

from dataclasses import replace
from io import BytesIO
from itertools import combinations

import pytest
from django.test import Client
from django.utils import timezone
from PIL import Image, ImageChops

from games.edition_words import words_in
from games.engine import SPECTATOR, view
from games.history.card import draw_card
from games.history.filters import HistoryFilters
from games.history.selectors import history_of
from games.lobby.results import for_list, rows_of
from games.lobby.selectors import record_of
from games.models import Match, Seat
from games.table.ending import Headline, headline_of
from games.table.link_preview import standing_of
from games.table.people import people_at
from games.table.table import build_table
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
MARKS = {"left": "left the match", "stood_in": "the AI stood in"}
SYMBOLS = {"left": "#door", "stood_in": "#robot"}


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """A rated match of ada, grace and hedy that is over, none of them level with another."""
    return finish(begin(people, table, "grace", "hedy", rated=True, deal="three places"))


def send_away(match: Match, absence: str, *, place: int = 1) -> str:
    """Lets whoever came in at a place have been away; tells their name."""
    seat = match.seats.select_related("user").get(place=place)
    said = {"conceded_at": timezone.now()} if absence == "left" else {"decisions_by_ai": seat.decisions // 2}
    Seat.objects.filter(pk=seat.pk).update(**said)
    Match.objects.filter(pk=match.pk).update(version=match.version + 1)
    match.refresh_from_db()
    assert seat.user is not None
    return seat.user.username


def plain(client: Client, url: str) -> str:
    return " ".join(client.get(url).content.decode().split())


def test_whoever_was_there_and_is_first_wins(match: Match, client: Client) -> None:
    page = plain(client, match.get_absolute_url())
    assert "wins</h2>" in page
    assert "chart__row--first" in page
    assert not any(words in page for words in MARKS.values())


@pytest.mark.parametrize("absence", MARKS)
@pytest.mark.parametrize("page", ["table", "replay"])
def test_the_end_does_not_crown_who_was_away(match: Match, client: Client, absence: str, page: str) -> None:
    name = send_away(match, absence)
    url = match.get_absolute_url() if page == "table" else f"/tables/{match.pk}/replay/{match.number}/"
    shown = plain(client, url)
    assert f"The AI won for {name}</h2>" in shown
    assert f"{name} wins" not in shown
    assert "chart__row--first" not in shown
    assert MARKS[absence] in shown
    assert SYMBOLS[absence] in shown


def test_how_often_the_ai_decided_is_told_though_it_was_little(match: Match, client: Client) -> None:
    match.seats.filter(place=1).update(decisions_by_ai=5)
    shown = plain(client, match.get_absolute_url())
    assert "the AI decided 5 times for them" in shown
    assert "wins</h2>" in shown


@pytest.mark.parametrize(
    ("absences", "headline"),
    [
        (("", ""), Headline("shared")),
        (("left", ""), Headline("wins", "grace")),
        (("", "stood_in"), Headline("wins", "ada")),
        (("left", "stood_in"), Headline("ai_shared")),
    ],
)
def test_of_several_who_are_first_only_those_are_crowned_who_were_there(
    match: Match, absences: tuple[str, str], headline: Headline
) -> None:
    seats = list(match.seats.select_related("user").order_by("number"))
    table = build_table(match, view(match.read_state(), SPECTATOR), people_at(seats), words_in(match.edition_id, "en"))
    sheets = {sheet.person.number: sheet for sheet in table.ending}
    shared = [(sheets[number], absence) for number, absence in enumerate(absences)]
    first = tuple(replace(sheet, place=1, person=replace(sheet.person, absence=gone)) for sheet, gone in shared)
    assert headline_of((*first, replace(sheets[2], place=3))) == headline


@pytest.mark.parametrize("absence", MARKS)
def test_the_history_marks_who_was_away(match: Match, client: Client, absence: str) -> None:
    send_away(match, absence)
    shown = plain(client, "/history/")
    assert "match-row__result--first" not in shown
    assert MARKS[absence] in shown
    assert SYMBOLS[absence] in shown


def test_the_lobby_marks_who_was_away_apart_from_the_words_before(match: Match, people: People, client: Client) -> None:
    client.force_login(people(send_away(match, "stood_in")))
    shown = plain(client, "/lobby/")
    assert MARKS["stood_in"] in shown
    assert 'points</span> <span class="badge' in shown


@pytest.mark.parametrize("absence", MARKS)
def test_what_the_ai_won_is_found_among_what_was_lost(match: Match, people: People, absence: str) -> None:
    name = send_away(match, absence)
    found = {
        result: history_of(people(name), HistoryFilters.read({"result": result})).count() for result in ("won", "lost")
    }
    assert found == {"won": 0, "lost": 1}
    assert record_of(people(name))["won"] == 0


def test_a_win_is_found_among_what_was_won(match: Match, people: People) -> None:
    name = match.seats.get(place=1).user
    assert name is not None
    found = {result: history_of(name, HistoryFilters.read({"result": result})).count() for result in ("won", "lost")}
    assert found == {"won": 1, "lost": 0}
    assert record_of(name)["won"] == 1


@pytest.mark.parametrize("absence", MARKS)
def test_other_sites_are_told_who_was_away(match: Match, client: Client, absence: str) -> None:
    name = send_away(match, absence)
    seats = list(match.seats.select_related("user").order_by("place"))
    assert standing_of(seats).startswith(f"1. {name} {seats[0].score} ({MARKS[absence]}), 2. ")
    assert f"({MARKS[absence]})" in client.get(match.get_absolute_url()).content.decode()


def test_the_card_crowns_nobody_who_was_away_and_tells_the_two_ways_apart(match: Match) -> None:
    pictures = [drawn(match)]
    for absence in ("stood_in", "left"):
        send_away(match, absence)
        pictures.append(drawn(match))
    rows = [picture.crop((70, 232, 1130, 292)) for picture in pictures]  # of whoever is first
    assert all(ImageChops.difference(one, other).getbbox() for one, other in combinations(rows, 2))
    # A winner's line has a panel behind it, others have none.
    behind = [row.getpixel((8, 8)) for row in rows]
    assert behind[0] != behind[1] == behind[2]


def drawn(match: Match) -> Image.Image:
    (row,) = rows_of(list(for_list(Match.objects.filter(pk=match.pk))), None)  # type: ignore[arg-type]
    return Image.open(BytesIO(draw_card(row))).convert("RGB")


def test_a_rated_table_states_the_rule_before_during_and_where_one_concedes(
    people: People, table: Tables, client: Client
) -> None:
    rule = "Only what players decide themselves counts"
    client.force_login(people("ada"))
    waiting, casual = table(size=3, rated=True), table(size=3)
    assert rule in plain(client, waiting.get_absolute_url())
    assert rule not in plain(client, casual.get_absolute_url())
    running = begin(people, table, "grace", rated=True)
    assert rule in plain(client, running.get_absolute_url())
    assert "one in 3 of your decisions" in plain(client, f"/tables/{running.pk}/concede/")
