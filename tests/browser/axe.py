"""What axe, and a ruler, find on a page."""

from typing import Final, Literal

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

WCAG: Final = {
    "runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]},
    "resultTypes": ["violations"],  # axe says no more than that of what is right, which takes it long
}

LOOKS: Final[tuple[tuple[int, int, Literal["dark", "light"]], ...]] = ((360, 780, "light"), (1440, 900, "dark"))


def assert_open_in_every_look(page: Page) -> None:
    """The same on a phone by day and on a desk by night, without asking for the page twice."""
    for width, height, scheme in LOOKS:
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=scheme)
        assert_open_to_all(page)


def assert_open_to_all(page: Page) -> None:
    """The page has one main part, holds its width and violates nothing of WCAG A and AA."""
    expect(page.get_by_role("main")).to_have_count(1)
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url
    violations = Axe().run(page, options=WCAG).response["violations"]
    assert [(violation["id"], violation["nodes"][0]["html"]) for violation in violations] == [], page.url
