"""Great moments have a card, which takes neither focus nor answers."""

from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Route, expect

from games.engine import Place, State, apply, move_of, options
from games.engine.state import PLACING
from games.models import Match
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit, somebody
from tests.browser.feel import MOVES
from tests.browser.moments import Moment, begin_at, chooses, never, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)


def cards_at(visit: Visit, moment: Moment, **options: Any) -> tuple[Player, Match]:
    """Ada comes to a table at which she has not been for a while."""
    ada = visit("ada", moments=True, **options)
    match = begin_at(moment, ada.user, *[somebody(name) for name in ("grace", "hedy", "joan")], title="Feel")
    match.seats.update(looked_at=match.started_at)  # whoever comes for the first time has missed nothing
    connection.close()
    return Player(ada, match).sit(), match


def test_a_round_card_comes_once_takes_no_focus_and_goes_by_any_key(visit: Visit) -> None:
    hero, match = cards_at(visit, lambda state: state.quarter == 2 and state.turn == 0)
    card = hero.page.locator("#moment [data-moment=round]")
    expect(card).to_contain_text("Round 1 is over")
    expect(hero.page.locator("#moment-live")).to_contain_text("Round 1 is over")
    assert hero.page.evaluate("document.activeElement === document.body")
    hero.page.locator("#actions .action-bar__question").evaluate("element => element.focus()")
    number = hero.number
    hero.page.keyboard.press("Enter")
    expect(card).to_be_hidden()
    assert hero.number == number, "the key that ends a card answers nothing"
    expect(hero.page.locator("#actions .action-bar__question")).to_be_focused()
    match.seats.update(seen_number=0)
    connection.close()
    hero.sit()
    expect(hero.page.locator("#moment")).to_be_hidden()


@pytest.mark.parametrize("moment", [lambda state: state.quarter == 3 and state.turn == 0, never], ids=["round", "end"])
def test_a_card_is_seen_whole_in_a_low_window(visit: Visit, moment: Moment) -> None:
    hero, _match = cards_at(visit, moment, language="de")
    card = hero.page.locator("#moment .moment__card")
    for width, height in ((1366, 768), (1280, 720)):
        hero.page.set_viewport_size({"width": width, "height": height})
        expect(card).to_be_in_viewport(ratio=1)
        cut = "labels => labels.filter((label) => label.scrollWidth > label.clientWidth + 1).length"
        assert card.locator(".stake__label, .aw__label").evaluate_all(cut) == 0


def test_the_last_awards_stand_in_one_row_on_a_tablet(visit: Visit) -> None:
    hero, _match = cards_at(visit, never, width=768)
    awards = hero.page.locator("#moment [data-award]")
    expect(awards).to_have_count(5)
    tops = awards.evaluate_all("all => all.map((one) => one.getBoundingClientRect().top)")
    assert max(tops) - min(tops) < 2


def test_a_card_is_left_by_a_tap_that_answers_nothing_and_can_be_done_without(visit: Visit) -> None:
    hero, _match = cards_at(visit, lambda state: state.quarter == 2 and state.turn == 0, width=360)
    card = hero.page.locator("#moment [data-moment=round]")
    expect(card).to_be_visible()
    assert_open_in_every_look(hero.page)
    hero.page.keyboard.press("Tab")
    expect(card.locator("[data-go-on]")).to_be_focused()
    card.locator("[data-never]").click()
    expect(card).to_be_hidden()
    assert hero.page.evaluate("JSON.parse(localStorage.getItem('table-moments-seen'))[table.dataset.url].never")


def test_a_party_tells_its_order_in_a_card(visit: Visit) -> None:
    hero, _match = cards_at(visit, chooses(0, tiles=3), width=360)
    card = hero.page.locator("#moment [data-moment=party]")
    expect(card.locator(".turn")).to_have_count(4)
    assert_open_in_every_look(hero.page)
    card.locator("[data-go-on]").click()
    expect(card).to_be_hidden()


def test_a_card_comes_while_one_plays_and_while_one_looks_on(visit: Visit) -> None:
    ada, grace, onlooker = visit("ada", moments=True), visit("grace"), visit(moments=True)
    match = begin_at(
        lambda state: places(0, tiles=1)(state) and state.location == 2, ada.user, grace.user, title="Feel"
    )
    hero, looker = Player(ada, match).sit(), Player(onlooker, match).sit()
    hero.place_all()
    for page in (hero.page, looker.page):
        expect(page.locator("#moment [data-moment=party]")).to_be_visible()
        expect(page.locator("#moment-live")).to_contain_text("chooses first")
        page.keyboard.press("Escape")
        expect(page.locator("#moment")).to_be_hidden()


def completing(state: State) -> tuple[str, int] | None:
    """The screenplay and the space whose last tile completes a movie and opens a party, with one tile to place."""
    if state.phase != PLACING or state.turn != 0 or len(state.hand) != 1:
        return None
    for code in options(state):
        move = move_of(state.edition, state.phase, code)
        events = {event.to_json()["event"] for event in apply(state, 0, move)[1]}
        if isinstance(move, Place) and {"movie_completed", "party_opened"} <= events:
            return move.screenplay, move.space
    return None


