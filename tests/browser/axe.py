"""What axe, and a ruler, find on a page."""

from typing import Final

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

WCAG: Final = {"runOnly": {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]}}


def assert_open_to_all(page: Page) -> None:
    """The page has one main part, holds its width and violates nothing of WCAG A and AA."""
    expect(page.get_by_role("main")).to_have_count(1)
    assert page.viewport_size
    assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], page.url
    violations = Axe().run(page, options=WCAG).response["violations"]
    assert [(violation["id"], violation["nodes"][0]["html"]) for violation in violations] == [], page.url
