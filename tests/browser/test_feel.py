"""The table comes alive: what happened is seen to move and heard, and nothing of it is in anybody's way."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit, somebody
from tests.browser.feel import MOVES, sell_to
from tests.browser.moments import begin_at, bids, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)

# Everything that is ever set in motion, with its name and how long it takes; and how many marks there were.
NOTE_MOTION = """
window.motion = [];
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  const animation = animate.call(this, frames, options);
  queueMicrotask(() => window.motion.push([animation.id, options.delay ?? 0, options.duration]));
  return animation;
};
// What came and went again while the machine was busy with something else was there all the same.
window.marks = 0;
new MutationObserver((changes) => {
  for (const { addedNodes } of changes)
    for (const node of addedNodes) if (node.classList?.contains("motion__mark")) window.marks += 1;
}).observe(document, { subtree: true, childList: true });
"""


def assert_marks(player: Player, count: int) -> None:
    player.page.wait_for_function("count => window.marks >= count", arg=count)
    assert player.page.evaluate("window.marks") == count


def moved(page: Page, name: str) -> list[list[Any]]:
    return [[delay, duration] for found, delay, duration in page.evaluate("window.motion") if found == name]


def test_money_leaves_the_winner_and_comes_to_the_others_in_time(visit: Visit) -> None:
    ada, grace, hedy = visit("ada", **MOVES), visit("grace"), visit("hedy")
    ada.context.add_init_script(NOTE_MOTION)
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    hero, *others = [Player(person, match).sit() for person in (ada, grace, hedy)]
    sell_to(hero, *others, amount=6)
    assert moved(hero.page, "bid")
    assert moved(hero.page, "price") == [[0, 240]]
    assert moved(hero.page, "share") == [[360, 240], [400, 240]]
    expect(hero.page.locator("#bidding .lot__note")).to_contain_text("middle: $1M")  # what does not divide
    assert_marks(hero, 2)
    expect(hero.page.locator(".motion__mark")).to_have_count(0)
    expect(hero.page.locator(".motion > *")).to_have_count(0)


# Signs of money that lie over words, seen whenever one comes or something is drawn under it.
NOTE_COVERED = """
window.covered = [];
const look = () => {
  for (const sign of document.querySelectorAll(".motion__mark")) {
    const over = sign.getBoundingClientRect();
    for (const part of document.querySelectorAll(".rival__head > *, #own_score .money, #own_score .score__sum")) {
      const box = part.getBoundingClientRect();
      const across = Math.min(over.right, box.right) - Math.max(over.left, box.left);
      const down = Math.min(over.bottom, box.bottom) - Math.max(over.top, box.top);
      if (box.width && across > 1 && down > 6) window.covered.push(`${sign.innerText} over ${part.innerText}`);
    }
  }
};
addEventListener("DOMContentLoaded", () =>
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true }));
"""


def test_what_somebody_got_covers_neither_what_they_have_nor_what_they_bid(visit: Visit) -> None:
    ada, grace, hedy = visit("ada"), visit("grace"), visit("hedy")
    grace.context.add_init_script(NOTE_MOTION + NOTE_COVERED)
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    hero, looker, other = [Player(person, match).sit() for person in (ada, grace, hedy)]
    sell_to(hero, looker, other)
    assert_marks(looker, 2)
    assert looker.page.evaluate("window.covered") == []


# Everything that a place of the table ever said, in order.
NOTE_WORDS = """(place) => {
  window.said = [place.innerText];
  new MutationObserver(() => window.said.push(place.innerText)).observe(place, { subtree: true, characterData: true });
}"""


def test_money_counts_to_what_it_is_now_and_ends_there(visit: Visit) -> None:
    ada, grace, hedy = visit("ada", **MOVES), visit("grace", reduced_motion="reduce"), visit("hedy")
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    hero, *others = [Player(person, match).sit() for person in (ada, grace, hedy)]
    for player in (hero, others[0]):
        player.page.locator("#own_score .money").evaluate(NOTE_WORDS)
    before = hero.page.evaluate("window.said[0]")
    sell_to(hero, *others, amount=6)
    expect(hero.page.locator("#own_score .money")).not_to_have_text(before)
    number = int(re.sub(r"\D", "", before))
    expect(hero.page.locator("#own_score .money")).to_contain_text(f"${number - 6}M")
    amounts = [int(re.sub(r"\D", "", words)) for words in hero.page.evaluate("window.said")]
    assert amounts == sorted(amounts, reverse=True), "it goes one way"
    assert amounts[:2] == [number, number], "and sets out from what it was"
    said = others[0].page.evaluate("window.said")
    assert said[0] not in said[1:], "where nothing shall move it is there at once"


def test_a_tile_flies_to_its_space_for_its_owner_and_for_others(visit: Visit) -> None:
    ada, grace = visit("ada", **MOVES), visit("grace", **MOVES)
    for person in (ada, grace):
        person.context.add_init_script(NOTE_MOTION)
    match = begin_at(places(0), ada.user, grace.user)
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    hero.pick_up(hero.hand.first.get_attribute("data-tile") or "")
    hero.lay(hero.lit.first)
    assert moved(hero.page, "tile") == [[0, 440]]
    number = other.number
    hero.confirm()
    other.wait_for_news(number)
    expect(other.page.locator("#log .log__line--tile_placed").first).to_be_attached()
    assert len(moved(other.page, "tile")) == 1
    assert len(moved(hero.page, "tile")) == 1, "what was laid out already does not fly again"


def test_where_nothing_shall_move_only_the_marks_are_shown(visit: Visit) -> None:
    ada, grace, hedy = visit("ada", reduced_motion="reduce"), visit("grace"), visit("hedy")
    ada.context.add_init_script(NOTE_MOTION)
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    hero, *others = [Player(person, match).sit() for person in (ada, grace, hedy)]
    sell_to(hero, *others)
    assert_marks(hero, 2)
    assert hero.page.evaluate("window.motion") == []


def test_the_next_answer_waits_for_no_motion_and_many_moves_do_not_queue_up(visit: Visit) -> None:
    ada, grace = visit("ada", **MOVES), visit("grace")
    ada.context.add_init_script(NOTE_MOTION)
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, title="Feel")
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    # Ten entries at once, as after an absence: what they brought is drawn, and nothing flies.
    hero.page.evaluate(
        """() => {
          const box = document.createElement("div");
          box.innerHTML = Array.from({ length: 10 }, (_, place) =>
            `<li id="entry-${900 + place}" class="log__entry"><div><p class="log__line log__line--lot_won"` +
            ` data-seat="1" data-price="$5M" data-share="$1M"></p></div></li>`).reverse().join("");
          document.getElementById("log").prepend(...box.children);
        }"""
    )
    assert moved(hero.page, "price") == []
    sell_to(hero, other)
    running = "document.getAnimations().filter(({ id }) => id === 'price').length"
    assert hero.page.evaluate(running) <= 1
    hero.place_all()


def test_sound_is_off_until_somebody_turns_it_up(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(bids(0), ada.user, somebody("grace"))
    page = Player(ada, match).sit().page
    menu = page.locator("details[data-sound]")
    expect(menu).to_have_attribute("data-sound", "off")
    menu.locator("summary").click()
    menu.locator("[data-volume]").fill("60")
    expect(menu).to_have_attribute("data-sound", "on")
    page.reload()
    expect(menu).to_have_attribute("data-sound", "on")
