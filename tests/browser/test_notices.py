"""Notices: the bell live on every page, the grid without script, the worker that shows a push, and catching up."""

import json
import re

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from accounts.models import User
from games.talk.presence import look
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Site, Visit, somebody
from tests.browser.moments import begin
from tests.browser.players import Player
from tests.games.play.test_clocks import act

pytestmark = pytest.mark.django_db(transaction=True)


def count_on(page: Page) -> str:
    """The number beside the bell that this width shows."""
    return page.locator("[data-bell-mark]:visible").inner_text().strip()


def test_the_bell_rings_on_any_page_and_is_read_when_it_is_opened(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin(grace.user, ada.user, title="Friday night", host_begins=True)
    page = ada.page
    page.goto("/rules/")
    mark = page.locator("details[data-bell] [data-bell-mark]")
    expect(mark).to_have_text("1")  # it has started
    Player(grace, match).sit().bid()
    expect(mark).to_have_text("2")
    page.locator("details[data-bell] summary").click()
    below = page.locator("[data-bell-panel]")
    expect(below).to_contain_text("Waiting for you")
    expect(below).to_contain_text("“Friday night” has started")
    assert_open_to_all(page)
    page.goto("/rules/")
    expect(mark).to_have_text("1")  # what happened was read, and the table still waits
    page.locator("details[data-bell] summary").click()
    below.get_by_role("link", name="Friday night").first.click()
    expect(page).to_have_url(re.compile(rf"/tables/{match.pk}/#actions$"))
    expect(mark).to_be_hidden()  # a table does not tell of itself


@pytest.mark.parametrize("script", [True, False])
def test_on_a_phone_the_bell_leads_to_a_page_of_its_own(visit: Visit, script: bool) -> None:
    ada = visit("ada", width=360, script=script)
    begin(ada.user, somebody("grace"), title="Friday night", host_begins=True)
    page = ada.page
    page.goto("/lobby/")
    assert count_on(page) == "2"
    page.get_by_role("link", name="Notifications").first.click()
    expect(page.get_by_role("heading", name="Notifications")).to_be_visible()
    if script:
        assert_open_to_all(page)
        expect(page.get_by_role("button", name="I have read them all")).to_be_hidden()
        expect(page.locator("[data-bell-mark]:visible")).to_have_text("1")  # what was shown is read
    else:
        page.get_by_role("button", name="I have read them all").click()
    page.goto("/lobby/")
    assert count_on(page) == "1"


@pytest.mark.parametrize("script", [True, False])
def test_what_one_is_told_is_chosen_in_a_grid_on_a_phone(visit: Visit, script: bool) -> None:
    ada = visit("ada", width=360, script=script)
    page = ada.page
    page.goto("/settings/notices/")
    page.get_by_role("checkbox", name="It is my turn at a slow table Mail").uncheck()
    page.get_by_role("checkbox", name="Somebody mentions me in the chat Webhook").check()
    page.get_by_label("Do not disturb me from").select_option("22:00")
    page.get_by_label("until", exact=True).select_option("07:00")
    page.get_by_label("One mail a day").select_option("08:00")
    if script:
        assert_open_to_all(page)
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("checkbox", name="It is my turn at a slow table Mail")).not_to_be_checked()
    expect(page.get_by_role("checkbox", name="Somebody mentions me in the chat Webhook")).to_be_checked()
    told = User.objects.get(username="ada")
    connection.close()
    assert (told.mail_my_turn, told.hook_kinds, told.quiet_from, told.digest_hour) == (False, "mention", 22, 8)


def test_a_push_is_shown_by_the_worker_and_the_site_can_be_installed(visit: Visit, site: Site) -> None:
    ada = visit("ada", permissions=["notifications"])
    page = ada.page
    page.goto("/settings/notices/")
    expect(page.get_by_role("button", name="Notify me on this device")).to_be_visible()
    devtools = ada.context.new_cdp_session(page)
    registered: list[dict[str, str]] = []
    devtools.on("ServiceWorker.workerRegistrationUpdated", lambda event: registered.extend(event["registrations"]))
    devtools.send("ServiceWorker.enable")
    scope = page.evaluate(
        "navigator.serviceWorker.register('/service-worker.js').then(() => navigator.serviceWorker.ready)"
        ".then((registration) => registration.scope)"
    )
    assert scope == f"{site.url}/"
    said = {"title": "Your turn at “Friday night”", "body": "Bid or pass", "url": "/tables/1/way/", "tag": "table/1"}
    for words in (said, {**said, "body": "Place what you have"}):
        number = registered[-1]["registrationId"]
        devtools.send(
            "ServiceWorker.deliverPushMessage",
            {"origin": site.url, "registrationId": number, "data": json.dumps(words)},
        )
    page.wait_for_function(
        "navigator.serviceWorker.ready.then((worker) => worker.getNotifications())"
        ".then((shown) => shown.length === 1 && shown[0].body === 'Place what you have')"
    )  # one for a table: the newer took the place of the older
    manifest = devtools.send("Page.getAppManifest")
    assert manifest["errors"] == []
    assert json.loads(manifest["data"])["name"] == "Dream Factory"


def test_whoever_was_away_catches_up_step_by_step(visit: Visit) -> None:
    ada = visit("ada")
    match = begin(ada.user, somebody("grace"), title="Friday night", host_begins=True)
    act(match)
    look(match=match, user=ada.user)
    for _ in range(3):
        act(match)
    connection.close()
    page = ada.page
    page.goto(f"/tables/{match.pk}/")
    expect(page.locator(".told__catch-up")).to_contain_text("3 new entries since you looked.")
    page.get_by_role("link", name="Catch up").click()
    expect(page).to_have_url(re.compile(rf"/tables/{match.pk}/replay/1/$"))
    expect(page.locator("#controls")).to_contain_text("Move 1 of 4")
    page.get_by_role("link", name="Next move").click()
    expect(page.locator("#controls")).to_contain_text("Move 2 of 4")
    assert_open_to_all(page)
    page.get_by_role("link", name="Back to the table").click()
    expect(page.locator(".told__catch-up")).to_have_count(0)
