"""Keys at the table: they press what stands there, never from a field or with a modifier; they can be switched off."""

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin, begin_at, bids, chooses, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)


def latest(match: Match) -> list[object]:
    """What was played last, without who did."""
    entry: list[object] = match.moves.order_by("number").values_list("entry", flat=True).last()
    return entry[1:]


def test_b_bids_the_least_digits_bid_that_much_and_p_passes(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin(ada.user, grace.user, host_begins=True)
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    for keys, entry in (("b", ["bid", 0]), ("11", ["bid", 11])):
        hero.wait_for_turn()
        expect(hero.actions).not_to_have_attribute("data-settling", "")
        before = hero.number
        hero.page.keyboard.type(keys)
        hero.wait_for_news(before)
        assert latest(match) == entry
        if entry == ["bid", 0]:
            other.wait_for_turn()
            other.bid()
    match = begin(ada.user, grace.user, host_begins=True, title="Again")
    hero = Player(ada, match).sit()
    hero.page.keyboard.press("p")
    hero.wait_for_news(0)
    assert latest(match) == ["pass"]


def test_what_cannot_be_bid_is_told_and_a_number_that_is_begun_can_be_given_up(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, somebody("grace"), host_begins=True)
    hero = Player(ada, match).sit()
    typed = hero.page.locator("#typed-bid")
    hero.page.keyboard.type("19")
    expect(typed).to_contain_text("You cannot bid 19.")
    expect(typed).to_be_hidden()
    hero.page.keyboard.press("1")
    expect(typed).to_contain_text("Bid 1")
    hero.page.keyboard.press("Escape")
    expect(typed).to_be_hidden()
    assert not match.moves.exists()


def test_no_key_answers_from_a_field_with_a_modifier_or_when_switched_off(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, somebody("grace"), host_begins=True)
    hero = Player(ada, match).sit()
    hero.page.locator("#tab-talk").click()
    hero.page.locator("#talk-text").press_sequentially("pb5?")
    expect(hero.page.locator("#talk-text")).to_have_value("pb5?")
    hero.page.locator("#question").click()
    for chord in ("Control+b", "Alt+p", "Meta+5"):
        hero.page.keyboard.press(chord)
    hero.page.keyboard.press("?")
    dialog = hero.page.get_by_role("dialog", name="Keys")
    expect(dialog).to_be_visible()
    assert_open_to_all(hero.page)
    hero.page.keyboard.press("p")
    dialog.get_by_label("Use these keys").uncheck()
    hero.page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    hero.page.keyboard.press("p")
    hero.page.keyboard.press("?")
    expect(dialog).to_be_hidden()
    assert not match.moves.exists()


def test_caps_show_only_where_a_keyboard_was_used(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, somebody("grace"), host_begins=True)
    hero = Player(ada, match).sit()
    cap = "getComputedStyle(document.querySelector('#actions [name=pass]'), '::after').content"
    assert hero.page.evaluate(cap) == "none"
    hero.page.keyboard.press("ArrowRight")
    assert '"P"' in hero.page.evaluate(cap)


def test_arrows_and_enter_place_and_u_takes_back(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(places(0, tiles=2), ada.user, somebody("grace"))
    hero = Player(ada, match).sit()
    # What the plan has put somewhere. The form holds more where the rest fits nowhere: that goes with the plan too.
    laid = hero.page.locator("#lot .hand__back")
    in_hand = hero.page.locator("#lot [aria-current=true]")
    for count in (1, 2):
        if not in_hand.count():  # the last one is picked up by itself
            hero.page.keyboard.press("ArrowRight")
            hero.page.keyboard.press("Enter")
            in_hand.wait_for()
        hero.page.keyboard.press("ArrowRight")
        hero.page.keyboard.press("Enter")
        expect(laid).to_have_count(count)
    hero.page.keyboard.type("uu")  # the second comes while the first is under way
    expect(laid).to_have_count(0)


def test_a_key_that_comes_too_soon_after_a_new_question_is_told_and_answers_nothing(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(1), ada.user, grace.user)
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    hero.page.evaluate(
        """document.addEventListener("table:drawn", ({ target }) => {
          const press = (key) => document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
          if (target.id === "actions") ["b", "5", "p"].forEach(press);
        })"""
    )
    other.bid()
    expect(hero.page.locator("#typed-bid")).to_have_text("A moment: the question has just changed.")
    expect(hero.actions).not_to_have_attribute("data-settling", "")
    expect(hero.page.locator("#typed-bid")).to_be_hidden()
    assert hero.turn == "mine"
    assert latest(match)[0] == "bid"
    hero.page.keyboard.press("p")
    hero.wait_for_news(match.number + 1)


def test_at_a_party_enter_takes_the_tile_that_is_looked_at(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(chooses(0), ada.user, somebody("grace"))
    hero = Player(ada, match).sit()
    hero.page.keyboard.press("ArrowRight")
    hero.page.locator("#lot .tile--looked").wait_for()
    tile = hero.page.locator("#lot").get_attribute("data-picked")
    before = hero.number
    hero.page.keyboard.press("Enter")
    hero.wait_for_news(before)
    assert latest(match)[:2] == ["take", tile]


def test_h_asks_for_a_hint_and_f_makes_ais_fast(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, None, None, hints_allowed=True, host_begins=True)
    hero = Player(ada, match).sit()
    hero.page.keyboard.press("h")
    expect(hero.page.locator(".advice__tips li").first).to_contain_text("orth")
    hero.page.keyboard.press("f")
    expect(hero.page.locator("#fast")).to_have_attribute("aria-pressed", "true")
    match.refresh_from_db()
    assert match.fast_ai


def test_on_ones_turn_in_an_auction_arrows_look_at_the_tiles(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(bids(0), ada.user, somebody("grace"))
    hero = Player(ada, match).sit()
    hero.page.keyboard.press("ArrowRight")
    expect(hero.page.locator("#lot a[data-tile]").first).to_be_focused()
