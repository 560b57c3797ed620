"""Everything before the first bid works on a phone without script."""

import re

import pytest
from playwright.sync_api import expect

from games.models import Match
from tests.browser.conftest import Site, Visit
from tests.browser.logging_in import expect_to_be_in, expect_to_be_told, log_in, open_menu, register

ROOM = re.compile(r"/tables/\d+/$")


def test_one_registers_opens_a_table_is_joined_and_begins(visit: Visit, site: Site) -> None:
    host, friend = visit(script=False, width=360).page, visit("grace", script=False, width=360).page
    host.goto("/account/signup/")
    address = register(host, "Hedda")
    host.goto(site.link_in(site.mail_to(address)))
    host.get_by_role("button", name="Yes, confirm").click()
    expect_to_be_in(host, "Hedda")
    open_menu(host, "Menu")
    host.get_by_role("button", name="Log out").click()
    log_in(host, address)
    expect_to_be_in(host, "Hedda")

    host.get_by_role("link", name="Open a table").first.click()
    host.get_by_label("Title").fill("Silent movie")
    host.get_by_role("group", name="Seats", exact=True).get_by_role("radio", name="3").check()
    host.get_by_role("group", name="AI seats").get_by_role("radio", name="4").check()
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_text("With 3 seats at most 2 can be AIs.")).to_be_visible()
    expect(host.get_by_label("Title")).to_have_value("Silent movie")
    host.get_by_role("group", name="AI seats").get_by_role("radio", name="1").check()
    host.get_by_role("button", name="Open the table").click()
    expect(host).to_have_url(ROOM)

    friend.goto(host.get_by_label("Invite link").input_value())
    friend.get_by_role("button", name="Take a seat").click()
    expect(friend).to_have_url(ROOM)
    host.get_by_role("link", name="Look again").click()
    for page in (host, friend):
        page.get_by_role("button", name="I am ready").click()
    expect(friend.get_by_role("heading", name="The others")).to_be_visible()
    host.get_by_role("link", name="Look again").click()
    expect(host.get_by_role("heading", name="The others")).to_be_visible()
    assert Match.objects.get().status == Match.Status.RUNNING


def test_an_invitation_is_answered(visit: Visit) -> None:
    host, friend = visit("hedy", script=False).page, visit("grace", script=False, width=360).page
    host.goto("/tables/new/")
    host.get_by_role("group", name="Who can join").get_by_role("radio", name="Invited people").check()
    host.get_by_label("Invite").last.fill("grace")
    host.get_by_role("button", name="Open the table").click()
    expect(host.get_by_role("heading", name="Waiting for players")).to_be_visible()
    friend.goto("/")
    expect(friend.get_by_text("hedy invites you")).to_be_visible()
    friend.get_by_role("button", name=re.compile("^Decline")).click()
    expect_to_be_told(friend, "You declined the invitation.")
    host.get_by_role("link", name="Look again").click()
    expect(host.get_by_text("Declined")).to_be_visible()
    host.get_by_role("button", name="Give 3 seats to AIs").click()
    expect(host.get_by_role("heading", name="The others")).to_be_visible()


@pytest.mark.parametrize("name", ["", "ada"], ids=["stranger", "player"])
def test_light_and_language_are_chosen(visit: Visit, name: str) -> None:
    page = visit(name, script=False, color_scheme="light").page
    page.goto("/lobby/?pace=slow")
    open_menu(page, "Theme")
    page.get_by_role("button", name="Dark").click()
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    open_menu(page, "Language")
    page.get_by_role("banner").get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", name="Offene Tische")).to_be_visible()
    expect(page).to_have_url(re.compile(r"/lobby/\?pace=slow$"))
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
