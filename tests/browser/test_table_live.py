"""What one does is seen by the others at once, and nobody is disturbed by it."""

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from games.models import Match
from tests.browser.conftest import Person, Visit
from tests.browser.moments import begin, begin_at, bids, places
from tests.browser.players import Player, post_answers

pytestmark = pytest.mark.django_db(transaction=True)


def mark(page: Page) -> None:
    """Leaves a mark that a reload would wipe out."""
    page.evaluate("window.isTheSamePage = true")


def assert_not_reloaded(page: Page) -> None:
    assert page.evaluate("window.isTheSamePage === true")


def sit_down(match: Match, *people: Person) -> list[Player]:
    players = [Player(person, match).sit() for person in people]
    for player in players:
        mark(player.page)
    return players


def test_a_bid_appears_in_the_other_browsers_without_reload(visit: Visit) -> None:
    ada, grace, onlooker = visit("ada"), visit("grace", width=360, language="de"), visit()
    match = begin_at(bids(0), ada.user, grace.user, None)
    bidder, rival, spectator = sit_down(match, ada, grace, onlooker)
    bidder.bid()
    for player in (rival, spectator):
        expect(player.page.locator(f"#entry-{match.number + 1}")).to_contain_text("ada")
        assert_not_reloaded(player.page)
    rival.wait_for_turn()
    expect(rival.page).to_have_title(re.compile("^Du bist am Zug"))
    expect(rival.page.locator("link[data-your-turn]")).to_have_attribute("href", re.compile("turn"))
    expect(spectator.actions.locator("button")).to_have_count(0)


def test_a_push_leaves_typing_focus_and_what_is_open_alone(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace", width=360)
    match = begin_at(bids(0), ada.user, grace.user)
    bidder, reader = sit_down(match, ada, grace)
    page = reader.page
    folds = [page.locator(".rival__fold").first, page.locator("#studio .screenplay__fold").first]
    for fold in folds:
        fold.locator("summary").click()
    page.locator("#tab-talk").click()
    page.locator("#talk-text").press_sequentially("half a sen")
    scrolled = page.evaluate("window.scrollY")
    bidder.bid()
    reader.wait_for_turn()
    expect(page.locator("#talk-text")).to_be_focused()
    expect(page.locator("#talk-text")).to_have_value("half a sen")
    for fold in folds:
        expect(fold).to_have_attribute("open", "")
    expect(page.locator("#tab-talk")).to_have_attribute("aria-selected", "true")
    assert page.evaluate("window.scrollY") == scrolled
    assert_not_reloaded(page)


def test_two_tabs_of_one_person_stay_equal(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(places(0, tiles=2), ada.user, grace.user)
    (player,) = sit_down(match, ada)
    twin = Player(Person(ada.context.new_page(), ada.context), match).sit()
    mark(twin.page)
    player.place_all()
    expect(twin.version).to_have_attribute("data-number", str(player.number))
    for page in (player.page, twin.page):  # clocks run: two looks are never at the same moment
        page.evaluate("document.querySelectorAll('[data-clock]').forEach((clock) => clock.remove())")
    for part in ("#actions", "#lot", "#studio", "#track", "#bidding", "#log"):
        told = player.page.locator(part).inner_text()
        expect(twin.page.locator(part)).to_have_text(told, use_inner_text=True)
    assert_not_reloaded(twin.page)


def test_a_plan_that_comes_after_a_push_does_not_bring_the_old_question_back(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(places(0, tiles=1), ada.user, None)
    late = Player(ada, match).sit()
    other = Player(Person(ada.context.new_page(), ada.context), match).sit()
    held: list[tuple[Route, APIResponse]] = []
    answer_to = f"pick=(?!.*seen={match.number}[.])"  # one that was asked for when the page had seen what followed

    def hold(route: Route) -> None:
        """The server answers at once, and the way to the browser is long."""
        held.append((route, route.fetch()))
        other.place_all()

    late.page.route("**/*pick=*", hold, times=1)
    late.hand.first.click()
    late.wait_for_news(match.number)
    (route, answer), *_ = held
    with late.page.expect_response(re.compile(answer_to)) as anew:
        route.fulfill(response=answer)
    anew.value.finished()
    expect(late.actions).not_to_have_class(re.compile("action-bar--place"))
    expect(late.page.locator("#bar-purse")).to_be_attached()


def test_a_double_click_on_a_bid_plays_once(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    bidder, rival = sit_down(match, ada, grace)
    bidder.actions.locator("button[name=bid]").first.dblclick()
    rival.wait_for_turn()
    rival.let_pass()
    expect(bidder.version).to_have_attribute("data-number", str(match.number + 2))
    assert match.moves.filter(number__gt=match.number).count() == 2
    expect(bidder.page.locator("#messages")).to_be_empty()


def test_an_answer_is_given_while_the_last_ones_confirmation_is_on_its_way(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    post_answers(ada.page)
    match = begin_at(bids(0), ada.user, grace.user)
    bidder, rival = sit_down(match, ada, grace)
    held: list[tuple[Route, APIResponse]] = []

    def hold(route: Route) -> None:
        held.append((route, route.fetch()))  # the server has it, but its confirmation stays away

    bidder.page.route("**/move/", hold, times=1)
    bidder.actions.locator("button[name=bid]").first.click()
    rival.wait_for_turn()
    rival.bid()
    bidder.wait_for_turn()
    assert held
    bidder.let_pass()
    assert match.moves.filter(number__gt=match.number).count() == 3

    (route, confirmation), number = held[0], bidder.number
    under_way = bidder.page.locator("#unsent .htmx-request")
    expect(under_way).to_have_count(1)
    route.fulfill(response=confirmation)
    expect(under_way).to_have_count(0)
    assert bidder.number == number, "what comes late takes nothing back"


def test_two_tabs_that_answer_differently_play_once_and_one_is_told(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace")
    match = begin_at(bids(0), ada.user, grace.user)
    (player,) = sit_down(match, ada)
    page = ada.context.new_page()
    post_answers(page)
    twin = Player(Person(page, ada.context), match).sit()
    hold = "document.addEventListener('htmx:wsBeforeMessage', (event) => event.preventDefault(), true)"
    twin.page.evaluate(hold)  # the news do not come through to this one
    player.let_pass()
    twin.actions.locator("button[name=bid]").first.click()
    expect(twin.page.locator("#messages")).to_contain_text("The table has moved on")
    expect(twin.version).to_have_attribute("data-number", str(player.number))
    assert match.moves.count() == player.number


def test_a_line_arrives_at_the_other_seat_and_a_spectators_line_does_not_before_the_end(visit: Visit) -> None:
    ada, grace, onlooker = visit("ada"), visit("grace"), visit("hedy")
    match = begin(ada.user, grace.user)
    seat, other, spectator = sit_down(match, ada, grace, onlooker)
    for player, words in ((spectator, "She has nothing left"), (seat, "Good luck to you")):
        player.page.locator("#tab-talk").click()
        player.page.locator("#talk-text").fill(words)
        player.page.locator("#talk-text").press("Enter")
        expect(player.page.locator("#talk-lines")).to_contain_text(words)
    expect(other.page.locator("#tab-talk [data-count]")).to_have_text("1")
    other.page.locator("#tab-talk").click()
    expect(other.page.locator("#talk-lines")).to_have_text(re.compile("Good luck to you"))
    expect(spectator.page.locator("#talk-lines")).to_contain_text("Good luck to you")
    other.page.reload()
    for player in (seat, other):
        expect(player.page.locator("#talk-lines .talk__line")).to_have_count(1)
        assert "nothing left" not in player.page.content()
