"""From the end of a match to a decision that cost something, into the better answer, and on from there."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from games.ai import analysis, hindsight, lot_worth
from games.analysis.services import content_of
from games.history.timeline import timeline_of_match
from games.models import Match, MatchAnalysis
from tests.browser.axe import assert_open_in_every_look, assert_open_to_all
from tests.browser.conftest import Visit
from tests.browser.moments import begin_at, never


@pytest.fixture(autouse=True)
def quick_look(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everything is looked at, but not often, so that something is surely found."""
    monkeypatch.setattr(lot_worth, "PAIRS", 2)
    monkeypatch.setattr(hindsight, "GLANCE", ((2, 0.0),))
    monkeypatch.setattr(hindsight, "PROOF", ((3, 0.02),))
    monkeypatch.setattr(hindsight, "SURE", 0.5)


def look_at(match: Match) -> dict[str, Any]:
    """Analyse a match quickly, in place of the process that takes its time for it."""
    timeline = timeline_of_match(match)
    found = content_of(list(analysis.analyse(timeline.states, timeline.standing_entries(), seed="quick")))
    MatchAnalysis.objects.create(match=match, status=MatchAnalysis.Status.DONE, percent=100, content=found)
    return found


# From where to where bars go that are compared with each other.
SPANS = "(bars) => bars.map((bar) => bar.getBoundingClientRect()).map(({left, right}) => [left, right].map(Math.round))"


def moves_of(match: Match) -> list[object]:
    """What was played, in its order."""
    return list(match.moves.order_by("number").values_list("entry", flat=True))


def move_at(page: Page) -> int:
    """Where the cursor stands."""
    words = page.locator("#steps b").inner_text()
    return int(re.findall(r"\d+", words)[0])


def test_from_the_end_to_a_marked_decision_and_on_from_it(visit: Visit) -> None:
    ada, grace = visit("ada"), visit("grace", width=360, script=False)
    match = begin_at(never, ada.user, grace.user, title="Rome after dark")
    found = look_at(match)
    page = ada.page
    page.goto(f"/tables/{match.pk}/")
    page.locator(".ending__scores").get_by_role("link", name="Analysis").click()
    expect(page.get_by_label("The match in three sentences")).to_be_visible()
    assert_open_in_every_look(page)

    page.set_viewport_size({"width": 1440, "height": 900})
    page.keyboard.press("Home")
    expect(page.locator("#steps b")).to_have_text(f"Move 0 of {match.number}")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#steps b")).to_have_text(f"Move 1 of {match.number}")
    page.keyboard.press("Home")
    expect(page.locator("#steps b")).to_have_text(f"Move 0 of {match.number}")
    # A mistake at the very start would be no step away.
    first = min(one["number"] - 1 for one in found["mistakes"] if one["number"] > 1)
    page.get_by_role("link", name="Next mistake").click()
    expect(page.locator("#steps b")).to_have_text(f"Move {first} of {match.number}")
    decision, mark = page.locator("#decision-panel"), page.locator(f".course__chart--desk [data-at='{first}']")
    expect(decision).to_contain_text("after each answer")
    expect(mark.locator(".course__mistake")).to_be_visible()
    weighed = next(one for one in found["mistakes"] if one["number"] - 1 == first)
    expect(decision.locator(".weighed-answer")).to_have_count(len(weighed["answers"]))
    expect(decision.locator(".weighed-answer--played")).to_have_count(1)
    bars = decision.locator(".weighed-answer__bar").evaluate_all(SPANS)
    assert len(bars) > 1
    assert len({tuple(bar) for bar in bars}) == 1, "what is compared begins at one line, and ends at one"
    best = decision.locator(".weighed-answer--best")
    better = best.locator(".weighed-answer__name").inner_text()
    best.get_by_role("link", name=re.compile(rf"^Step in ?: {re.escape(better)}$")).click()
    expect(page.get_by_role("heading", name=f"Instead: {better}")).to_be_visible()
    assert_open_to_all(page)
    page.get_by_role("link", name="Back to what was played").click()
    expect(page.get_by_role("heading", name=re.compile("^Instead"))).to_have_count(0)
    page.get_by_role("link", name="Learn from this").click()
    expect(page.get_by_role("heading", name=re.compile("^What would you do"))).to_be_visible()
    expect(page.get_by_role("heading", name="Winning chances")).to_have_count(0)
    assert_open_to_all(page)
    page.locator(".weighed__ask").get_by_text(better, exact=True).click()
    expect(page.locator(".decision__guess")).to_have_text(f"“{better}” it is: the best answer.")
    page.get_by_role("link", name="Play on from here").click()
    expect(page).to_have_url(re.compile(rf"/tables/{match.pk}/play-on/{first}/"))
    assert_open_in_every_look(page)
    page.get_by_label("dealt anew", exact=True).check()
    page.get_by_label("The others are played by").select_option("trainee")
    page.get_by_role("button", name="Play on").click()
    expect(page).to_have_url(re.compile(r"/tables/\d+/$"))
    expect(page.get_by_text("What if, counts nowhere")).to_be_visible()
    went_on = Match.objects.exclude(pk=match.pk).get()
    assert (went_on.copied, went_on.dealt_anew, went_on.rated) == (first, True, False)
    assert moves_of(went_on)[:first] == moves_of(match)[:first]
    page.goto(f"/tables/{went_on.pk}/origin/")
    expect(page.locator("#steps b")).to_have_text(f"Move {first} of {match.number}")

    grace.page.goto(f"/tables/{match.pk}/analysis/?at={first}")
    assert move_at(grace.page) == first
    grace.page.get_by_role("link", name=re.compile("^Step in")).first.click()
    expect(grace.page.get_by_role("heading", name=re.compile("^Instead"))).to_be_visible()
    assert grace.page.evaluate("document.documentElement.scrollWidth") <= 360
