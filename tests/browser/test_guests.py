"""Trying it without an account, and keeping what one has played."""

import re

from playwright.sync_api import Page, expect

from games.models import Match
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Site, Visit, somebody
from tests.browser.logging_in import expect_to_be_in, expect_to_be_told, log_in, open_menu, register

ROOM = re.compile(r"/tables/\d+/$")


def try_it_now(page: Page) -> str:
    """Begins a match from the home page, and gives its address."""
    page.goto("/")
    page.get_by_role("button", name="Try it now").first.click()
    expect(page).to_have_url(ROOM)
    return page.url


def expect_my_table(page: Page, address: str) -> None:
    """The lobby lists it as mine, and at the table I have a studio."""
    page.goto("/lobby/")
    mine = page.get_by_role("region", name="Your tables").get_by_role("listitem")
    expect(mine).to_have_count(1)
    mine.get_by_role("link").click()
    expect(page).to_have_url(address)
    expect(page.get_by_role("heading", name="The others")).to_be_visible()


def test_a_guest_plays_at_once_and_keeps_the_match_when_registering(visit: Visit, site: Site) -> None:
    page = visit(width=360).page
    table = try_it_now(page)
    expect(page.get_by_role("heading", name="The others")).to_be_visible()
    page.goto("/lobby/")
    open_menu(page, "Menu")
    page.get_by_role("link", name="Register and keep your match").click()
    expect(page.get_by_text("Your matches are kept, and you stay at your table.")).to_be_visible()
    assert_open_to_all(page)
    address = register(page, "Mae")
    page.get_by_role("link", name="Go on playing").click()
    expect_to_be_in(page, "Mae")
    expect_my_table(page, table)

    page.goto(site.link_in(site.mail_to(address)))
    page.get_by_role("button", name="Yes, confirm").click()
    expect_to_be_in(page, "Mae")
    elsewhere = visit().page
    log_in(elsewhere, "Mae")
    expect_to_be_in(elsewhere, "Mae")
    expect_my_table(elsewhere, table)
    assert Match.objects.get().seats.filter(user__username="Mae").count() == 1


def test_a_guest_who_has_an_account_takes_the_match_there(visit: Visit) -> None:
    somebody("lillian")
    page = visit().page
    table = try_it_now(page)
    page.goto("/settings/")
    expect(page.get_by_role("heading", name="Language, time zone, theme")).to_be_visible()
    page.goto("/account/email/")
    expect_to_be_told(page, "You need an account for that.")
    page.get_by_role("main").get_by_role("link", name="Log in").click()
    expect(page.get_by_role("main")).to_contain_text("moves to your account")
    log_in(page, "lillian")
    expect_to_be_in(page, "lillian")
    expect_my_table(page, table)


def test_logging_out_asks_a_guest_first_with_and_without_script(visit: Visit) -> None:
    for script in (True, False):
        page = visit(width=360, script=script).page
        table = try_it_now(page)
        page.goto("/lobby/")
        open_menu(page, "Menu")
        page.get_by_role("link", name="Log out").click()
        expect(page.get_by_text("nobody can go on with your matches")).to_be_visible()
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
        page.get_by_role("main").get_by_role("link", name="Cancel").click()
        expect_my_table(page, table)
        page.goto("/account/logout/")
        page.get_by_role("button", name="Log out").click()
        expect(page.get_by_role("link", name="Log in").first).to_be_visible()


def test_the_browser_tells_its_time_zone(visit: Visit) -> None:
    guest = visit(timezone_id="Asia/Tokyo").page
    try_it_now(guest)
    guest.reload()
    assert Match.objects.get().host.browser_zone == "Asia/Tokyo"
    without = visit(script=False, timezone_id="Asia/Tokyo").page
    try_it_now(without)
    without.reload()
    assert Match.objects.latest("pk").host.browser_zone == ""
