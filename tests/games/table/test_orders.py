"""The page of orders: its owner looks, gives, is refused, takes back; nobody else has one."""

import re
from typing import Any

import pytest
from django.test import Client

from accounts.models import User
from games.engine import Bid, Pass
from games.models import Match, OrderSheet
from games.orders.values import Changes, LotOrder, PartyWish, PlacingWishes, Say
from games.play.services.moves import play_move
from games.play.services.orders import give_orders
from tests.games.conftest import People, Tables
from tests.games.matches import begin, finish

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}
LIMIT = {"say-1": "limit", "limit-1": "5"}


@pytest.fixture
def match(people: People, table: Tables) -> Match:
    """Ada, grace and hedy at a slow table; ada acts first."""
    return begin(people, table, "grace", "hedy", host_begins=True)


def visit(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def sheet(match: Match, seat: int = 0) -> OrderSheet:
    return OrderSheet.objects.get(match=match, seat=seat)


def fields(match: Match, **said: Any) -> dict[str, Any]:
    """What the form of an untouched sheet sends, with these changes."""
    state = match.read_state()
    number = OrderSheet.objects.filter(match=match, seat=0).values_list("number", flat=True).first() or 0
    lines = {f"say-{place}": "ask" for place in range(state.location, len(state.edition.board))}
    return {"panel": "1", "sheet": number, "quarter": state.quarter, "say-all": "ask", **lines, **said}


def say(client: Client, match: Match, *, scripted: bool = False, **said: Any) -> Any:
    headers = HTMX if scripted else {}
    return client.post(f"/tables/{match.pk}/orders/", fields(match, **said), headers=headers)


def test_a_page_without_script_shows_every_location_to_come(match, people):
    page = visit(people("ada")).get(f"/tables/{match.pk}/orders/").content.decode()
    places = range(len(match.read_state().edition.board))
    assert all(f'name="say-{place}"' in page for place in places)
    assert "Only you see this" in page
    assert "Every lot asks you" in page
    assert "csrfmiddlewaretoken" in page
    assert re.search(r"<button[^>]*>\s*Save\s*</button>", page)


def test_a_limit_is_saved_and_told_with_what_it_would_do(match, people):
    ada = visit(people("ada"))
    answer = say(ada, match, **LIMIT)
    assert answer.status_code == 302
    assert sheet(match).orders.lot(1, 1) == LotOrder(Say.LIMIT, 5)
    page = ada.get(answer.url).content.decode()
    assert "Your orders are saved." in page
    assert re.search(r"If nobody bids above <b>\$4M</b>, you win it at\s*<b>\$5M</b> at most", page)


def test_a_script_gets_the_sheet_alone(match, people):
    page = say(visit(people("ada")), match, scripted=True, **LIMIT).content.decode()
    assert page.lstrip().startswith("<form")
    assert 'data-sheet="1"' in page


def test_everything_that_can_be_said_is_kept_and_shown_again(match, people):
    state = match.read_state()
    board, edition = state.edition.board, state.edition
    party = next(place for place, spot in enumerate(board) if spot.is_party)
    screenplay = edition.screenplays[state.screenplays[0][0]].id
    tile = edition.tiles[state.lot_at(1, 1)[0]].id
    said: dict[str, Any] = {
        **LIMIT,
        "only-1": ["won:2", "leads:1", "keeps:3"],
        "otherwise-1": "pass",
        "drives-1": "1",
        "place-1": [f"{tile}/{screenplay}", ""],
        f"say-{party}": "wish",
        f"kind-{party}": ["director", "camera", ""],
        f"stars-{party}": ["2", "", ""],
        "capped": "1",
        "cap": "9",
        "place-all": [f"actor/{screenplay}/over", ""],
        "throw": ["joker"],
        "placing_director": "1",
        "say-all": "director",
    }
    ada = visit(people("ada"))
    say(ada, match, **said)
    orders = sheet(match).orders
    lot = orders.lot(1, 1)
    assert (lot.unless_won, lot.while_leads, lot.keeps, lot.otherwise, lot.drives) == (2, 1, 3, Say.PASS, True)
    assert [(rule.what, rule.screenplay, rule.covers) for rule in lot.places] == [(tile, screenplay, False)]
    assert [(wish.kind, wish.stars) for wish in orders.parties[party].tiles] == [("director", 2), ("camera", -1)]
    assert orders.cap == 9
    assert orders.party == PartyWish(as_director=True)
    assert orders.placing.as_director
    assert orders.placing.discards == ("joker",)
    assert orders.placing.rules[0].covers
    page = ada.get(f"/tables/{match.pk}/orders/").content.decode()
    for value in ("won:2", "leads:1", "keeps:3", f"{tile}/{screenplay}", f"actor/{screenplay}/over", "director"):
        assert f'value="{value}" selected' in page or f'value="{value}" checked' in page
    # What a page shows is what it sends: to save it again changes nothing.
    number, other = sheet(match).number, max(place for place, spot in enumerate(board) if spot.is_party)
    say(ada, match, **said, **{f"say-{other}": "always"})
    assert sheet(match).number == number


def test_a_refusal_stands_beside_its_line_and_changes_nothing(match, people):
    page = say(visit(people("ada")), match, **{"say-0": "limit", "limit-0": "99"}, **LIMIT).content.decode()
    line = page[page.index('id="order-0"') : page.index('id="order-1"')]
    assert "more money than you have" in line
    assert page.count("orders__refusal") == 1
    assert not OrderSheet.objects.exists()


def test_a_limit_above_the_cap_is_refused_in_words(match, people):
    page = say(visit(people("ada")), match, capped="1", cap="3", **LIMIT).content.decode()
    assert "above what all your lots may cost together" in page


@pytest.mark.parametrize(
    "said",
    [
        {"say-1": "perhaps"},
        {"say-1": "limit", "limit-1": "-3"},
        {"say-1": "limit", "limit-1": "5", "only-1": "won:99"},
        {"say-1": "limit", "limit-1": "5", "only-1": "leads:x"},
        {"place-all": "actor/nowhere"},
        {"throw": "nothing"},
    ],
)
def test_what_cannot_be_meant_is_refused(match, people, said):
    answer = say(visit(people("ada")), match, **said)
    assert "That is not one of the choices." in answer.content.decode()
    assert not OrderSheet.objects.exists()


def test_an_older_page_changes_nothing_and_shows_the_newer_sheet(match, people):
    ada, old = visit(people("ada")), fields(match, **LIMIT)
    say(ada, match, **{"say-1": "limit", "limit-1": "3"})
    page = ada.post(f"/tables/{match.pk}/orders/", old).content.decode()
    assert "You have changed your orders elsewhere in the meantime" in page
    assert sheet(match).orders.lot(1, 1).limit == 3
    assert 'name="sheet" value="1"' in page


def test_the_same_edit_sent_twice_is_one(match, people):
    ada, sent = visit(people("ada")), fields(match, **LIMIT)
    for _ in range(2):
        assert ada.post(f"/tables/{match.pk}/orders/", sent).status_code == 302
    assert sheet(match).number == 1


def test_all_orders_are_taken_back_at_once(match, people):
    ada = visit(people("ada"))
    say(ada, match, **LIMIT, placing_director="1")
    ada.post(f"/tables/{match.pk}/orders/revoke/", {"sheet": 1, "panel": "1"})
    orders = sheet(match).orders
    assert orders.lot(1, 1).say == Say.ASK
    assert orders.placing == PlacingWishes()


def test_the_bar_sets_a_limit_and_takes_it_back(match, people):
    grace = visit(people("grace"))
    bar = {"quarter": 1, "location": 0, "sheet": 0}
    grace.post(f"/tables/{match.pk}/orders/", {**bar, "limit_now": "1", "up_to": "4"})
    assert sheet(match, 1).orders.lot(1, 0) == LotOrder(Say.LIMIT, 4)
    grace.post(f"/tables/{match.pk}/orders/", {**bar, "sheet": 1, "ask_again": "1"})
    assert sheet(match, 1).orders.lot(1, 0) == LotOrder()
    grace.post(f"/tables/{match.pk}/orders/", {**bar, "sheet": 2, "pass_ahead": "1"})
    assert sheet(match, 1).orders.lot(1, 0) == LotOrder(Say.PASS)


def test_a_limit_on_turn_bids_at_once(match, people):
    answer = visit(people("ada")).post(
        f"/tables/{match.pk}/orders/", {"quarter": 1, "location": 0, "sheet": 0, "limit_now": "1", "up_to": "4"}
    )
    assert answer.url == match.get_absolute_url()
    match.refresh_from_db()
    assert match.read_state().bid == 0
    assert match.number == 1


def test_a_refusal_of_the_bar_is_said_at_the_table(match, people):
    ada = visit(people("ada"))
    sent = {"quarter": 1, "location": 0, "sheet": 0, "limit_now": "1", "up_to": "99"}
    page = ada.post(f"/tables/{match.pk}/orders/", sent, follow=True).content.decode()
    assert "more money than you have" in page


def test_whoever_has_no_seat_has_no_orders(match, people):
    stranger = visit(people("stranger"))
    assert stranger.get(f"/tables/{match.pk}/orders/").url == match.get_absolute_url()
    answer = stranger.post(f"/tables/{match.pk}/orders/", fields(match, **LIMIT), follow=True)
    assert "You do not sit at this table." in answer.content.decode()
    assert not OrderSheet.objects.exists()
    assert 'id="tab-orders"' not in stranger.get(f"/tables/{match.pk}/").content.decode()
    assert 'id="tab-orders"' in visit(people("ada")).get(f"/tables/{match.pk}/").content.decode()


def test_nobody_logged_in_is_led_to_the_entrance(match):
    assert "/account/login/" in Client().post(f"/tables/{match.pk}/orders/", {}).url
    assert Client().get(f"/tables/{match.pk}/orders/").url == match.get_absolute_url()


def test_after_the_end_there_is_no_sheet(match, people):
    finish(match)
    ada = visit(people("ada"))
    assert ada.get(f"/tables/{match.pk}/orders/").url == match.get_absolute_url()
    assert 'id="tab-orders"' not in ada.get(f"/tables/{match.pk}/").content.decode()
    page = ada.post(
        f"/tables/{match.pk}/orders/", {"sheet": 0, "quarter": 1, "location": 0, "pass_ahead": "1"}, follow=True
    )
    assert "This match is over." in page.content.decode()


def test_a_lot_that_is_sold_is_no_longer_on_the_sheet(match, people):
    for seat, number in ((0, 1), (1, 2)):
        play_move(match_id=match.pk, seat=seat, move=Pass(), number=number)
    page = visit(people("ada")).get(f"/tables/{match.pk}/orders/").content.decode()
    assert 'name="say-0"' not in page
    assert 'name="say-1"' in page


def test_an_order_that_stops_says_why(match, people):
    changes = Changes(1, lots={0: LotOrder(Say.LIMIT, 5, while_leads=2)})
    give_orders(match_id=match.pk, seat=0, changes=changes, number=0)
    page = visit(people("ada")).get(f"/tables/{match.pk}/orders/").content.decode()
    assert "Your order asks you: the studio you named does not lead." in page


def test_an_order_that_is_about_to_answer_says_so_to_its_owner_alone(match, people):
    give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder(Say.LIMIT, 5)}), number=0)
    play_move(match_id=match.pk, seat=0, move=Bid(1), number=1)
    words = "Your order answers in a moment."
    assert words in visit(people("grace")).get(f"/tables/{match.pk}/").content.decode()
    assert words not in visit(people("hedy")).get(f"/tables/{match.pk}/").content.decode()


