"""The history in a real browser: found, watched by link, slider and keys, taken out and brought back in."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, expect

from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.browser.moments import begin_at, never


def at(page: Page, number: int, last: int) -> None:
    """The page stands at this move, in its bar, its slider and its address."""
    expect(page.locator("#controls b")).to_have_text(f"Move {number} of {last}" if number else "The deal")
    expect(page.locator("#slider")).to_have_value(str(number))
    expect(page).to_have_url(re.compile(rf"/{number}/$"))


def test_a_match_is_found_and_watched_by_link_slider_and_keys(visit: Visit) -> None:
    ada, grace = visit("ada", reduced_motion="no-preference"), visit("grace", width=360, script=False)
    match = begin_at(never, ada.user, grace.user, somebody("hedy"), title="Rome after dark")
    begin_at(never, grace.user, somebody("hedy"), title="Late show")
    page, last = ada.page, match.number

    page.goto("/history/")
    expect(page.locator(".match-row")).to_have_count(2)
    assert_open_to_all(page)
    page.get_by_label("Words").fill("rome")
    page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"/history/\?text=rome$"))
    expect(page.locator(".match-row")).to_have_count(1)
    page.locator(".match-row__way a").click()

    at(page, 0, last)
    expect(page.locator("#play")).to_be_visible()  # the script is there
    page.keyboard.press("ArrowRight")
    at(page, 1, last)
    page.keyboard.press("Shift+ArrowRight")
    expect(page.locator("#controls b")).not_to_have_text(f"Move 1 of {last}")
    expect(page.locator(".frame--now .frame__place")).to_contain_text("2")
    page.keyboard.press("Shift+ArrowDown")
    expect(page.locator("#quarter")).to_contain_text("2 of 4")
    page.go_back()
    expect(page.locator("#quarter")).to_contain_text("1 of 4")
    page.locator("#slider").fill(str(last // 2))
    at(page, last // 2, last)
    page.keyboard.press("ArrowRight")  # the slider's own key
    at(page, last // 2 + 1, last)
    assert_open_to_all(page)
    page.locator("#speed").select_option("250")
    page.get_by_role("button", name="Play").click()
    expect(page.locator("#controls b")).to_have_text(f"Move {last // 2 + 3} of {last}")
    page.get_by_role("button", name="Pause").click()
    page.keyboard.press("End")
    at(page, last, last)
    expect(page.locator("#ending-title")).to_be_visible()
    expect(page.locator("#points-title")).to_be_visible()
    assert page.locator("polyline").count() == 6

    grace.page.goto(f"/tables/{match.pk}/replay/1/")
    at(grace.page, 1, last)
    grace.page.get_by_role("link", name="Next lot").click()
    expect(grace.page.locator(".frame--now .frame__place")).to_contain_text("2")
    assert grace.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_match_is_taken_out_and_brought_back_in(visit: Visit, tmp_path: Path) -> None:
    ada = visit("ada")
    match = begin_at(never, ada.user, somebody("grace"), title="Rome after dark")
    page = ada.page
    page.goto("/history/mine/")
    with page.expect_download() as all_of_them:
        page.get_by_role("link", name="All of these matches as a file").click()
    lines = all_of_them.value.path().read_text().splitlines()
    assert [len(json.loads(line)["moves"]) for line in lines] == [match.number]
    page.goto(f"/tables/{match.pk}/")
    with page.expect_download() as one:
        page.locator(".ending__scores").get_by_role("link", name="The match as a file").click()
    assert json.loads(one.value.path().read_text()) == json.loads(lines[0])

    page.goto("/records/import/")
    (tmp_path / "broken.json").write_text("{")
    page.get_by_label("Match record").set_input_files(tmp_path / "broken.json")
    page.get_by_role("button", name="Check and watch").click()
    expect(page.locator(".errorlist")).to_contain_text("not JSON")
    assert_open_to_all(page)
    page.get_by_label("Match record").set_input_files(one.value.path())
    page.get_by_label("Title").fill("Brought along")
    page.get_by_role("button", name="Check and watch").click()
    at(page, 0, match.number)
    expect(page.locator("h1")).to_contain_text("Brought along")
    expect(page.get_by_text("Imported, not rated")).to_be_visible()
    expect(page.locator("#play")).to_be_visible()
    page.keyboard.press("End")
    at(page, match.number, match.number)
    stranger = visit()
    stranger.page.goto(page.url)
    at(stranger.page, match.number, match.number)


def test_a_replay_on_paper_has_its_title_and_nothing_that_stands_on_every_page(visit: Visit) -> None:
    match = begin_at(never, somebody("grace"), somebody("hedy"), title="Late show")
    page = visit(width=718).page  # A4 between its margins
    page.emulate_media(media="print")
    page.goto(f"/tables/{match.pk}/replay/")
    title = page.locator(".table-name").bounding_box()
    assert title
    assert title["height"] > 20
    stays = "all => all.filter((one) => getComputedStyle(one).position === 'fixed').map((one) => one.outerHTML)"
    assert page.locator("main *").evaluate_all(stays) == []
