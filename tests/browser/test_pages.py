"""Every page opens without a complaint of the browser, holds at every width, and passes axe."""

import pytest
from playwright.sync_api import expect

from tests.browser.axe import assert_open_in_every_look
from tests.browser.conftest import Visit

FOR_STRANGERS = (
    "/",
    "/lobby/",
    "/ai/",
    "/slow/",
    "/account/login/",
    "/account/signup/",
    "/account/password/reset/",
    "/nowhere/",
)
FOR_PLAYERS = ("/", "/lobby/", "/tables/new/", "/settings/", "/people/ada/", "/account/2fa/", "/account/email/")


@pytest.mark.parametrize(("name", "paths"), [("", FOR_STRANGERS), ("ada", FOR_PLAYERS)], ids=["stranger", "player"])
def test_pages_hold_their_width_and_pass_axe(visit: Visit, name: str, paths: tuple[str, ...]) -> None:
    person = visit(name)
    for path in paths:
        person.page.goto(path)
        assert_open_in_every_look(person.page)


def test_from_slow_play_explained_a_slow_table_is_opened(visit: Visit) -> None:
    page = visit("ada").page
    page.goto("/slow/")
    page.get_by_role("radio", name="In turn").check()
    assert_open_in_every_look(page)
    page.get_by_role("button", name="Open a table").click()
    expect(page.locator("input[name=pace][value=slow]")).to_be_checked()
    expect(page.locator("[name=slow_auctions][value=in_turn]")).to_be_checked()
    assert_open_in_every_look(page)
