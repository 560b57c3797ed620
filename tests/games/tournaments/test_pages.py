"""What the pages of a tournament show before, during and after it, and to whom they tell that it changed."""

from datetime import timedelta
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.testing import WebsocketCommunicator
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.asgi import application
from games.models import Entrant, Match, Tournament
from games.tournaments.selectors.deals import compared_lots, deal_of
from games.tournaments.services.entering import enter
from games.tournaments.services.hosting import call_off
from tests.games.conftest import People
from tests.games.tournaments.conftest import Tournaments, begin, finish_round, latest, matches_of

pytestmark = pytest.mark.django_db


def page(made: Tournament, user: Any = None, part: str = "") -> str:
    client = Client()
    if user is not None:
        client.force_login(user)
    answer = client.get(f"/tournaments/{made.pk}/{part}")
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_the_start_entrants_stand_in_place_of_standings(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=3, about="Bring popcorn.")
    text = page(made, people("p1"))
    assert "3 of 128 entered" in text
    assert "p2" in text
    assert "Bring popcorn." in text
    assert "Leave" in text
    assert "Standings" not in text
    assert "Take part" in page(made, people("stranger"))


def test_a_host_is_offered_nothing_that_would_be_refused_once_it_is_over(
    people: People, tournament: Tournaments
) -> None:
    made = tournament(entrants=2)
    assert "Disqualify" in page(made, people("host"), "manage/")
    call_off(actor=people("host"), pk=made.pk)
    over = page(made, people("host"), "manage/")
    for words in ("Disqualify", "Call it off", "Rounds go on by themselves"):
        assert words not in over


def test_of_a_deal_under_way_no_scores_are_shown(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate", rounds=2)
    first = begin(made)
    over = finish_round(first, but=1)[0]
    text = page(made, people("host"))
    assert "1 of 2 tables are done" in text
    assert f"/tables/{over.pk}/" not in text
    assert "deal__points" not in text
    own = Entrant.objects.filter(round_seats__table__match=over).first()
    assert own is not None
    assert f"/tables/{over.pk}/" in page(made, own.user)


def test_a_deal_that_is_over_stands_side_by_side(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate", rounds=2)
    first = begin(made)
    matches = finish_round(first)
    text = page(made, people("p1"))
    assert "Deal 1 at 2 tables" in text
    assert "Where the tables parted" in text
    rounds = page(made, people("p1"), "rounds/1/")
    assert "Every lot at every table" in rounds
    for match in matches:
        assert f"/tables/{match.pk}/replay/" in rounds


def test_rows_of_a_deal_are_seats_and_their_lots_the_same_tiles(tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate", rounds=1)
    first = begin(made)
    matches = finish_round(first)
    deal = deal_of(first, None)
    assert [len(row.cells) for row in deal.rows] == [2] * 4
    for row in deal.rows:
        assert sum(cell.half_points or 0 for cell in row.cells) == 2
    lots = compared_lots(deal)
    assert len(lots) == 24
    assert all(len(lot.prices) == 2 for lot in lots)
    sold = [
        event["price"]
        for entry in matches[0].moves.order_by("number")
        for event in entry.events
        if event["event"] == "lot_won"
    ]
    assert [lot.prices[0].money for lot in lots if lot.prices[0]] == [f"${price}M" for price in sold]
    assert compared_lots(deal, 4) == sorted(lots, key=lambda lot: -lot.spread)[:4]


def test_a_table_set_aside_is_said_above_the_deal(tournament: Tournaments) -> None:
    made = tournament(entrants=8, form="duplicate", rounds=1)
    first = begin(made)
    finish_round(first)
    Match.objects.filter(pk=matches_of(first)[1].pk).update(set_aside_at=timezone.now())
    assert "Without a result: table B." in page(made)


def test_a_swiss_round_shows_points_as_tables_end(tournament: Tournaments) -> None:
    made = tournament(entrants=8, rounds=2)
    first = begin(made)
    finish_round(first)
    text = page(made)
    assert "after 1 of 2" in text
    assert "the points of everybody you met" in " ".join(text.split())
    assert latest(made).number == 2


def test_the_list_and_the_lobby_tell_of_what_comes(people: People, tournament: Tournaments) -> None:
    tournament(entrants=2)
    for address in ("/tournaments/", "/lobby/"):
        assert "The Golden Reel" in Client().get(address).content.decode()
    begin(Tournament.objects.get())
    assert "The Golden Reel" not in Client().get("/lobby/").content.decode()
    mine = Client()
    mine.force_login(people("p1"))
    assert "you take part" in mine.get("/lobby/").content.decode()


def test_whoever_looks_at_the_page_is_there(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=1)
    Entrant.objects.update(seen_at=timezone.now() - timedelta(hours=1))
    page(made, people("p1"), "live/")
    seen = Entrant.objects.get().seen_at
    assert seen is not None
    assert timezone.now() - seen < timedelta(minutes=1)


def test_who_is_away_is_asked_to_say_that_they_are_back(people: People, tournament: Tournaments) -> None:
    made = tournament(entrants=8)
    begin(made)
    Entrant.objects.filter(user=people("p1")).update(is_away=True)
    assert "I am back" in page(made, people("p1"))
    assert "I am back" not in page(made, people("p2"))


@pytest.mark.django_db(transaction=True)
@pytest.mark.asyncio
async def test_open_pages_hear_that_somebody_entered(people: People, tournament: Tournaments) -> None:
    made = await sync_to_async(tournament)()
    ada = await sync_to_async(people)("ada")
    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost")]
    socket = WebsocketCommunicator(application, f"/ws/tournaments/{made.pk}/", headers=headers)
    assert (await socket.connect())[0]
    await sync_to_async(enter)(tournament_id=made.pk, user=ada)
    assert await socket.receive_json_from() == {"type": "tournament.changed"}
    await socket.disconnect()


def test_a_page_takes_as_many_queries_for_sixteen_people_as_for_eight(tournament: Tournaments) -> None:
    asked = []
    for entrants in (8, 16):
        made = tournament(entrants=entrants, form="duplicate", rounds=2, pause_seconds=600)
        finish_round(begin(made))
        page(made)  # prices are read once for all
        with CaptureQueriesContext(connection) as queries:
            page(made)
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 30
