"""The table comes alive: what happened is seen to move, great moments have a card, and nothing is in anybody's way."""

import re
from typing import Any

import pytest
from django.db import connection
from playwright.sync_api import Page, Route, expect

from games.engine import Place, State, apply, move_of, options
from games.engine.state import PLACING
from games.models import Match
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import Moment, begin_at, bids, chooses, never, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)

MOVES = {"reduced_motion": "no-preference"}
# Everything that is ever set in motion, with its name and how long it takes.
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
NOTE_SHIFTS = """
window.shift = 0;
new PerformanceObserver((list) => {
  for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def bid_high(player: Player, amount: int) -> None:
    """Bids more than others will."""
    bids_shown = player.actions.locator(f"button[name=bid][value='{amount}']:visible")
    if not bids_shown.count():
        player.page.locator("#more summary").click()
    player.answer(bids_shown.first)


def assert_marks(player: Player, count: int) -> None:
    player.page.wait_for_function("count => window.marks >= count", arg=count)
    assert player.page.evaluate("window.marks") == count


def sell_to(hero: Player, *others: Player, amount: int = 5) -> None:
    """The hero wins the lot, and sees it."""
    bid_high(hero, amount)
    for other in others:
        number = hero.number
        other.wait_for_turn()
        other.let_pass()
        hero.wait_for_news(number)


def moved(page: Page, name: str) -> list[list[Any]]:
    return [[delay, duration] for found, delay, duration in page.evaluate("window.motion") if found == name]


def test_money_leaves_the_winner_and_comes_to_the_others_in_time(visit: Visit) -> None:
    ada, grace, hedy = visit("ada", **MOVES), visit("grace"), visit("hedy")
    ada.context.add_init_script(NOTE_MOTION)
    match = begin_at(bids(0, tiles=3), ada.user, grace.user, hedy.user, title="Feel")
    hero, *others = [Player(person, match).sit() for person in (ada, grace, hedy)]
    sell_to(hero, *others)
    assert moved(hero.page, "bid")
    assert moved(hero.page, "price") == [[0, 240]]
    assert moved(hero.page, "share") == [[360, 240], [400, 240]]
    assert_marks(hero, 2)
    expect(hero.page.locator(".motion__mark")).to_have_count(0)
    expect(hero.page.locator(".motion > *")).to_have_count(0)


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
    hero.page.keyboard.press("Space")
    assert hero.page.evaluate(running) == 0
    expect(card).to_be_visible()
    hero.page.keyboard.press("Space")
    expect(card).to_be_hidden()
    expect(hero.page.locator("#ending-title")).to_be_in_viewport()


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


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_on_a_phone_the_tile_is_the_button_and_no_name_runs_out(visit: Visit, language: str) -> None:
    ada = visit("ada", width=360, language=language)
    match = begin_at(chooses(0, tiles=3), ada.user, None, None, None, title="Party")
    hero = Player(ada, match).sit()
    overflowing = """() => [...document.querySelectorAll("#lot button, #actions button, #carry li, .tile__name")]
      .filter((element) => element.scrollWidth > element.clientWidth + 1).map((element) => element.outerHTML)"""
    assert hero.page.evaluate(overflowing) == []
    expect(hero.actions.locator("[name=take]")).to_have_count(0)
    hero.take(hero.offered.first.get_attribute("value") or "")
    expect(hero.page.locator("#studio .space--lit").first).to_be_attached()
    assert hero.page.evaluate(overflowing) == []


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
    cut = "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).map((one) => one.innerText)"
    assert answers.evaluate_all(cut) == []


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


@pytest.mark.parametrize("seats", [4, 5])
def test_whoever_looks_on_sees_all_studios_without_scrolling(visit: Visit, seats: int) -> None:
    people = [somebody(name) for name in ("ada", "grace", "hedy", "joan", "fritz")[:seats]]
    match = begin_at(lambda state: state.quarter == 2, *people, title="Watch")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.PUBLIC)
    page = visit().page
    page.goto(f"/tables/{match.pk}/")
    expect(page.locator(".rival")).to_have_count(seats)
    seen = "studios => studios.every((studio) => studio.getBoundingClientRect().bottom <= window.innerHeight)"
    inside = "heads => heads.every((head) => head.scrollWidth <= head.clientWidth + 1)"
    for width, height in ((1440, 900), (1366, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.locator(".rival").evaluate_all(seen), width
        assert page.locator(".rival__head").evaluate_all(inside), width
        titles = page.locator(".rival__title:visible").evaluate_all("all => all.map(({ clientWidth }) => clientWidth)")
        assert min(titles) > 100, width
