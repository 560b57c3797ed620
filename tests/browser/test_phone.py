"""On a phone the page keeps still under the finger, and comes to where play is."""

import pytest
from django.db import connection
from playwright.sync_api import expect

from games.engine import State
from games.models import Match
from tests.browser.conftest import Visit, somebody
from tests.browser.feel import MOVES, NOTE_SHIFTS, bid_high, sell_to
from tests.browser.moments import begin_at, bids, chooses, never, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)


# What is read in the bar: the question, the names of those who lead or choose, and how far they are.
IN_BAR = "#question, #carry b, #carry small"
CUT = """all => all.filter((one) => one.clientWidth)
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 6)
  .map((one) => one.outerHTML)"""
# Words that touch the edge of their button.
WITHOUT_AIR = """all => all.filter((one) => {
  const words = document.createRange();
  words.selectNodeContents(one);
  const { left, right } = one.getBoundingClientRect();
  return [...words.getClientRects()].some((line) => line.left < left + 4 || line.right > right - 4);
}).map((one) => one.innerText)"""


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_the_tile_is_the_button_and_no_name_runs_out(visit: Visit, language: str) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(chooses(0, tiles=3), ada.user, None, None, None, title="Party")
    hero = Player(ada, match).sit()
    read = hero.page.locator(f"#lot button, #actions button, {IN_BAR}, .tile__name")
    assert read.evaluate_all(CUT) == []
    expect(hero.actions.locator("[name=take]")).to_have_count(0)
    hero.take(hero.offered.first.get_attribute("value") or "")
    expect(hero.page.locator("#studio .space--lit").first).to_be_attached()
    assert read.evaluate_all(CUT) == []
    sign = hero.undo_button.locator(".icon").bounding_box()
    assert sign
    assert sign["width"] >= 16, "the way back is not an empty box"


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_all_answers_are_whole_beside_a_hint(visit: Visit, language: str) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(bids(0), ada.user, None, None, None, title="Reel 127")
    Match.objects.filter(pk=match.pk).update(hints_allowed=True)
    connection.close()
    hero = Player(ada, match).sit()
    expect(hero.page.locator("#ask-hint")).to_be_in_viewport(ratio=1)
    answers = hero.actions.locator(".action-bar__answers > :is(button, details):visible")
    boxes = answers.evaluate_all("all => all.map((one) => one.getBoundingClientRect().toJSON())")
    assert min(box["width"] for box in boxes) >= 44
    assert max(box["right"] for box in boxes) > 330, "they have the whole width"
    worded = hero.actions.locator(".action-bar__answers :is(button, summary):visible")
    assert worded.evaluate_all(WITHOUT_AIR) == []


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_who_bids_what_is_whole_in_the_bar_and_beside_the_lot(visit: Visit, language: str) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(answers_a_bid, ada.user, None, None, None, title="Evening")
    Match.objects.filter(pk=match.pk).update(hints_allowed=True)
    connection.close()
    hero = Player(ada, match).sit()
    expect(hero.page.locator("[data-carry-bid] b")).to_have_count(2)
    assert hero.page.locator(f"{IN_BAR}, .bidder b").evaluate_all(CUT) == []


def answers_a_bid(state: State) -> bool:
    """The first seat is outbid on three tiles, and somebody else has passed."""
    return bids(0, tiles=3)(state) and state.bid > 0 and len(state.queue) < 4


# Deals with which ada is the first to choose.
PARTIES = [
    (4, "dream-factory-2009", "fr", "Party 1"),
    (5, "dream-factory-2009", "fr", "Party 1"),
    (4, "traumfabrik-2000", "de", "Party 31"),
    (5, "traumfabrik-2000", "de", "Party 1"),
]


@pytest.mark.parametrize(("tiles", "edition", "language", "deal"), PARTIES)
def test_on_a_phone_every_tile_of_a_large_party_is_seen(
    visit: Visit, tiles: int, edition: str, language: str, deal: str
) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(chooses(0, tiles=tiles), ada.user, *[None] * (tiles - 1), title=deal, edition=edition)
    hero = Player(ada, match).sit()
    expect(hero.offered).to_have_count(tiles)
    for offer in hero.offered.all():
        expect(offer).to_be_in_viewport(ratio=1)
    bottom = "tiles => Math.max(...tiles.map((tile) => tile.getBoundingClientRect().bottom))"
    bar = hero.page.locator(".dock").bounding_box()
    assert bar
    assert hero.offered.evaluate_all(bottom) <= bar["y"]
    rows = hero.offered.evaluate_all("tiles => tiles.map((tile) => Math.round(tile.getBoundingClientRect().top))")
    assert rows == sorted(rows)
    assert [rows.count(row) for row in sorted(set(rows))] == [3, tiles - 3]
    cut = "hints => hints.filter((hint) => hint.scrollHeight > hint.clientHeight + 1).map((hint) => hint.innerText)"
    assert hero.page.locator("#lot .offer__hint").evaluate_all(cut) == []
    hero.page.set_viewport_size({"width": 768, "height": 1024})
    bar = hero.page.locator(".dock").bounding_box()
    assert bar
    assert hero.offered.evaluate_all(bottom) <= bar["y"]


