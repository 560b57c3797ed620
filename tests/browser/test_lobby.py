"""From the lobby to the first bid, in several browsers at once."""

import re

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import Page, Route, WebSocketRoute, expect

from games.lobby.services.seating import join_table
from games.models import Match
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.browser.logging_in import expect_to_be_told
from tests.browser.moments import begin

pytestmark = pytest.mark.django_db(transaction=True)
ROOM = re.compile(r"/tables/\d+/$")


def open_table(page: Page, title: str, **chosen: str) -> str:
    """Opens a table by the form and gives its invite link."""
    page.goto("/tables/new/")
    page.get_by_label("Title").fill(title)
    for name, value in chosen.items():
        page.locator(f"[name={name}][value='{value}']").check(force=True)
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(ROOM)
    return page.locator("#invite-link").input_value()


def test_a_friend_comes_by_the_link_another_declines_and_the_host_begins(visit: Visit) -> None:
    host, friend, other = visit("hedy").page, visit(width=360).page, visit("grace").page
    link = open_table(host, "Late show", size="3", studios="chosen")
    host.locator("#invite-name").fill("half a na")

    friend.goto(link)
    friend.get_by_role("button", name="Take a seat as a guest").click()
    expect(friend).to_have_url(ROOM)
    expect(host.locator("#chair-1")).to_contain_text("Guest")
    expect(host.locator("#invite-name")).to_have_value("half a na")

    host.locator("#invite-name").fill("grace")
    host.get_by_role("button", name="Invite", exact=True).click()
    other.goto("/")
    other.get_by_role("button", name=re.compile("Decline.*Late show")).click()
    expect(host.locator("#room")).to_contain_text("Declined")

    host.locator("[name=studio][value='3']").check(force=True)
    expect(friend.locator("#chair-0 .studio-badge--3")).to_be_visible()
    host.get_by_role("button", name="Play with 2 studios").click()
    friend.get_by_role("button", name="I am ready").click()
    for page in (host, friend):
        expect(page).to_have_title(re.compile("Late show"))
        expect(page.locator("#room")).to_have_count(0)
    assert Match.objects.get().status == Match.Status.RUNNING


def test_the_lobby_of_a_third_browser_follows_without_reload_and_keeps_its_focus(visit: Visit) -> None:
    watcher, host = visit(script=True).page, visit("hedy").page
    watcher.goto("/lobby/")
    watcher.locator("#chip-2").focus()
    open_table(host, "Out of nowhere")
    expect(watcher.locator("#open-live")).to_contain_text("Out of nowhere")
    expect(watcher.locator("#chip-2")).to_be_focused()
    host.get_by_role("button", name="Dissolve the table").click()
    expect(watcher.locator("#open-live")).not_to_contain_text("Out of nowhere")


@pytest.mark.parametrize("hidden", [False, True], ids=["in front", "behind another page"])
def test_your_turn_comes_and_goes_in_an_open_lobby_and_in_its_title(visit: Visit, hidden: bool) -> None:
    match = begin(somebody("hedy"), somebody("grace"), title="Friday night", host_begins=True)
    player, waiting = visit("hedy").page, visit("grace", width=360).page
    waiting.goto("/lobby/")
    if hidden:
        waiting.evaluate("Object.defineProperty(document, 'hidden', { value: true })")
    row, icon = waiting.locator(f"#row-{match.pk}"), waiting.locator("link[rel=icon]")
    expect(row).to_contain_text("hedy is bidding")
    expect(waiting).to_have_title(re.compile("^Lobby"))

    player.goto(f"/tables/{match.pk}/")
    player.locator("#actions button[name=bid]").first.click()
    expect(row).to_contain_text("Bid or pass")
    expect(row.get_by_role("link", name=re.compile("Play.*Friday night"))).to_be_visible()
    expect(waiting.locator("#hero-note")).to_contain_text("One table is waiting for you.")
    expect(waiting).to_have_title(re.compile("^Your turn · Lobby"))
    expect(icon).to_have_attribute("href", re.compile("your-turn"))
    assert_open_to_all(waiting)

    Match.objects.filter(pk=match.pk).update(deadline_at=timezone.now())
    connection.close()
    expect(row).to_contain_text("The AI plays for you")
    expect(waiting).to_have_title(re.compile("^Lobby"))
    expect(icon).not_to_have_attribute("href", re.compile("your-turn"))


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_filters_stand_in_the_address(visit: Visit, script: bool) -> None:
    host, page = visit("hedy").page, visit(script=script).page
    open_table(host, "Quick one")
    open_table(host, "Long one", pace="slow", edition_id="traumfabrik-2000")
    page.goto("/lobby/")
    page.get_by_role("link", name="Slow", exact=True).click()
    expect(page).to_have_url(re.compile(r"pace=slow"))
    expect(page.locator("#open-live tbody tr")).to_have_count(1)
    page.get_by_text("More filters").click()
    page.locator("#filter-edition").select_option("dream-factory-2009")
    if not script:
        page.get_by_role("button", name="Show").click()
    expect(page).to_have_url(re.compile(r"edition=dream-factory-2009"))
    expect(page.locator("#open-live")).to_contain_text("No open table matches your filters")
    page.go_back()
    expect(page.locator("#open-live tbody tr")).to_have_count(1)
    open_table(host, "Quick again")
    open_table(host, "Long again", pace="slow")
    if not script:
        page.reload()
    expect(page.locator("#open-live")).to_contain_text("Long again")
    expect(page.locator("#open-live")).not_to_contain_text("Quick")
    page.goto("/lobby/?pace=live&free=3&ai=without")
    expect(page.get_by_label("Free seats")).to_have_value("3")
    expect(page.locator("#open-live tbody tr")).to_have_count(2)


