"""The table on a desk: at every size all studios are seen, by who plays and by who looks on."""

import pytest
from playwright.sync_api import expect

from games.engine import State
from games.engine.state import AUCTION
from games.models import Match
from tests.browser.conftest import Visit, somebody
from tests.browser.desk import NAMES, OVERFLOW, SIZES
from tests.browser.moments import begin_at, bids

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_wide_window_is_used_and_whoever_looks_on_sees_all_studios(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(bids(0, 2, 3), *map(somebody, NAMES))
    ada.page.goto(match.get_absolute_url())
    ada.page.set_viewport_size({"width": 1920, "height": 1080})
    box = ada.page.locator("#table").bounding_box()
    assert box
    assert box["width"] > 1800
    stage, rivals = (ada.page.locator(part).bounding_box() for part in (".stage", ".rivals"))
    assert stage
    assert rivals
    assert rivals["y"] > stage["y"] + stage["height"]
    assert rivals["width"] >= stage["width"] - 2
    expect(ada.page.locator(".rival:visible")).to_have_count(4)


@pytest.mark.parametrize(("seats", "quarter"), [(4, 2), (5, 2), (5, 4), (4, 4), (3, 4)])
def test_whoever_looks_on_sees_all_studios_without_scrolling(visit: Visit, seats: int, quarter: int) -> None:
    people = [somebody(name) for name in ("ada", "grace", "hedy", "joan", "fritz")[:seats]]
    match = begin_at(lambda state: state.quarter == quarter and state.location == 4, *people, title="Watch")
    Match.objects.filter(pk=match.pk).update(visibility=Match.Visibility.PUBLIC)
    page = visit().page
    page.goto(f"/tables/{match.pk}/")
    expect(page.locator(".rival")).to_have_count(seats)
    inside = "heads => heads.every((head) => head.scrollWidth <= head.clientWidth + 1)"
    for width, height in ((1440, 900), (1366, 768), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(OVERFLOW) <= 0, width
        assert page.locator(".rivals").evaluate(ALL_SEEN), width
        assert page.locator(".rival__head").evaluate_all(inside), width
        titles = page.locator(".rival__title:visible").evaluate_all("all => all.map(({ clientWidth }) => clientWidth)")
        assert min(titles) > 100, width
        names = page.locator(".rival__name").evaluate_all("all => all.map(({ clientWidth }) => clientWidth)")
        assert min(names) > 20, width


# Whether a part holds all of its own without scrolling, above the lower edge of the window.
ALL_SEEN = """(part) => part.scrollHeight <= part.clientHeight + 1 &&
  [...part.children].every((child) => child.getBoundingClientRect().bottom <= window.innerHeight)"""


@pytest.mark.parametrize("seats", [4, 5])
def test_whoever_plays_sees_all_the_others_at_low_windows(visit: Visit, seats: int) -> None:
    ada = visit("ada", language="de")
    match = begin_at(bids(0, 2, 4), ada.user, *map(somebody, NAMES[: seats - 1]), title=f"auction {seats}")
    ada.page.goto(match.get_absolute_url())
    expect(ada.page.locator(".rival")).to_have_count(seats - 1)
    for width, height in SIZES:
        ada.page.set_viewport_size({"width": width, "height": height})
        assert ada.page.locator(".rivals").evaluate(ALL_SEEN), width
    head = ada.page.locator(".rival:has(.rival__movie--finished) .rival__fold summary").first
    finished = ada.page.locator(".rival:has(.rival__fold[open]) .rival__movie--finished")
    head.click()
    expect(finished.first).to_be_visible()


def test_the_movies_of_a_full_shelf_are_all_seen_at_low_windows(visit: Visit) -> None:
    ada = visit("ada", language="de")
    match = begin_at(four_movies, ada.user, somebody("grace"), title="shelf")
    ada.page.goto(match.get_absolute_url())
    shelf = ada.page.locator("#studio .shelf")
    for width, height in (*SIZES, (1440, 900)):
        ada.page.set_viewport_size({"width": width, "height": height})
        assert shelf.evaluate(ALL_SEEN), width


def four_movies(state: State) -> bool:
    """Ada has four movies and bids."""
    return state.phase == AUCTION and state.turn == 0 and sum(movie.seat == 0 for movie in state.movies) == 4


def test_a_very_large_screen_shows_larger_tiles_and_papers(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(bids(0, 3, 3), ada.user, *map(somebody, NAMES[:3]))
    ada.page.goto(match.get_absolute_url())
    sizes = {}
    for width, height in ((1920, 1080), (2560, 1440)):
        ada.page.set_viewport_size({"width": width, "height": height})
        boxes = [ada.page.locator(part).first.bounding_box() for part in ("#lot .tile", ".space", "#table")]
        sizes[width] = boxes
    for small, large in zip(sizes[1920], sizes[2560], strict=True):
        assert small
        assert large
        assert large["width"] >= 1.25 * small["width"]
    assert ada.page.locator("#studio .space").evaluate_all(BESIDE_SHAPES)


# Whether the names in all spaces stand beside their shapes.
BESIDE_SHAPES = """(spaces) => spaces.every((space) => {
  const boxOf = (part) => space.querySelector(part).getBoundingClientRect();
  return boxOf(".kind").right <= boxOf(".space__name").left;
})"""
