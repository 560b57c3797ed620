"""A match by thumb on a phone, in every language: to its end, and nothing jumps under the finger on the way."""

from itertools import cycle
from typing import Any

import pytest
from playwright.sync_api import Locator

from games.models import Match
from tests.browser.conftest import Person, Visit
from tests.browser.moments import begin_at
from tests.browser.players import Player, next_to_act
from tests.browser.test_whole_match import is_at_the_start, score_sheet

pytestmark = pytest.mark.django_db(transaction=True)
# What moved without a touch having caused it: when, how much, and what it was.
NOTE_SHIFTS = """
window.shifts = [];
const nameOf = (node) => {
  const element = node?.nodeType === Node.ELEMENT_NODE ? node : node?.parentElement;
  return element ? `${element.tagName.toLowerCase()}#${element.id}.${element.className}` : "gone by now";
};
const boxOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver((list) => {
  for (const { hadRecentInput, startTime, value, sources } of list.getEntries()) {
    const moved = sources.map(({ node, previousRect, currentRect }) =>
      `${nameOf(node)}: ${boxOf(previousRect)} -> ${boxOf(currentRect)}`);
    if (!hadRecentInput) window.shifts.push({ at: startTime, value, moved });
  }
}).observe({ type: "layout-shift", buffered: true });
"""
GAP, LONGEST = 1000, 5000  # milliseconds: what follows so soon is felt as one shift, and none as longer than that
MOST = 0.1


class ThumbPlayer(Player):
    """Has a thumb and nothing else, and is quick: twice on the same spot would be a double tap, of which one counts."""

    def __init__(self, person: Person, match: Match) -> None:
        super().__init__(person, match)
        self.sides = cycle((0.25, 0.75))

    def press(self, what: Locator) -> None:
        width, height = what.evaluate("element => [element.offsetWidth, element.offsetHeight]")
        what.tap(position={"x": width * next(self.sides), "y": height / 2})


def worst_window(shifts: list[dict[str, Any]]) -> tuple[float, list[str]]:
    """The largest sum of shifts that are felt as one, and what moved in it: as browsers count it for a page's life."""
    windows: list[list[dict[str, Any]]] = []
    for shift in shifts:
        if windows and shift["at"] - windows[-1][-1]["at"] < GAP and shift["at"] - windows[-1][0]["at"] < LONGEST:
            windows[-1].append(shift)
        else:
            windows.append([shift])
    sums = [(sum(shift["value"] for shift in window), window) for window in windows]
    worst, window = max(sums, key=lambda one: one[0], default=(0.0, []))
    return worst, [what for shift in window for what in shift["moved"]]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_match_is_played_by_thumb_and_the_page_keeps_still(visit: Visit, language: str) -> None:
    phone = {"width": 360, "has_touch": True, "is_mobile": True, "reduced_motion": "no-preference"}
    ada = visit("ada", language=language, **phone)
    ada.context.add_init_script(NOTE_SHIFTS)
    # With this deal ada is asked first: no AI plays before the match has come to its moment.
    match = begin_at(is_at_the_start, ada.user, None, None, None, title="Reel 127")
    hero = ThumbPlayer(ada, match).sit()
    done: list[str] = []
    while next_to_act([hero]) is not None:
        done.append(hero.act(bids=len(done) % 2 == 0))
    match.refresh_from_db()
    assert match.status == Match.Status.FINISHED
    assert score_sheet(hero) == [seat.score for seat in match.seats.order_by("-score")]
    assert {"bid", "pass"} < set(done), "and not by looking on"
    worst, moved = worst_window(hero.page.evaluate("window.shifts"))
    assert worst < MOST, moved
