"""How people come in: by the pages, with what they see there."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import PASSWORD


def register(page: Page, name: str, password: str = PASSWORD) -> str:
    """Fills in the form of registration, and gives the address."""
    address = f"{name.lower()}@example.org"
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("E-mail address").fill(address)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Register").click()
    return address


def log_in(page: Page, name: str, password: str = PASSWORD, at: str = "/account/login/") -> None:
    """Logs in by the page, as far as name and password lead."""
    page.goto(at)
    page.get_by_label("Name or e-mail address").fill(name)
    page.get_by_label("Password", exact=True).fill(password)
    page.get_by_role("button", name="Log in", exact=True).click()


def prove_it_is_me(page: Page) -> None:
    """Types the password once more, as pages with something precious ask."""
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()


def expect_to_be_in(page: Page, name: str) -> None:
    """The lobby greets them by name."""
    expect(page.get_by_role("heading", level=1, name=re.compile(f"^Good .*, {name}$"))).to_be_visible()


def expect_to_be_told(page: Page, words: str) -> None:
    """The site says so on top of the page."""
    expect(page.locator("#messages")).to_contain_text(words)


def open_menu(page: Page, words: str) -> None:
    """Unfolds a menu of the bar."""
    summary = page.locator("header summary:visible")
    summary.filter(has_text=words).or_(summary.and_(page.get_by_label(words, exact=True))).click()