def test_on_a_phone_the_page_comes_to_the_lot_and_to_a_lit_space(visit: Visit) -> None:
    ada, grace = visit("ada", width=360), visit("grace")
    match = begin_at(bids(1, tiles=3), ada.user, grace.user, title="Feel")
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    hero.page.evaluate("scrollTo(0, document.body.scrollHeight)")
    expect(hero.page.locator("#carry .kind")).to_have_count(3)
    other.bid()
    hero.wait_for_turn()
    expect(hero.page.locator("#lot")).to_be_in_viewport()
    expect(hero.page.locator("[data-carry-bid]")).to_contain_text("grace")
    sell_to(hero, other)
    hero.pick_up(hero.hand.last.get_attribute("data-tile") or "")
    expect(hero.page.locator("#studio .space--lit").first).to_be_in_viewport()


# A space for the tile in hand, as a whole, between the edge of the page and the bar.
SHOWS_LIT = """() => [...document.querySelectorAll("#studio .space--lit")].some((space) => {
  const { top, bottom, height } = space.getBoundingClientRect();
  return height && top >= 0 && bottom <= document.querySelector(".dock").getBoundingClientRect().top;
})"""


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
def test_on_a_phone_a_tile_that_comes_because_others_pass_shows_where_it_may_lie(visit: Visit, motion: str) -> None:
    ada, grace = visit("ada", width=360, reduced_motion=motion), visit("grace")
    match = begin_at(opens_for_one_tile, ada.user, grace.user, title="Feel")
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    sell_to(hero, other)
    expect(hero.hand).to_have_attribute("aria-current", "true")
    hero.page.wait_for_function(SHOWS_LIT)


def opens_for_one_tile(state: State) -> bool:
    """The first seat is asked for a lot of a single tile."""
    return bids(0, tiles=1)(state) and len(state.lot()) == 1


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_the_score_sheet_is_whole(visit: Visit, language: str) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(never, ada.user, None, None, None, title="Late show")
    hero = Player(ada, match).sit()
    sheet = hero.page.locator(".table-scroll:has(.score-sheet)")
    expect(sheet.locator("tbody td:last-child").first).to_be_visible()
    assert sheet.evaluate("sheet => sheet.scrollWidth - sheet.clientWidth") == 0


# Where a space is once its tile has come to it, and how high the page was scrolled then.
NOTE_ARRIVAL = """
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const animation = animate.call(this, frames, options);
  queueMicrotask(() => {
    if (animation.id === "tile") window.starts = this.getBoundingClientRect().top;
    if (animation.id !== "arrives") return;
    animation.finished.then(() => {
      const { top, bottom } = this.getBoundingClientRect();
      window.arrived = top > 0 && bottom < document.querySelector(".dock").getBoundingClientRect().top;
    });
  });
  return animation;
};
"""


def test_on_a_phone_a_tile_is_seen_to_arrive_before_the_page_goes_back_for_the_next(visit: Visit) -> None:
    ada = visit("ada", width=360, has_touch=True, is_mobile=True, **MOVES)
    ada.context.add_init_script(NOTE_ARRIVAL)
    match = begin_at(places(0, tiles=3), ada.user, somebody("grace"), somebody("hedy"), title="Feel")
    hero = Player(ada, match).sit()
    hero.hand.last.tap()
    space = hero.lit.last
    space.scroll_into_view_if_needed()
    space.tap()
    hero.page.wait_for_function("() => window.arrived !== undefined")
    assert hero.page.evaluate("window.arrived"), "the page stays until it is there"
    assert hero.page.evaluate("window.starts") < 100, "it comes from above, where the lot is"
    expect(hero.page.locator("#lot")).to_be_in_viewport(ratio=0.9)


def test_on_a_phone_nothing_moves_because_of_what_others_do(visit: Visit) -> None:
    ada, grace, hedy = visit("ada", width=360), visit("grace"), visit("hedy")
    ada.context.add_init_script(NOTE_SHIFTS)
    match = begin_at(bids(1, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    looker, buyer, other = [Player(person, match).sit() for person in (ada, grace, hedy)]
    looker.page.evaluate("document.getElementById('studio').scrollIntoView()")
    looker.page.evaluate("window.shift = 0")
    bid_high(buyer, 5)
    other.wait_for_turn()
    other.let_pass()
    looker.wait_for_turn()
    looker.let_pass()
    number = looker.number
    buyer.place_all()
    looker.wait_for_news(number)
    assert looker.page.evaluate("window.shift") < 0.1


def test_a_long_press_tells_what_a_tile_is_and_answers_nothing(visit: Visit) -> None:
    ada = visit("ada", width=360, has_touch=True)
    match = begin_at(chooses(0, tiles=3), ada.user, somebody("grace"), somebody("hedy"), title="Party")
    hero = Player(ada, match).sit()
    tile = hero.offered.first
    box = tile.bounding_box()
    assert box
    session = ada.context.new_cdp_session(hero.page)
    finger = [{"x": box["x"] + 30, "y": box["y"] + 40}]
    session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})
    expect(hero.page.locator(".what")).to_contain_text(tile.locator(".tile__name").inner_text())
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(hero.page.locator(".what")).to_have_count(0)
    assert hero.number == match.number
