"""Forced answers in real browsers: they come by themselves, or at once for whoever presses the button."""

from datetime import timedelta

import pytest
from django.db import connection
from django.utils import timezone
from playwright.sync_api import expect

from games.engine import Bid
from games.models import Match
from games.play.services.moves import play_move
from tests.browser.conftest import Person, Visit
from tests.browser.moments import begin
from tests.browser.players import PlainPlayer, Player
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)


def outbid(*people: Person, moment: float) -> Match:
    """Whoever begins has bid all that anybody has; what is forced comes after so many seconds."""
    match = begin(*(person.user for person in people), host_begins=True)
    play_move(match_id=match.pk, seat=0, move=Bid(12), number=1)
    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now() + timedelta(seconds=moment))
    connection.close()
    return match


def test_a_pass_comes_by_itself_and_only_its_owner_reads_that_it_was_forced(visit: Visit) -> None:
    ada, grace, hedy = visit("ada"), visit("grace", width=360, language="de"), visit("hedy")
    match = outbid(ada, grace, hedy, moment=3600)
    players = [Player(person, match).sit() for person in (ada, grace, hedy)]
    expect(players[1].actions.locator(".action-bar__soon")).to_be_visible()
    expect(players[1].actions.locator("[data-clock]")).to_have_count(0)
    expect(players[1].version).to_have_attribute("data-turn", "others")
    for player in (players[0], players[2]):
        expect(player.actions.locator(".action-bar__soon")).to_have_count(0)
        expect(player.actions.locator("[data-clock]")).to_have_count(1)

    Match.objects.filter(pk=match.pk).update(ai_due_at=timezone.now())
    connection.close()
    for player in players:  # the sweep finds grace's pass, and the task plays hedy's
        expect(player.version).to_have_attribute("data-number", "3")
    expect(players[0].version).to_have_attribute("data-turn", "mine")
    marks = [player.page.locator("#entry-2 .log__forced").count() for player in players]
    assert marks == [0, 1, 0]


@pytest.mark.parametrize("script", [True, False])
def test_who_cannot_wait_presses_the_button(visit: Visit, script: bool) -> None:
    ada, grace = visit("ada"), visit("grace", script=script)
    match = outbid(ada, grace, moment=3600)
    player = (Player if script else PlainPlayer)(grace, match).sit()
    expect(player.actions.locator(".action-bar__soon")).to_be_visible()
    player.let_pass()
    expect(player.page.locator("#entry-2 .log__forced")).to_be_visible()


def test_without_script_it_comes_by_itself_too(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace", script=False)
    match = outbid(ada, grace, moment=0)
    player = PlainPlayer(grace, match).sit()

    def has_passed() -> bool:
        player.look()
        return player.number == 2

    wait_until(has_passed, "the pass that comes by itself")
    expect(player.page.locator("#entry-2 .log__forced")).to_be_visible()