def test_sitting_down_and_getting_up_need_no_script(visit: Visit) -> None:
    host, guest = visit("hedy").page, visit("grace", script=False, width=360).page
    open_table(host, "Plain")
    guest.goto("/lobby/")
    guest.get_by_role("button", name=re.compile("Take a seat.*Plain")).click()
    expect(guest).to_have_url(ROOM)
    expect(host.locator("#chair-1")).to_contain_text("grace")
    guest.get_by_role("button", name="Leave the table").click()
    expect(guest).to_have_url(re.compile("/lobby/$"))
    expect(host.locator("#chair-1")).to_contain_text("Free seat")


def test_who_sits_down_while_the_page_is_on_its_way_is_seen(visit: Visit) -> None:
    host, grace = visit("hedy").page, somebody("grace")
    open_table(host, "On its way")

    def sit_down_first(route: Route) -> None:
        join_table(match_id=Match.objects.get().pk, user=grace)
        connection.close()
        route.continue_()

    # The page is drawn, and its socket is not open yet.
    host.route(re.compile(r"/lobby[.\w]*\.js"), sit_down_first, times=1)
    host.reload()
    expect(host.locator("#chair-1")).to_contain_text("grace")


def test_who_is_sent_away_finds_themselves_in_the_lobby(visit: Visit) -> None:
    host, friend = visit("hedy").page, visit("grace").page
    friend.goto(open_table(host, "Private", visibility="unlisted"))
    friend.get_by_role("button", name="Take a seat").click()
    host.get_by_role("button", name=re.compile("Send away.*grace")).click()
    expect(friend).to_have_url(re.compile("/lobby/$"))


@pytest.mark.parametrize("script", [True, False], ids=["with script", "without script"])
def test_one_click_starts_a_match_against_three_ais(visit: Visit, script: bool) -> None:
    somebody("hedy")
    page = visit("hedy", script=script).page
    page.goto("/")
    page.get_by_role("button", name="Start shooting").click()
    expect(page).to_have_url(ROOM)
    assert Match.objects.get().seats.exclude(ai_level="").count() == 3


def test_three_clicks_lead_from_the_lobby_to_a_match_against_three_ais_of_ones_choice(visit: Visit) -> None:
    page = visit("hedy", width=360).page
    page.goto("/lobby/")
    page.get_by_role("link", name="Open a table").first.click()
    page.get_by_role("group", name="AI seats").get_by_role("radio", name="3").check()
    assert_open_to_all(page)
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("heading", name="The others")).to_be_visible()
    assert Match.objects.get().seats.exclude(ai_level="").count() == 3


