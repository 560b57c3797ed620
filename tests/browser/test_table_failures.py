"""An answer that does not come through is told and can be sent again, and the connection mark tells the truth."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, Request, Route, WebSocketRoute, expect

from games.models import Match
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Person, Visit
from tests.browser.moments import begin_at, bids
from tests.browser.players import Player, post_answers
from tests.lengths import more

pytestmark = pytest.mark.django_db(transaction=True)
# What htmx and the browser write down about a site that does not answer.
EXPECTED = re.compile(r"htmx:|Response Status Error|ERR_|WebSocket connection|\[object \w*Event\]")
POLL = re.compile(r"/tables/\d+/\?(?:hidden=1&)?seen=")


@pytest.fixture
def strained(visit: Visit) -> Iterator[Visit]:
    """People whose connection is bad on purpose."""
    people: list[Person] = []

    def opened(*args: Any, **options: Any) -> Person:
        people.append(visit(*args, **options))
        return people[-1]

    yield opened
    for person in people:
        person.complaints[:] = [words for words in person.complaints if not EXPECTED.search(words)]


def played(match: Match) -> list[list[Any]]:
    return list(match.moves.filter(number__gt=match.number).values_list("entry", flat=True))


def refuse_sockets(page: Page, code: int) -> list[str]:
    """Lets every socket open, and closes it when it is spoken to; gives the growing list of them."""
    opened: list[str] = []

    def close(socket: WebSocketRoute) -> None:
        opened.append(socket.url)
        socket.on_message(lambda _words: socket.close(code=code))  # a page speaks as soon as its socket is open

    page.route_web_socket(re.compile("/ws/tables/"), close)
    return opened


def stop_clock(page: Page) -> None:
    """Seconds go by as they are let, and none besides, however long the machine takes for them."""
    page.clock.pause_at(page.evaluate("Date.now() + 1000"))


def let_pass(page: Page, seconds: int) -> None:
    """Time goes by, a second at a time, with room for what sockets and requests bring meanwhile."""
    for _ in range(seconds):
        page.clock.run_for(1000)
        page.evaluate("fetch('/healthz')")


def test_offline_the_bar_is_plainly_disabled_until_there_is_a_connection(strained: Visit) -> None:
    ada, grace = strained("ada", width=360), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    buttons = player.actions.locator("button[name=bid], button[name=pass]")
    buttons.first.focus()
    ada.context.set_offline(True)
    expect(player.page.locator("#connection")).to_have_text("offline")
    expect(player.page.locator("#no-connection")).to_contain_text("No connection")
    for button in buttons.all():
        expect(button).to_be_disabled()
    expect(player.page.locator("#actions .action-bar__question")).to_be_focused()
    assert_open_to_all(player.page)
    ada.context.set_offline(False)
    expect(player.page.locator("#no-connection")).to_be_empty()
    player.bid()
    assert [entry[1] for entry in played(match)] == ["bid"]


def test_what_is_pressed_offline_all_the_same_is_kept_and_sent_by_one_tap(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    ada.context.set_offline(True)
    bid = player.actions.locator("button[name=bid]").first
    expect(bid).to_be_disabled()
    bid.evaluate("button => { button.disabled = false; button.click(); }")
    expect(player.page.locator("#unsent")).to_contain_text("your answer was not sent")
    assert played(match) == []
    ada.context.set_offline(False)
    before, amount = player.number, bid.get_attribute("value")
    player.page.get_by_role("button", name="Send again").click()
    player.wait_for_news(before)
    expect(player.page.locator("#unsent")).to_be_hidden()
    assert played(match) == [[0, "bid", int(amount or 0)]]


@pytest.mark.parametrize(
    ("status", "words"),
    [
        (0, "The connection was lost"),
        (502, "The site did not confirm your answer"),
        (429, "The site asks for a moment"),
        *more((500, "The site did not confirm your answer"), (503, "The site did not confirm your answer")),
    ],
)
def test_an_answer_that_fails_is_told_and_sent_again_as_the_same_move(strained: Visit, status: int, words: str) -> None:
    ada, grace = strained("ada", width=360), strained("grace")
    post_answers(ada.page)
    match = begin_at(bids(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    sent: list[str] = []

    def fail(route: Route) -> None:
        sent.append(route.request.post_data or "")
        route.fulfill(status=status, body="") if status else route.abort()

    player.page.route("**/move/", fail, times=1)
    player.actions.locator("button[name=bid]").first.click()
    box = player.page.locator("#unsent")
    expect(box).to_contain_text(words)
    expect(player.actions.locator("button[name=bid]").first).to_be_enabled()
    assert_open_to_all(player.page)
    assert played(match) == []
    before = player.number
    with player.page.expect_request("**/move/") as again:
        box.get_by_role("button", name="Send again").click()
    player.wait_for_news(before)
    assert fields(again.value) == fields_of(sent[0]), "with the same number and the same key"
    expect(box).to_be_hidden()
    assert [entry[1] for entry in played(match)] == ["bid"]


def fields(request: Request) -> list[str]:
    return fields_of(request.post_data or "")


def fields_of(body: str) -> list[str]:
    return sorted(body.split("&"))


@pytest.mark.parametrize("status", [403, *more(404, 413)])
def test_an_answer_that_is_not_taken_says_so_and_offers_the_page_anew(strained: Visit, status: int) -> None:
    ada, grace = strained("ada"), strained("grace")
    post_answers(ada.page)
    match = begin_at(bids(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    player.page.route("**/move/", lambda route: route.fulfill(status=status, body=""), times=1)
    player.actions.locator("button[name=bid]").first.click()
    expect(player.page.locator("#unsent")).to_contain_text("The site did not take your answer")
    expect(player.page.get_by_role("button", name="Send again")).to_be_hidden()
    player.page.get_by_role("link", name="Load the page again").click()
    expect(player.page.locator("#unsent")).to_be_hidden()


def test_an_answer_whose_confirmation_is_lost_counts_once_and_the_table_tells(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    post_answers(ada.page)
    match = begin_at(bids(0), ada.user, grace.user)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()

    def lose_confirmation(route: Route) -> None:
        route.fetch()
        route.fulfill(status=502, body="")

    player.page.route("**/move/", lose_confirmation, times=1)
    player.actions.locator("button[name=bid]").first.click()
    expect(player.page.locator("#unsent")).to_contain_text("the table has moved on meanwhile")
    expect(player.page.get_by_role("button", name="Send again")).to_be_hidden()
    player.page.locator("#unsent [data-close]").click()
    expect(player.page.locator("#unsent")).to_be_hidden()
    other.wait_for_turn()
    assert [entry[1] for entry in played(match)] == ["bid"]


def test_an_answer_goes_over_the_socket_and_nothing_is_posted(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()
    posted: list[str] = []
    player.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    player.bid()
    other.wait_for_turn()
    expect(player.actions).not_to_have_attribute("data-sending", "")
    assert [entry[1] for entry in played(match)] == ["bid"]
    assert posted == []


@pytest.mark.parametrize("end", ["silence", "farewell"])
def test_an_answer_that_the_socket_swallows_is_posted_and_counts_once(strained: Visit, end: str) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)

    def swallow(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def speak(words: str | bytes) -> None:
            server.send(words)  # it gets there, but what it says is never heard
            if str(words).startswith('{"post"'):
                server.on_message(lambda _message: None)
                socket.close(code=1011) if end == "farewell" else None

        socket.on_message(speak)

    ada.page.route_web_socket(re.compile("/ws/tables/"), swallow)
    player, other = Player(ada, match).sit(), Player(grace, match).sit()
    with player.page.expect_request("**/move/"):
        player.actions.locator("button[name=bid]").first.click()
    other.wait_for_turn()
    expect(player.version).to_have_attribute("data-number", str(match.number + 1))
    expect(player.page.locator("#unsent")).to_be_hidden()
    assert [entry[1] for entry in played(match)] == ["bid"]


def test_sent_again_to_a_table_that_moved_on_unseen_it_says_so(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    post_answers(ada.page)
    match = begin_at(bids(0), ada.user, grace.user)
    player = Player(ada, match).sit()
    twin = Player(Person(ada.context.new_page(), ada.context), match).sit()
    hold = "document.addEventListener('htmx:wsBeforeMessage', (event) => event.preventDefault(), true)"
    player.page.evaluate(hold)
    player.page.route("**/move/", lambda route: route.abort(), times=1)
    player.actions.locator("button[name=bid]").first.click()
    twin.let_pass()
    player.page.get_by_role("button", name="Send again").click()
    expect(player.page.locator("#messages")).to_contain_text("The table has moved on")
    expect(player.page.locator("#unsent")).to_be_hidden()
    assert [entry[1] for entry in played(match)] == ["pass"]


@pytest.mark.parametrize(
    ("answer", "state", "words"),
    [
        (200, "polling", "connected, slowly"),
        (502, "broken", "no answer from the site"),
        (0, "offline", "offline"),
    ],
)
def test_without_a_socket_the_mark_says_what_became_of_the_requests(
    strained: Visit, answer: int, state: str, words: str
) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    page = ada.page
    page.clock.install()
    refuse_sockets(page, 1011)
    if answer != 200:
        page.route(POLL, lambda route: route.fulfill(status=answer, body="") if answer else route.abort())
    page.goto(match.get_absolute_url())
    mark = page.locator("#connection")
    expect(mark).to_have_text("reconnecting")
    let_pass(page, 11)
    expect(mark).to_have_attribute("data-state", state)
    expect(mark).to_have_text(words)
    button = page.locator("#actions button[name=bid]").first
    expect(button).to_be_disabled() if state == "offline" else expect(button).to_be_enabled()
    if state == "polling":
        button.click()
        expect(page.locator("#question")).to_have_text("grace is to bid")


def test_a_socket_that_opens_and_brings_nothing_is_tried_less_and_less(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    ada.page.clock.install()
    opened = refuse_sockets(ada.page, 1011)
    ada.page.goto(match.get_absolute_url())
    stop_clock(ada.page)
    let_pass(ada.page, 85)
    assert 3 <= len(opened) <= 12


def test_a_server_that_asks_to_come_later_is_left_alone_and_the_page_looks_by_itself(strained: Visit) -> None:
    ada, grace = strained("ada"), strained("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    ada.context.add_init_script("Math.random = () => 0.99")  # the next attempt comes as late as it may
    ada.page.clock.install()
    opened = refuse_sockets(ada.page, 4429)
    ada.page.goto(match.get_absolute_url())
    mark = ada.page.locator("#connection")
    expect(mark).to_have_text("busy, updates come slowly")
    with ada.page.expect_request(POLL):
        let_pass(ada.page, 11)
    let_pass(ada.page, 17)
    assert len(opened) == 1
    expect(mark).to_have_text("busy, updates come slowly")
    expect(ada.page.locator("#actions button[name=bid]").first).to_be_enabled()
