"""A match in real browsers: three people and two AIs, to the score sheet; in the long form from the first bid on."""

import pytest
from playwright.sync_api import Locator, expect

from games.engine import State
from games.models import Match, PlayedMove
from tests.browser.conftest import Visit
from tests.browser.moments import begin_at
from tests.browser.players import Player, next_to_act
from tests.lengths import LONG

pytestmark = pytest.mark.django_db(transaction=True)
MARK = "window.arrived ??= performance.now()"


def score_sheet(player: Player) -> list[int]:
    """The totals as the sheet tells them, best first."""
    expect(player.page.locator(".score-sheet")).to_be_visible()
    return [int(total) for total in player.page.locator(".score-sheet tbody td:last-child").all_inner_texts()]


def is_at_the_start(state: State) -> bool:
    """The first bid in the long form; in the short one three auctions and a party before the end."""
    return LONG or (state.quarter == 4 and state.location == 4)


def test_three_people_and_two_ais_play_to_the_end_by_clicks(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace", width=768)
    hedy = visit("hedy", width=360, language="de")
    # With this deal hedy comes there with more than twice the money of anybody else.
    match = begin_at(is_at_the_start, ada.user, None, grace.user, None, hedy.user, title="Reel 127")
    start = match.number
    players = [Player(person, match).sit() for person in (ada, grace, hedy)]
    arrived = [player.page.evaluate(MARK) for player in players]
    done: list[str] = []
    while (player := next_to_act(players)) is not None:
        # One of them is after the first lot of several tiles; otherwise they bid only now and then.
        is_eager = "plan" not in done and player is players[2]
        done.append(player.act(bids=is_eager or len(done) % 3 == 0, wastes=is_eager))

    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert [player.page.evaluate(MARK) for player in players] == arrived, "no page was loaded anew"
    for player in players:
        expect(player.page.locator("#ending-title")).to_be_in_viewport()
    sheets = [score_sheet(player) for player in players]
    assert sheets[0] == sheets[1] == sheets[2] == [seat.score for seat in match.seats.order_by("-score")]
    expect(players[2].page.locator("html")).to_have_attribute("lang", "de")
    assert_every_kind_of_decision(match, start)


def assert_every_kind_of_decision(match: Match, start: int) -> None:
    """People made each of them, and laid out plans of several placements."""
    theirs = PlayedMove.objects.filter(match=match, by_ai=False, number__gt=start)
    assert {entry[1] for entry in theirs.values_list("entry", flat=True)} == {"bid", "pass", "take", "place", "discard"}
    assert theirs.filter(key="").exists(), "the second placement of a plan has no key of its own"


class HastyPlayer(Player):
    """Presses everything twice."""

    def press(self, what: Locator) -> None:
        what.dblclick()


# Whatever is refused while a page is drawn, and whatever of ours is written into a part of the table.
NOTE_STYLES = """
window.refused = [];
document.addEventListener("securitypolicyviolation", (event) => window.refused.push(event.violatedDirective));
"""


def test_whoever_presses_everything_twice_plays_as_well_and_nothing_is_refused(visit: Visit) -> None:
    ada = visit("ada", reduced_motion="no-preference")
    ada.context.add_init_script(NOTE_STYLES)
    match = begin_at(is_at_the_start, ada.user, None, None, title="Reel 127")
    hero = HastyPlayer(ada, match).sit()
    done: list[str] = []
    while next_to_act([hero]) is not None:
        done.append(hero.act(bids=len(done) % 2 == 0, wastes=len(done) % 3 == 0))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert {"bid", "pass"} < set(done)
    assert hero.page.evaluate("window.refused") == []
