"""Orders in a browser: from the bar and from the sheet, by clicks, by keyboard and without script."""

import pytest
from playwright.sync_api import Page, expect

from games.models import Match, OrderSheet, PlayedMove
from games.orders.values import LotOrder, Say
from tests.browser.axe import assert_open_to_all
from tests.browser.conftest import Person, Visit
from tests.browser.moments import begin
from tests.browser.players import KeyboardPlayer, Player
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
# What each of three people says about the lots of the first round; about all others they pass.
LIMITS = {0: {0: 3, 2: 2}, 1: {1: 2, 5: 4}, 2: {4: 2, 6: 3}}


def order_of(match: Match, seat: int, location: int = 0) -> LotOrder:
    sheet = OrderSheet.objects.filter(match=match, seat=seat).first()
    return sheet.orders.lot(1, location) if sheet else LotOrder()


def three_at_a_table(visit: Visit, **options: object) -> tuple[Match, list[Person]]:
    """Ada, grace and hedy in the order of their seats, each looking at the table; whoever acts is first."""
    people = [visit(name, **options) for name in ("ada", "grace", "hedy")]
    match = begin(*(person.user for person in people))
    return match, people


def in_turn(match: Match, people: list[Person]) -> list[Person]:
    """The same people from whoever acts on."""
    match.refresh_from_db()
    first = match.turn_seat or 0
    return people[first:] + people[:first]


def fill_in(page: Page, limits: dict[int, int], lots: range | list[int]) -> None:
    """Says something about everything: for tiles and parties what the director would do, then limits and passes."""
    page.locator("#order-all summary").click()
    page.locator("label:has([name=placing_director])").click()
    page.locator("#order-all label:has([type=radio][value=director])").click()
    for location in lots:
        line = page.locator(f"#order-{location}")
        if location not in limits:
            line.locator("label:has([value=pass])").first.click()
            continue
        if not line.locator(".order__more").is_visible():
            line.locator("summary").click()
        line.locator("label:has([value=limit])").first.click()
        line.locator(f"input[name=limit-{location}]").fill(str(limits[location]))


def lots_of(match: Match) -> list[int]:
    return [location for location, place in enumerate(match.edition.board) if not place.is_party]


def test_three_people_play_a_round_by_orders_alone_and_one_of_them_never_comes_back(visit: Visit) -> None:
    ada, grace, hedy = people = [visit("ada"), visit("grace"), visit("hedy", script=False)]
    match = begin(*(person.user for person in people))
    hedy.page.goto(f"/tables/{match.pk}/orders/")
    fill_in(hedy.page, LIMITS[2], lots_of(match))
    hedy.page.get_by_role("button", name="Save").click()
    expect(hedy.page.locator("#messages")).to_contain_text("Your orders are saved.")
    hedy.context.close()
    played = match.moves.count()
    for seat, person in enumerate((ada, grace)):
        Player(person, match).sit()
        person.page.locator("#tab-orders").click()
        # What is being sold may be over before the whole sheet is filled in: the first lot last, after its placing.
        fill_in(person.page, LIMITS[seat], lots_of(match)[::-1])
        expect(person.page.locator("#orders [data-saved]")).to_have_text("Saved")
    wait_until(lambda: Match.objects.get(pk=match.pk).read_state().quarter == 2, "the second round")
    for person in (ada, grace):
        expect(person.page.locator("#quarter")).to_contain_text("Round 2")
        expect(person.page.locator("#log")).to_contain_text("From an order.")
    by_hand = PlayedMove.objects.filter(match=match, number__gt=played, by_order=False, forced=False)
    assert by_hand.count() <= 2  # an order that answers the question of the moment is played as if by hand
    assert not PlayedMove.objects.filter(match=match, by_ai=True).exists()
    assert PlayedMove.objects.filter(match=match, seat=2, by_order=True).count() >= len(lots_of(match)) - 1


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (1440, "dark")])
def test_the_bar_takes_answers_ahead_and_gives_them_back(visit: Visit, width: int, scheme: str) -> None:
    match, people = three_at_a_table(visit, width=width, color_scheme=scheme)
    first, second, _third = in_turn(match, people)
    Player(second, match).sit()
    bar = second.page.locator("#actions")
    bar.locator("#up-to summary").click()
    bar.locator("[name=up_to]").fill("3")
    assert_open_to_all(second.page)
    bar.get_by_role("button", name="Set the limit").click()
    expect(bar.locator("#question")).to_have_text("Your limit stands")
    expect(bar).to_contain_text("If nobody bids above $2M, you win it at $3M at most.")
    assert_open_to_all(second.page)
    assert order_of(match, people.index(second)) == LotOrder(Say.LIMIT, 3)
    bar.get_by_role("button", name="Take back").click()
    expect(bar.get_by_role("button", name="Pass for this lot")).to_be_enabled()
    bar.get_by_role("button", name="Pass for this lot").click()
    expect(bar.locator("#question")).to_have_text("You pass for this lot")
    for button in bar.locator("button:visible, summary:visible").all():
        assert (button.bounding_box() or {"height": 0})["height"] >= 44
    # Whoever acts sees nothing of it, and bids as ever.
    actor = Player(first, match).sit()
    expect(actor.actions.locator("#up-to summary")).to_be_visible()
    assert_open_to_all(first.page)
    actor.bid()
    expect(second.page.locator("#log")).to_contain_text("From an order.")
    expect(first.page.locator("#log")).not_to_contain_text("From an order.")