@pytest.mark.parametrize("named", [False, True])
def test_who_has_answered_is_named_only_where_the_table_has_it_so(people, table, named):
    match = begin(people, table, "grace", "hedy", auctions=Match.Auctions.TOGETHER, answers_named=named)
    give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder(Say.PASS)}), number=0)
    for viewer in ("ada", "hedy"):
        page = visit(people(viewer)).get(f"/tables/{match.pk}/").content.decode()
        assert "1 of 3 have answered." in page
        assert ("has answered" in page) == named
        assert ("is asked" in page) == named
        assert "to act" not in page
    assert "You pass for this lot" in visit(people("grace")).get(f"/tables/{match.pk}/").content.decode()
    assert "Bids are gathered" in Client().get(f"/tables/{match.pk}/").content.decode()


def test_the_last_answer_knows_that_it_is_the_last(people, table):
    match = begin(people, table, "grace", auctions=Match.Auctions.TOGETHER)
    give_orders(match_id=match.pk, seat=1, changes=Changes(1, lots={0: LotOrder(Say.PASS)}), number=0)
    assert "Yours is the last answer" in visit(people("ada")).get(f"/tables/{match.pk}/").content.decode()
    assert "Yours is the last answer" not in visit(people("grace")).get(f"/tables/{match.pk}/").content.decode()