def test_who_is_blocked_cannot_sit_down_and_is_told_kindly(visit: Visit) -> None:
    host, pest = visit("hedy").page, visit("pest", width=360).page
    link = open_table(host, "In peace")
    host.goto("/people/pest/")
    assert_open_to_all(host)
    host.get_by_role("button", name=re.compile("^Block")).click()
    expect_to_be_told(host, "You will not meet pest any more.")

    pest.goto("/lobby/")
    expect(pest.locator("#open-live")).not_to_contain_text("In peace")
    pest.goto(link)
    pest.get_by_role("button", name="Take a seat").click()
    expect_to_be_told(pest, "You cannot sit at this table. Other tables have room.")
    assert_open_to_all(pest)

    host.goto("/settings/blocked/")
    assert_open_to_all(host)
    host.get_by_role("button", name=re.compile("^Unblock")).click()
    expect(host.get_by_text("Nobody is blocked")).to_be_visible()
    pest.goto(link)
    pest.get_by_role("button", name="Take a seat").click()
    expect(pest.get_by_role("button", name="Leave the table")).to_be_visible()


def test_an_invitation_and_its_answer_arrive_without_reload(visit: Visit) -> None:
    host, friend = visit("hedy").page, visit("grace", width=360).page
    friend.goto("/")
    expect(friend.get_by_text("You are not at any table yet")).to_be_visible()
    open_table(host, "For two", size="2", visibility="unlisted", pace="slow")
    host.get_by_label("Invite by name").fill("grace")
    host.get_by_role("button", name="Invite", exact=True).click()
    expect(friend.get_by_text("One invitation is waiting for your answer.")).to_be_visible()
    assert_open_to_all(friend)
    assert_open_to_all(host)
    friend.get_by_role("button", name=re.compile("^Accept.*For two")).click()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="The others")).to_be_visible()


def test_a_second_click_on_ready_does_not_take_it_back(visit: Visit) -> None:
    host, friend, other = visit("hedy").page, visit("grace").page, visit("ada").page
    link = open_table(host, "In haste", size="3")
    friend.clock.install()
    for page in (friend, other):
        page.goto(link)
        page.get_by_role("button", name="Take a seat").click()
    ready = friend.locator("#ready")
    expect(ready).to_be_enabled()
    friend.clock.run_for(500)
    friend.clock.pause_at(friend.evaluate("Date.now() + 1"))
    ready.focus()
    ready.dblclick()
    expect(friend.get_by_role("heading", name="You are ready")).to_be_focused()
    box = ready.bounding_box()
    assert box
    friend.mouse.click(box["x"] + 9, box["y"] + 9)
    friend.keyboard.press("Enter")
    friend.clock.run_for(500)
    friend.clock.resume()
    for page in (host, other):
        page.get_by_role("button", name="I am ready").click()
    for page in (host, friend):
        expect(page.get_by_role("heading", name="The others")).to_be_visible()


def test_what_the_lobby_asks_for_in_vain_is_told_until_it_comes(visit: Visit) -> None:
    person = visit(width=360)
    page = person.page
    page.goto("/lobby/")
    page.route("**/lobby/?pace=slow*", lambda route: route.fulfill(status=502, body=""), times=1)
    page.get_by_role("link", name="Slow", exact=True).click()
    expect(page.locator("#failures")).to_contain_text("The site did not answer as it should")
    assert_open_to_all(page)
    page.get_by_role("link", name="Slow", exact=True).click()
    expect(page.locator("#failures")).to_be_empty()
    page.route("**/lobby/?pace=live*", lambda route: route.abort(), times=1)
    page.get_by_role("link", name="Live", exact=True).click()
    expect(page.locator("#failures")).to_contain_text("The site could not be reached")
    page.locator("#failures [data-dismiss]").click()
    expect(page.locator("#failures")).to_be_empty()
    person.complaints[:] = [words for words in person.complaints if not re.search("htmx:|502|ERR_|Event", words)]


def test_the_lobbys_socket_is_tried_less_and_less(visit: Visit) -> None:
    page, opened = visit().page, list[WebSocketRoute]()
    page.clock.install()
    page.route_web_socket(re.compile("/ws/lobby/"), lambda socket: opened.append(socket))
    page.goto("/lobby/")
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))  # a minute, however long the machine takes for it
    for _second in range(60):
        page.clock.run_for(1000)
        page.evaluate("fetch('/healthz')")  # sockets have their say meanwhile
        opened[-1].close(code=1011)
    assert 3 <= len(opened) <= 9