def test_a_limit_on_turn_is_set_by_keyboard(visit: Visit) -> None:
    match, people = three_at_a_table(visit)
    first = in_turn(match, people)[0]
    player = KeyboardPlayer(first, match)
    player.sit()
    player.press(player.actions.locator("#up-to summary"))
    player.walk_to(player.actions.locator("[name=up_to]"))
    first.page.keyboard.press("ArrowUp")
    player.answer(player.actions.get_by_role("button", name="Set the limit"))
    assert order_of(match, people.index(first)).say == Say.LIMIT
    expect(first.page.locator("#question")).to_have_text("Your limit stands")


@pytest.mark.parametrize("width", [360, 1440])
def test_without_script_the_bar_takes_a_limit_too(visit: Visit, width: int) -> None:
    match, people = three_at_a_table(visit, script=False, width=width)
    second = in_turn(match, people)[1]
    second.page.goto(f"/tables/{match.pk}/")
    second.page.locator("#up-to summary").click()
    second.page.locator("[name=up_to]").fill("4")
    second.page.get_by_role("button", name="Set the limit").click()
    expect(second.page.locator("#question")).to_have_text("Your limit stands")
    assert order_of(match, people.index(second)) == LotOrder(Say.LIMIT, 4)


@pytest.mark.parametrize(("width", "scheme"), [(360, "light"), (360, "dark"), (1440, "dark")])
def test_the_sheet_saves_each_change_and_says_what_it_would_do(visit: Visit, width: int, scheme: str) -> None:
    match, people = three_at_a_table(visit, width=width, color_scheme=scheme)
    person = in_turn(match, people)[2]
    Player(person, match).sit()
    page = person.page
    page.locator("#tab-orders").click()
    line = page.locator("#order-2")
    line.locator("summary").click()
    line.locator("label:has([value=limit])").first.click()
    for _ in range(2):
        line.locator("[data-step='1']").click()
    line.locator("select[name=only-2]").first.select_option("won:1")
    expect(line).to_contain_text("If nobody bids above $2M, you win it at $3M at most.")
    expect(page.locator("#orders [data-saved]")).to_have_text("Saved")
    assert order_of(match, people.index(person), 2) == LotOrder(Say.LIMIT, 3, unless_won=1)
    assert_open_to_all(page)
    line.locator("[name=limit-2]").fill("99")
    line.locator("[name=limit-2]").press("Tab")
    expect(line.get_by_role("alert")).to_contain_text("more money than you have")
    assert_open_to_all(page)


@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (1440, "light")])
def test_where_auctions_are_held_together_everybody_is_asked_and_nobody_is_named(
    visit: Visit, width: int, scheme: str
) -> None:
    people = [visit(name, width=width, color_scheme=scheme) for name in ("ada", "grace", "hedy")]
    match = begin(*(person.user for person in people), auctions="together")
    players = [Player(person, match).sit() for person in people]
    for player in players:
        expect(player.page.locator("#question")).to_have_text("How far do you go?")
        expect(player.page.locator("#answered")).to_have_text("0 of 3 have answered.")
        expect(player.page.locator("#table")).not_to_contain_text("to act")
    assert_open_to_all(people[0].page)
    people[0].page.get_by_role("button", name="Pass for this lot").click()
    expect(people[0].page.locator("#question")).to_have_text("You pass for this lot")
    expect(people[1].page.locator("#answered")).to_have_text("1 of 3 have answered.")
    people[1].page.get_by_role("button", name="Pass for this lot").click()
    expect(people[2].page.locator("#answered")).to_have_text("Yours is the last answer; the bids open at once.")
    people[2].page.locator("#up-to summary").click()
    people[2].page.get_by_role("button", name="Set the limit").click()
    expect(people[0].page.locator("#log")).to_contain_text("hedy")
    wait_until(lambda: bool(Match.objects.get(pk=match.pk).read_state().sales), "the lot to be sold")
    assert Match.objects.get(pk=match.pk).read_state().sales[0].seat == 2
    # While hedy places, the others answer the next lot.
    people[0].page.get_by_role("button", name="Pass for Paris").click()
    expect(people[0].page.locator("#order-note")).to_contain_text("Paris: You pass for this lot.")
    expect(people[0].page.locator("#question")).to_have_text("hedy is to place")
    assert order_of(match, 0, 1).say == Say.PASS
    assert_open_to_all(people[0].page)
