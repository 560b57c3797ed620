"""The table in a real browser: by keyboard alone, without script, plans and their undoing, and for everybody."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import Moment, begin, begin_at, bids, chooses, never, places
from tests.browser.players import KeyboardPlayer, PlainPlayer, Player, next_to_act

pytestmark = pytest.mark.django_db(transaction=True)


def entries(match: Match) -> list[list[str]]:
    """What was played, without who did."""
    return [entry[1:] for entry in match.moves.order_by("number").values_list("entry", flat=True)]


def play_to_the_first_party(hero: Player, other: Player) -> list[str]:
    """The hero buys the first large lot, lays it out as a plan, and chooses at the party; the answer tells how."""
    done: list[str] = []
    while done[-2:] != ["take", "place"]:
        player = next_to_act([hero, other])
        assert player
        if player is hero:
            done.append(hero.act(bids="plan" not in done and hero.page.locator("#lot .offer").count() == 3))
        else:
            opens = other.page.locator(".lot__amount--none").count() > 0
            other.act(bids=opens)
    return done


def test_an_auction_a_plan_and_a_party_by_keyboard_alone(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin(ada.user, grace.user)
    hero, other = KeyboardPlayer(ada, match).sit(), Player(grace, match).sit()
    done = play_to_the_first_party(hero, other)
    assert {"bid", "pass", "plan", "take"} <= set(done)
    # The focus stands where play goes on, never at the beginning of the page.
    assert hero.page.evaluate("document.activeElement.closest('#actions, #lot, #studio') !== null")


def test_tabs_and_talk_by_keyboard_alone(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin(ada.user, grace.user)
    hero = KeyboardPlayer(ada, match)
    hero.sit()
    hero.walk_to(hero.page.locator("#tab-log"))
    hero.page.keyboard.press("ArrowRight")
    expect(hero.page.locator("#tab-talk")).to_be_focused()
    hero.walk_to(hero.page.locator("#talk-text"))
    hero.page.keyboard.type("Good evening")
    hero.page.keyboard.press("Enter")
    expect(hero.page.locator("#talk-lines")).to_contain_text("Good evening")
    expect(hero.page.locator("#talk-text")).to_be_focused()


def test_the_same_without_script(visit: Visit) -> None:
    ada, grace = visit("ada", script=False, width=360), visit("grace", script=False)
    match = begin(ada.user, grace.user)
    done = play_to_the_first_party(PlainPlayer(ada, match).sit(), PlainPlayer(grace, match).sit())
    assert {"bid", "pass", "plan", "take"} <= set(done)


def test_without_script_a_late_move_is_refused_in_words_and_shows_the_fresh_table(visit: Visit) -> None:
    ada, grace = visit("ada", script=False), visit("grace", script=False)
    match = begin_at(bids(0), ada.user, grace.user)
    tab = PlainPlayer(ada, match).sit()
    late = ada.context.new_page()
    late.goto(tab.address)
    tab.let_pass()
    late.locator("#actions button[name=bid]").first.click()
    expect(late.locator("#messages")).to_contain_text("The table has moved on. Here it is as it stands.")
    expect(late.locator("#table-version")).to_have_attribute("data-number", str(match.number + 1))
    assert entries(match)[-1] == ["pass"]


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_a_take_and_then_a_placing_are_taken_back(visit: Visit, script: bool) -> None:
    ada, grace, hedy = visit("ada", script=script), visit("grace"), visit("hedy")
    # Whoever chooses next still has a choice: what is forced would come by itself, and end it.
    match = begin_at(chooses(0, tiles=3), ada.user, grace.user, hedy.user, title="Party")
    player = (Player if script else PlainPlayer)(ada, match).sit()
    offered = player.offered
    tiles = offered.evaluate_all("buttons => buttons.map((button) => button.value)")
    player.take(tiles[0])
    expect(player.hand).to_have_count(1)
    player.undo()
    expect(offered).to_have_count(len(tiles))
    player.take(tiles[1])
    player.lay(player.lit.first)
    player.confirm()
    expect(player.undo_button).to_be_visible()
    player.undo()
    expect(player.hand).to_have_attribute("data-tile", tiles[1])
    assert [entry[0] for entry in entries(match)[match.number :]] == ["take", "undo", "take", "place", "undo"]


def test_a_plan_is_changed_and_confirmed_at_once(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(places(0, tiles=3), ada.user, grace.user)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()
    first, second, third = (tile.get_attribute("data-tile") or "" for tile in player.hand.all())
    laid = []
    for tile in (first, second):
        player.pick_up(tile)
        laid.append(player.lit.first.get_attribute("id"))
        player.lay(player.lit.first)
    player.take_back(player.page.locator(".hand__back").first)
    expect(player.page.locator(f"#tile-{first}")).to_have_attribute("aria-current", "true")
    elsewhere = player.page.locator(f"#studio a[data-space]:not(#{laid[0]}, #{laid[1]})").first
    chosen = elsewhere.get_attribute("id") or ""
    player.lay(elsewhere)
    player.pick_up(third)
    player.put_aside()
    assert not match.moves.filter(number__gt=match.number).exists(), "nothing is final yet"
    expect(other.version).to_have_attribute("data-number", str(match.number))
    player.confirm()
    played = entries(match)[match.number :]
    assert [entry[:2] for entry in played] == [["place", second], ["place", first], ["discard", third]]
    assert chosen == f"lay-{played[1][2]}-{played[1][3]}"
    expect(other.version).to_have_attribute("data-number", str(match.number + 3))


def test_a_tile_is_dragged_to_its_space(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(places(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    player.hand.first.hover()
    player.page.mouse.down()
    player.page.mouse.move(500, 500)
    box = player.page.locator("#studio .space--lit").first.bounding_box()
    assert box
    player.page.mouse.move(box["x"] + 8, box["y"] + 8)
    player.page.mouse.up()
    expect(player.plan).to_have_count(1)


@pytest.mark.parametrize(
    "moment",
    [bids(0, tiles=3, quarter=2), chooses(0, quarter=2), places(0, tiles=2, quarter=3), never],
    ids=["auction", "party", "placing", "end"],
)
def test_the_table_holds_its_width_and_passes_axe(visit: Visit, moment: Moment) -> None:
    ada = visit("ada", width=360)
    page = Player(ada, begin_at(moment, ada.user, somebody("grace"), None, None)).sit().page
    assert_open_in_every_look(page)
    tiles = page.locator("#lot a[data-tile]")
    if tiles.count():
        tiles.first.click()
        expect(page.locator("#lot")).to_have_attribute("data-picked", re.compile("."))
        assert_open_in_every_look(page)


def test_styles_that_an_extension_sets_are_not_refused_when_the_table_is_drawn_anew(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(places(0, tiles=2), ada.user, somebody("grace"), title="Feel")
    hero = Player(ada, match).sit()
    hero.page.evaluate("document.querySelectorAll('#table *').forEach(({ style }) => { style.outlineOffset = '1px'; })")
    for tile in hero.hand.all():
        hero.pick_up(tile.get_attribute("data-tile") or "")
    hero.lay(hero.lit.first)
    assert ada.complaints == []


def test_all_that_came_at_once_is_read_out_in_its_order_and_then_what_one_is_asked(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(places(0, tiles=2), ada.user, grace.user, title="Feel")
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    number = hero.number
    hero.place_all()
    other.wait_for_news(number)
    live = other.page.locator("#live")
    expect(live).to_have_text(re.compile(r"^ada (places|discards) .+ ada (places|discards) .+"))
    while other.turn != "mine":
        hero.act()
        other.wait_for_turn()
    expect(live).to_have_text(
        re.compile(r"^ada .+\. (Your bid|Your choice|Place \d tiles?)\. .+\.$|^grace wins .+\. Place ")
    )
