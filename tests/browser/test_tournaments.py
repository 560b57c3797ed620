"""A tournament as people see it: made, entered, played and finished, live in several browsers."""

import re

import pytest
from django.db import connection
from playwright.sync_api import Page, expect

from accounts.models import User
from games.engine import move_of, options
from games.engine.state import AUCTION
from games.models import Match, Tournament
from games.play.services.moves import play_move
from games.tournaments.services.entering import enter
from games.tournaments.trial import play_out
from tests.browser.axe import assert_open_in_every_look, assert_open_to_all
from tests.browser.conftest import Visit, somebody
from tests.browser.logging_in import expect_to_be_told

pytestmark = pytest.mark.django_db(transaction=True)
HERE = re.compile(r"/tournaments/\d+/$")


def make(page: Page, name: str, **chosen: str) -> None:
    """Make a tournament by its form."""
    page.goto("/tournaments/")
    page.get_by_role("link", name="Make a tournament").click()
    assert_open_to_all(page)
    page.get_by_role("textbox", name="Name").fill(name)
    for field, value in chosen.items():
        page.locator(f"[name={field}][value='{value}']").check(force=True)
    page.get_by_role("button", name="Open the tournament").click()
    expect(page).to_have_url(HERE)


def play_until_asked_to_bid(match: Match, user: User) -> None:
    """Let the others answer until somebody is to bid."""
    seat = match.seats.get(user=user).number
    while match.read_state().turn != seat or match.read_state().phase != AUCTION:
        state = match.read_state()
        move = move_of(state.edition, state.phase, options(state)[0])
        play_move(match_id=match.pk, seat=state.turn, move=move, number=match.number + 1)
        match.refresh_from_db()
    connection.close()


def test_a_tournament_is_made_entered_played_and_finished(visit: Visit) -> None:
    hedy = somebody("hedy")
    User.objects.filter(pk=hedy.pk).update(is_staff=True)
    host, phone = visit("hedy").page, visit("ada", width=360, language="de").page
    make(host, "The Golden Reel", seats="2", rounds="1", size="8")
    host.get_by_role("button", name="Take part").click()
    expect_to_be_told(host, "You take part.")
    expect(host.locator(".entrants")).to_contain_text("you")

    phone.goto("/tournaments/")
    assert_open_to_all(phone)
    phone.get_by_role("link", name="The Golden Reel", exact=True).click()
    phone.locator(".tourney__buttons button").click()
    expect(phone.locator(".entrants__one")).to_have_count(2)
    expect(host.locator(".entrants")).to_contain_text("ada")
    assert_open_to_all(phone)

    made = Tournament.objects.get()
    for name in ("grace", "otto"):
        enter(tournament_id=made.pk, user=somebody(name))
    connection.close()
    host.get_by_role("link", name="Manage").click()
    assert_open_to_all(host)
    host.get_by_role("button", name="Begin now").click()
    expect(host).to_have_url(HERE)

    # The round begins by itself, and the way to one's table comes without a reload.
    host.get_by_role("link", name=re.compile("Go to table")).click()
    expect(host).to_have_title(re.compile("The Golden Reel · round 1, table"))
    matches = list(Match.objects.order_by("pk"))
    own = next(match for match in matches if match.seats.filter(user=hedy).exists())
    play_until_asked_to_bid(own, hedy)
    host.reload()  # what another process than the server plays, the page would hear of later
    host.locator("#actions button[name=bid]").first.click()
    expect(host.locator("#question")).not_to_have_text("Your bid")

    for match in matches:
        match.refresh_from_db()
        play_out(match)
    connection.close()
    host.reload()
    expect(host.locator("#ending")).to_contain_text("The Golden Reel")
    host.get_by_role("link", name="To the tournament").click()
    expect(host.locator(".standings")).to_contain_text("final")
    expect(host.get_by_role("heading", name="Deal 1 at 2 tables")).to_be_visible()
    expect(host.locator(".deal tbody tr")).to_have_count(2)
    expect(phone.locator(".seat-compared__me")).to_be_visible()
    assert_open_in_every_look(host)
    host.get_by_role("link", name="Side by side, lot by lot").click()
    expect(host.locator(".deal-lots tbody tr").first).to_be_visible()
    assert_open_in_every_look(host)
    assert Tournament.objects.get().status == Tournament.Status.FINISHED
