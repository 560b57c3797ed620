"""An analysis that plays by itself: by keys alone, until something else is pressed or the match is over."""

import pytest
from playwright.sync_api import expect

from games.ai.analysis import Chance
from games.analysis.services import content_of
from games.history.timeline import timeline_of_match
from games.models import MatchAnalysis
from tests.browser.conftest import Visit
from tests.browser.moments import begin_at, never

pytestmark = pytest.mark.django_db(transaction=True)


def test_it_plays_until_somebody_steps_in_or_it_is_over(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(never, ada.user, None, title="Rome after dark")
    states = timeline_of_match(match).states
    ends = [Chance(at, states[at].quarter, states[at].location, (0.5, 0.5), (1.5, 1.5)) for at in (0, match.number)]
    MatchAnalysis.objects.create(match=match, status="done", percent=100, content=content_of(ends))
    page, last = ada.page, match.number
    page.goto(f"/tables/{match.pk}/analysis/?at=0")
    where, play = page.locator("#steps b"), page.get_by_role("button", name="Play", exact=True)
    play.focus()
    page.keyboard.press("Enter")
    expect(where).to_have_text(f"Move 2 of {last}")
    expect(page.get_by_role("button", name="Pause")).to_be_focused()
    page.get_by_role("heading", name="Winning chances").click()
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")

    page.goto(f"/tables/{match.pk}/analysis/?at={last - 1}")
    page.get_by_role("button", name="Play", exact=True).click()
    expect(where).to_have_text(f"Move {last} of {last}")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


def test_a_mark_in_the_chart_leads_to_what_it_marks(visit: Visit) -> None:
    ada = visit("ada")
    match = begin_at(never, ada.user, None, title="Rome after dark")
    timeline = timeline_of_match(match)
    made = next(number for number, state in enumerate(timeline.states) if state.movies)
    start = Chance(0, 1, 0, (0.5, 0.5), (1.5, 1.5))
    MatchAnalysis.objects.create(match=match, status="done", percent=100, content=content_of([start]))
    ada.page.goto(f"/tables/{match.pk}/analysis/?at=0")
    ada.page.locator(".course__chart--desk [data-at]").first.click()
    expect(ada.page.locator("#steps b")).to_have_text(f"Move {made} of {match.number}")
