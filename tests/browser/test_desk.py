"""The table on a desk: seen whole at every height, who leads, rivals opened, planning ahead, waiting, the end."""

from itertools import pairwise
from statistics import median
from time import perf_counter

import pytest
from playwright.sync_api import Page, expect

from games.engine import State
from games.engine.state import AUCTION, PARTY
from tests.browser.axe import assert_open_in_every_look, assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.browser.desk import NAMES, OVERFLOW, SIZES
from tests.browser.moments import Moment, begin, begin_at, bids, chooses, never, places
from tests.browser.players import Player

pytestmark = pytest.mark.django_db(transaction=True)


def whole_party(seats: int) -> Moment:
    """A party at which nobody has chosen yet."""
    return lambda state: state.phase == PARTY and len(state.offered) == seats and state.quarter > 1


def overflows(page: Page) -> list[tuple[int, int]]:
    """At which sizes a table has to be scrolled."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [(width, height)] if page.evaluate(OVERFLOW) > 0 else []
    return found


# Tiles whose picture lies over the word for their kind.
COVERED = """() => [...document.querySelectorAll("#lot .tile")].filter((tile) => {
  const boxOf = (part) => tile.querySelector(part).getBoundingClientRect();
  return boxOf(".tile__art svg").bottom > boxOf(".tile__kind").top + 1;
}).map((tile) => tile.innerText)"""


def test_at_a_low_window_no_picture_covers_the_word_below_it(visit: Visit) -> None:
    ada = visit("ada", language="de")
    match = begin_at(whole_party(4), ada.user, *map(somebody, NAMES[:3]), title="party 4")
    ada.page.goto(match.get_absolute_url())
    expect(ada.page.locator("#lot .offer")).to_have_count(4)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(COVERED) == []


# In how many lines a text is set.
LINES = """(text) => {
  const words = document.createRange();
  words.selectNodeContents(text);
  return new Set([...words.getClientRects()].map(({ top }) => Math.round(top))).size;
}"""


def test_on_a_very_large_screen_the_name_of_a_place_is_not_broken(visit: Visit) -> None:
    ada = visit("ada", language="de")
    match = begin_at(whole_party(4), ada.user, *map(somebody, NAMES[:3]), title="party 4")
    ada.page.goto(match.get_absolute_url())
    expect(ada.page.locator(".lot__place")).to_have_text("Dachparty")
    for width, height in ((1920, 1080), (2560, 1440), (3840, 2160)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.locator(".lot__place").evaluate(LINES) == 1, width


@pytest.mark.parametrize("edition", ["dream-factory-2009", "traumfabrik-2000"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_round_stands_beside_the_ways_to_other_pages(visit: Visit, language: str, edition: str) -> None:
    ada = visit("adalina", language=language)
    match = begin(ada.user, somebody("grace"), title="An evening with a very long name", edition=edition)
    ada.page.goto(match.get_absolute_url())
    for width, height in (*SIZES, (1440, 900)):
        ada.page.set_viewport_size({"width": width, "height": height})
        places = (".table-name", ".where__quarter", ".app-bar nav a >> nth=0")
        name, quarter, way = (ada.page.locator(place).bounding_box() for place in places)
        assert name
        assert quarter
        assert way
        assert name["x"] + name["width"] <= quarter["x"]
        assert quarter["x"] + quarter["width"] <= way["x"]


# Words under trophies that leave their place, and those that come too near to the next.
CRAMPED = """() => {
  const labels = [...document.querySelectorAll(".stake__label")];
  const boxes = labels.map((label) => {
    const words = document.createRange();
    words.selectNodeContents(label);
    return words.getBoundingClientRect();
  });
  const hasRoom = (box, place) => box.left >= place.left - 0.5 && box.right <= place.right + 0.5;
  return labels.filter((label, index) =>
    !hasRoom(boxes[index], label.parentElement.getBoundingClientRect()) || label.scrollWidth > label.clientWidth ||
    (index && boxes[index].left - boxes[index - 1].right < 2)).map((label) => label.innerText);
}"""


@pytest.mark.parametrize("edition", ["dream-factory-2009", "traumfabrik-2000"])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_nine_trophies_in_a_row_are_named_in_full(visit: Visit, language: str, edition: str) -> None:
    ada = visit("ada", language=language)
    match = begin(ada.user, *map(somebody, NAMES[:3]), edition=edition)
    ada.page.goto(match.get_absolute_url())
    expect(ada.page.locator(".stake__label")).to_have_count(9)
    for width, height in (*SIZES, (1440, 900)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.evaluate(CRAMPED) == [], width


@pytest.mark.parametrize("width", [768, 1024])
def test_between_phone_and_desk_the_question_keeps_its_room(visit: Visit, width: int) -> None:
    ada = visit("ada", language="de", width=width)
    match = begin_at(bids(0, 3, 3), ada.user, *map(somebody, NAMES[:3]), title="Walk")
    ada.page.goto(match.get_absolute_url())
    question, bar = ada.page.locator("#actions .action-bar__question"), ada.page.locator("#actions")
    for part, least, most in ((question, 110, 60), (bar, width, 100)):
        box = part.bounding_box()
        assert box
        assert box["width"] >= least
        assert box["height"] <= most


@pytest.mark.parametrize("seats", [2, 5])
def test_no_question_makes_one_scroll(visit: Visit, seats: int) -> None:
    ada = visit("ada", language="de")
    others = [somebody(name) for name in NAMES[: seats - 1]]
    moments = {"auction": bids(0, 2, 4), "party": whole_party(seats), "choice": chooses(0), "placing": places(0, 2, 2)}
    for name, moment in moments.items():
        match = begin_at(moment, ada.user, *others, title=f"{name} {seats}")
        ada.page.goto(match.get_absolute_url())
        assert overflows(ada.page) == [], name
        if name == "party":
            tops = ada.page.locator("#lot .offer").evaluate_all(
                "all => all.map(one => one.getBoundingClientRect().top)"
            )
            assert len(tops) == seats
            assert max(tops) - min(tops) < 2


# How far the words of a hint are from those of the hint before, where both are on one line.
SPACE_BETWEEN_SENTENCES = """(tips) => {
  const words = (tip) => {
    const range = document.createRange();
    range.selectNodeContents(tip);
    return [...range.getClientRects()];
  };
  return [...tips.children].slice(1)
    .map((tip) => [words(tip.previousElementSibling).at(-1), words(tip)[0]])
    .filter(([last, first]) => last.top === first.top)
    .map(([last, first]) => first.left - last.right);
}"""


def test_neither_hints_nor_orders_nor_a_lot_held_together_push_the_studio_down(visit: Visit) -> None:
    ada = visit("ada", language="de")
    ada.page.set_viewport_size({"width": 1280, "height": 720})
    alone = begin(ada.user, None, None, None, hints_allowed=True, host_begins=True)
    ada.page.goto(alone.get_absolute_url())
    studio = ada.page.locator("#studio")
    expect(ada.page.locator("#ask-hint")).to_be_visible()
    before = studio.bounding_box()
    for grade in (1, 2, 3):
        ada.page.locator(f"#ask-hint[value='{grade}']").click()
        expect(ada.page.locator(".advice__tips li")).to_have_count(grade)
    assert studio.bounding_box() == before
    assert ada.page.evaluate(OVERFLOW) <= 0
    between = ada.page.locator(".advice__tips").evaluate(SPACE_BETWEEN_SENTENCES)
    assert all(space >= 2 for space in between), between
    together = begin(ada.user, *map(somebody, NAMES[:3]), title="Together", auctions="together")
    ada.page.goto(together.get_absolute_url())
    ada.page.locator("#tab-orders").click()
    ada.page.locator("#orders .order").first.wait_for()
    assert ada.page.evaluate(OVERFLOW) <= 0


def test_who_leads_is_told_with_what_makes_it_up(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(bids(0, 2, 4), ada.user, *map(somebody, NAMES[:3]))
    ada.page.goto(match.get_absolute_url())
    for head in ada.page.locator(".rival__head").all():
        expect(head.locator(".score")).to_contain_text("+ money")
    ada.page.locator("#own-score summary").press("Enter")
    expect(ada.page.locator("#own-score .tally__sum")).to_be_visible()
    rival = ada.page.locator(".rival").first
    expect(rival.locator(".cast__name").first).to_be_hidden()
    rival.locator("summary").press("Enter")
    expect(rival.locator(".cast__name").first).to_be_visible()
    expect(rival.locator(".tally")).to_contain_text("secret until the end")
    expect(rival.locator(".prospects li")).to_have_count(ada.page.locator("#lot .offer").count())
    assert_open_in_every_look(ada.page)


def test_trophies_on_a_row_do_not_cover_each_other(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(several_trophies, ada.user, *map(somebody, NAMES[:2]))
    ada.page.goto(match.get_absolute_url())
    rows = ada.page.locator(".rival__total:has(.plaque ~ .plaque)")
    assert rows.count()
    for row in rows.all():
        sides = row.locator(".plaque, .reel").evaluate_all(
            "all => all.map(one => one.getBoundingClientRect()).map(box => [box.left, box.right])"
        )
        assert all(left >= right for (_, right), (left, _) in pairwise(sides))


def several_trophies(state: State) -> bool:
    """Somebody else than ada has a movie with two trophies, and ada bids."""
    held = [award.screenplay for award in state.awards if award.seat != 0]
    return state.phase == AUCTION and state.turn == 0 and len(held) > len(set(held))


def test_what_is_planned_while_others_act_is_there_when_the_lot_is_won(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(0, 3, 2), ada.user, grace.user)
    hero, other = Player(ada, match).sit(), Player(grace, match).sit()
    hero.bid()
    expect(hero.version).to_have_attribute("data-turn", "others")
    hero.page.locator("#lot a[data-tile]").first.click()
    hero.lit.first.click()
    expect(hero.page.locator("#lot .offers__planned .offer")).to_have_count(1)
    plan = hero.page.locator("#lot").get_attribute("data-plan") or ""
    other.let_pass()
    expect(hero.plan).to_have_count(1)
    expect(hero.plan).to_have_value(plan)


def test_alone_with_fast_ais_one_hardly_waits_and_skips_the_rest(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, None, None, None, host_begins=True)
    player = Player(ada, match).sit()
    ada.page.locator("#fast").click()
    expect(ada.page.locator("#fast")).to_have_attribute("aria-pressed", "true")
    assert_open_to_all(ada.page)
    ada.page.evaluate(WATCH_WAITS)
    own = []
    for _ in range(8):
        player.wait_for_turn()
        began = perf_counter()
        player.act()
        own.append(1000 * (perf_counter() - began))
    player.wait_for_turn()
    # A second, or on a busy machine a little more than three AIs' answers that take as long as one's own.
    assert median(ada.page.evaluate("waits")) < max(1000, 5 * median(own))


# How long the page showed that others act, in milliseconds.
WATCH_WAITS = """() => {
  const shown = document.querySelector("#table-version");
  let since = 0;
  window.waits = [];
  new MutationObserver(() => {
    if (shown.dataset.turn === "others") since ||= performance.now();
    else if (since) { waits.push(performance.now() - since); since = 0; }
  }).observe(shown, { attributes: true });
}"""


@pytest.mark.parametrize("width", [360, 1280])
def test_the_result_comes_first_and_whole_and_the_board_is_folded_away(visit: Visit, width: int) -> None:
    ada, others = visit("ada", width=width), [somebody(name) for name in NAMES]
    match = begin_at(never, ada.user, *others)
    player = Player(ada, match)
    ada.page.set_viewport_size({"width": width, "height": 720})
    player.sit()
    expect(player.version).to_have_attribute("data-turn", "over")
    result = ada.page.locator(".ending__scores")
    expect(ada.page.locator("#ending-title")).to_be_in_viewport()
    if width == 1280:
        expect(result.locator(".button-row")).to_be_in_viewport()
        heights = ada.page.locator(".posters .movie").evaluate_all("all => all.map(one => one.offsetHeight)")
        assert len(set(heights)) == 1
    expect(ada.page.locator("#studio")).to_be_hidden()
    ada.page.locator("#board-fold summary").click()
    expect(ada.page.locator("#studio")).to_be_visible()
    for winner in ada.page.locator(".ceremony__winner").all():
        assert winner.evaluate("one => one.getClientRects().length") == 1
    assert_open_to_all(ada.page)
