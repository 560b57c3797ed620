"""A click or a key that comes once too often answers nothing: a new question waits a moment, and focus goes to it."""

import pytest
from playwright.sync_api import Locator, Page, expect

from games.engine import State
from games.models import Match
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin, begin_at, bids, places
from tests.browser.players import KeyboardPlayer, Player
from tests.lengths import more

pytestmark = pytest.mark.django_db(transaction=True)


def stop_the_clock(page: Page) -> None:
    """From here on a moment lasts until the test lets it pass."""
    page.clock.pause_at(page.evaluate("Date.now() + 1"))


def click_where(page: Page, button: Locator) -> None:
    """Clicks where a button is, whether it takes clicks or not, as an impatient hand does."""
    button.wait_for()
    box = button.bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def lay_out(player: Player) -> Locator:
    """Lays the whole hand aside, up to the last question."""
    final = player.actions.locator("button[name=confirm].button--primary")
    while not final.count():
        player.pick_up(player.hand.first.get_attribute("data-tile") or "")
        player.put_aside()
    return final


def entries(match: Match) -> list[str]:
    """What was played since the match was set up."""
    return [entry[1] for entry in match.moves.filter(number__gt=match.number).values_list("entry", flat=True)]


def wins(state: State) -> bool:
    """The first lot is won: whoever places it is asked for a bid next."""
    return places(0)(state) and state.quarter == 1 and state.popcorn == 0


@pytest.mark.parametrize("width", [360, *more(1440)])
def test_a_second_click_after_confirm_does_not_pass(visit: Visit, width: int) -> None:
    ada, grace = visit("ada", width=width), visit("grace")
    match = begin_at(wins, ada.user, grace.user)
    ada.page.clock.install()
    player = Player(ada, match).sit()
    confirm, let_pass = lay_out(player), player.actions.locator("button[name=pass]")
    expect(player.actions).not_to_have_attribute("data-settling", "")
    stop_the_clock(ada.page)
    confirm.click()
    expect(player.page.locator("#question")).to_have_text("Your bid")
    click_where(ada.page, let_pass)
    let_pass.evaluate("button => button.click()")
    ada.page.clock.run_for(499)
    click_where(ada.page, let_pass)
    ada.page.clock.run_for(1)
    expect(player.actions).not_to_have_attribute("data-settling", "")
    ada.page.clock.resume()
    player.bid()
    assert entries(match)[-2:] == ["discard", "bid"]


@pytest.mark.parametrize("key", ["Enter", *more("Space")])
def test_by_keyboard_the_focus_goes_to_the_question_and_a_second_key_answers_nothing(visit: Visit, key: str) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(wins, ada.user, grace.user)
    player = KeyboardPlayer(ada, match)
    player.sit()
    player.walk_to(lay_out(player))
    player.page.keyboard.press(key)
    expect(player.page.locator("#question")).to_have_text("Your bid")
    expect(player.page.locator("#actions .action-bar__question")).to_be_focused()
    player.page.keyboard.press(key)
    expect(player.actions).not_to_have_attribute("data-settling", "")
    expect(player.page.locator("#actions .action-bar__question")).to_be_focused()
    player.page.keyboard.press(key)
    player.bid()
    assert entries(match)[-2:] == ["discard", "bid"]


def test_who_reads_elsewhere_keeps_the_focus_there(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()
    other.page.locator("#tab-talk").focus()
    player.bid()
    other.wait_for_turn()
    expect(other.page.locator("#tab-talk")).to_be_focused()


def test_a_second_click_on_discard_does_not_confirm(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(wins, ada.user, grace.user)
    ada.page.clock.install()
    player = Player(ada, match).sit()
    while player.hand.count() > 1:
        player.pick_up(player.hand.first.get_attribute("data-tile") or "")
        player.put_aside()
    stop_the_clock(ada.page)
    player.put_aside()
    click_where(ada.page, player.actions.locator("button[name=confirm]"))
    ada.page.clock.run_for(500)
    expect(player.actions).not_to_have_attribute("data-settling", "")
    assert entries(match) == []


def test_a_second_click_on_a_hint_asks_for_no_more(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, None, None, hints_allowed=True, host_begins=True)
    ada.page.clock.install()
    player = Player(ada, match).sit()
    stop_the_clock(ada.page)
    player.page.get_by_role("button", name="Hint", exact=True).click()
    click_where(ada.page, player.page.locator("#ask-hint[value='2']"))
    ada.page.clock.run_for(500)
    expect(player.page.locator("#ask-hint")).to_be_enabled()
    assert match.seats.get(user=ada.user).hints_taken == 1


def test_a_double_click_lays_a_tile_and_does_not_take_it_back(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(places(0, tiles=2), ada.user, somebody("grace"), title="Feel")
    hero = Player(ada, match).sit()
    hero.pick_up(hero.hand.first.get_attribute("data-tile") or "")
    hero.lit.first.scroll_into_view_if_needed()
    box = hero.lit.first.bounding_box()
    assert box
    mouse, asked = hero.page.mouse, list[str]()
    mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)
    expect(hero.plan).to_have_count(1)
    hero.page.on("request", lambda request: asked.append(request.url))
    mouse.down(click_count=2)
    mouse.up(click_count=2)
    hero.page.evaluate("0")  # what was asked is told by now
    assert not asked
    expect(hero.plan).to_have_count(1)
    mouse.click(box["x"] + 40, box["y"] + box["height"] / 2)
    expect(hero.plan).to_have_count(0)
