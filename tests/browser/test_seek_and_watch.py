"""Finding a table by looking for one, and watching others play, in real browsers."""

import re

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from games.models import Match, Seek
from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin_at, play_on
from tests.browser.test_weight import HOME_BYTES, first_visit
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
ROOM = re.compile(r"/tables/\d+/$")


def look(page: Page, size: int) -> None:
    """Looks for a table of one size."""
    page.goto("/lobby/")
    for number in (2, 3, 4, 5):
        page.locator(f"#seek [name=sizes][value='{number}']").set_checked(number == size, force=True)
    page.locator("#seek-start").click()


def test_two_who_look_are_brought_together_wherever_they_are(visit: Visit) -> None:
    ada, stranger = visit("ada").page, visit(width=360).page
    look(ada, 2)
    expect(ada.locator("#seek")).to_contain_text("Looking for a table for 2.")
    assert_open_in_every_look(ada)
    ada.locator("#seek-stop").click()
    expect(ada.locator("#seek-start")).to_be_visible()
    look(ada, 2)
    look(stranger, 2)  # as a guest
    for page in (stranger, ada):  # whose page follows by itself
        expect(page).to_have_url(ROOM)
        page.get_by_role("button", name="I am ready").click()
    expect(ada.locator("#room")).to_have_count(0)
    expect(stranger.locator("#room")).to_have_count(0)
    assert Match.objects.get().status == Match.Status.RUNNING
    assert set(Seek.objects.values_list("status", flat=True)) == {"stopped", "paired"}


def test_quick_start_and_looking_need_no_scrolling(visit: Visit) -> None:
    person = visit("ada")
    for width, height, ways in ((360, 780, "#at-once-ai, #at-once-seek"), (1440, 900, ".quick-start .button--start")):
        person.page.set_viewport_size({"width": width, "height": height})
        person.page.goto("/lobby/")
        for way in person.page.locator(ways).all():
            box = way.bounding_box()
            assert box is not None
            assert box["y"] + box["height"] <= height


def test_a_stranger_watches_a_match_go_on_from_the_first_page(visit: Visit) -> None:
    people = [somebody(name) for name in ("grace", "hedy", "joan")]
    match = begin_at(lambda state: state.quarter == 2, *people, title="Late show")
    stranger = visit().page
    # The server keeps the order of tables for some seconds: one that a test before has asked for lacks this match.
    wait_until(lambda: "Late show" in stranger.request.get("/watch/featured/?small=1").text(), "the match in the light")
    came = first_visit(stranger, "/")
    assert sum(transfer.size for transfer in came) < HOME_BYTES, came
    part = stranger.locator("[data-part]")
    expect(part).to_contain_text("Late show")
    before = part.get_attribute("data-mark")
    stranger.goto("/watch/")
    expect(stranger.locator("[data-watched]")).to_be_visible()
    assert_open_in_every_look(stranger)
    stranger.goto("/")
    stranger.wait_for_function("document.querySelector('[data-watched]:not([data-away])')")
    play_on(match, until=lambda state: state.quarter == 3, seed="Late show")
    connection.close()
    stranger.evaluate("document.dispatchEvent(new Event('visibilitychange'))")  # as whoever comes back to the tab
    expect(part).not_to_have_attribute("data-mark", before or "")
    stranger.get_by_role("link", name="Watch this table").click()
    expect(stranger.get_by_role("heading", name="The studios")).to_be_attached()