# Every card that ever comes, by its kind.
NOTE_CARDS = """() => {
  window.cards = [];
  const frame = document.getElementById("moment");
  new MutationObserver(() => window.cards.push(frame.querySelector("[data-moment]")?.dataset.moment))
    .observe(frame, { childList: true });
}"""


def test_a_movie_has_its_card_before_the_party_that_follows_it(visit: Visit) -> None:
    # On a desk, where her shelf changes its form: this is her second movie.
    ada, onlooker = visit("ada", moments=True), visit(moments=True)
    match = begin_at(
        lambda state: completing(state) is not None, ada.user, somebody("grace"), somebody("hedy"), title="Feel"
    )
    place = completing(match.read_state())
    assert place, "somewhere in this match a movie opens a party"
    hero, looker = Player(ada, match).sit(), Player(onlooker, match).sit()
    for page in (hero.page, looker.page):
        page.evaluate(NOTE_CARDS)
    hero.lay(hero.page.locator(f"#lay-{place[0]}-{place[1]}"))
    expect(hero.page.locator("#studio .shelf--compact .movie")).to_have_count(2)
    hero.confirm()
    for page in (hero.page, looker.page):
        expect(page.locator("#moment [data-moment=party]")).to_be_visible()
        assert page.evaluate("window.cards") == ["movie", "party"]
        expect(page.locator("#moment-live")).to_contain_text("chooses first")
        page.keyboard.press("Escape")
        expect(page.locator("#moment")).to_be_hidden()
    # Both at once on the page for those who have no script.
    looker.page.goto(f"{hero.address}moments/{hero.number}/")
    expect(looker.page.locator("[data-moment]")).to_have_count(2)
    assert_open_in_every_look(looker.page)


# Whom a tap would meet at the very moment in which a card comes.
NOTE_TAPPED = """() => {
  const frame = document.getElementById("moment");
  new MutationObserver(() => {
    const met = document.elementFromPoint(innerWidth / 2, innerHeight / 2);
    window.tapped = frame.contains(met) ? "card" : "table";
  }).observe(frame, { childList: true });
}"""


def test_a_card_waits_for_the_finger_and_lets_the_tap_through_that_was_on_its_way(visit: Visit) -> None:
    ada, grace = visit("ada", width=360, has_touch=True, moments=True), visit("grace")
    match = begin_at(
        lambda state: places(0, tiles=1)(state) and state.location == 2, ada.user, grace.user, title="Feel"
    )
    hero = Player(ada, match).sit()
    page, card = hero.page, hero.page.locator("#moment [data-moment=party]")
    page.evaluate(NOTE_TAPPED)
    session = ada.context.new_cdp_session(page)

    def touch() -> None:
        finger = [{"x": 180, "y": 28}]  # the app bar, where nothing is pressed
        session.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": finger})

    def let_go() -> None:
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    held: list[Route] = []
    page.route("**/moments/*/", lambda route: held.append(route))
    with page.expect_request("**/moments/*/"):
        hero.place_all()
    touch()
    let_go()
    touch()  # the second of two quick taps stays down, longer than the first one counts
    page.wait_for_function("since => performance.now() - since > 500", arg=page.evaluate("performance.now()"))
    with page.expect_response("**/moments/*/") as answer:
        held[0].continue_()
    answer.value.finished()
    page.wait_for_function("[...document.styleSheets].some(({ href }) => href?.includes('css/moments'))")
    assert not card.is_visible(), "no card comes under a finger"
    let_go()
    expect(card).to_be_visible()
    assert page.evaluate("window.tapped") == "table"
    card.locator("[data-go-on]").click()
    expect(card).to_be_hidden()


def test_the_last_awards_come_one_by_one_and_a_key_takes_them_to_their_end(visit: Visit) -> None:
    hero, _match = cards_at(visit, never, **MOVES)
    card = hero.page.locator("#moment [data-moment=end]")
    expect(card.locator("[data-award]")).to_have_count(5)
    running = (
        "document.getAnimations().filter(({ id, playState }) => id === 'ceremony' && playState === 'running').length"
    )
    assert hero.page.evaluate(running) > 0
    shown = "rows => rows.map((row) => Number(getComputedStyle(row).opacity))"
    rows = card.locator(".chart__row")
    assert set(rows.evaluate_all(shown)) == {0}, "who won is not told before the last award"
    hero.page.keyboard.press("Space")
    assert hero.page.evaluate(running) == 0
    expect(card).to_be_visible()
    assert set(rows.evaluate_all(shown)) == {1}
    hero.page.keyboard.press("Space")
    expect(card).to_be_hidden()
    expect(hero.page.locator("#ending-title")).to_be_in_viewport()
